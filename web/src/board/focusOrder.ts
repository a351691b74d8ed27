/** Moving the focus over the board with the keyboard: the order of targets, and the next one in a direction. */
import type { Point } from "./geometry";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const HEADINGS: Record<Direction, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const isDirection = (key: string): key is Direction => key in HEADINGS;

/** Return the nearest target in a direction, preferably within a cone, so that rows are followed; null at the edge. */
export function ahead<T extends Point>(things: T[], from: Point, direction: Direction): T | null {
  // rows are offset by half a hex: up and down have to reach the two neighbours at 60 degrees
  return best(things, from, HEADINGS[direction], 1.8) ?? best(things, from, HEADINGS[direction], Infinity);
}

function best<T extends Point>(things: T[], from: Point, heading: Point, cone: number): T | null {
  let [found, least]: [T | null, number] = [null, Infinity];
  for (const thing of things) {
    const [dx, dy] = [thing.x - from.x, thing.y - from.y];
    const forward = dx * heading.x + dy * heading.y;
    const aside = Math.abs(dx * heading.y) + Math.abs(dy * heading.x);
    if (forward < 20 || aside > forward * cone) continue;
    const cost = forward + aside;
    if (cost < least) [found, least] = [thing, cost];
  }
  return found;
}

export function nearest<T extends Point>(things: T[], to: Point): T | undefined {
  const off = ({ x, y }: Point): number => Math.hypot(x - to.x, y - to.y);
  return [...things].sort((one, other) => off(one) - off(other))[0];
}

/** Reading order: from the top row down, and from left to right. */
export const readingOrder = (one: Point, other: Point): number =>
  Math.abs(one.y - other.y) > 1 ? one.y - other.y : one.x - other.x;
