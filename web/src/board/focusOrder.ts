/** Walking over the board by key: what can be focused, in which order, and what lies in a direction. */
import type { Point } from "./geometry";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const HEADINGS: Record<Direction, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

export const isDirection = (key: string): key is Direction => key in HEADINGS;

/** The nearest thing in a direction, first within a cone, so that one walks along rows; null at the edge. */
export function ahead<T extends Point>(things: T[], from: Point, direction: Direction): T | null {
  // rows of hexes are half a hex out of step: up and down must reach the two neighbours at 60 degrees
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

/** From the top row down and from left to right, as one reads. */
export const readingOrder = (one: Point, other: Point): number =>
  Math.abs(one.y - other.y) > 1 ? one.y - other.y : one.x - other.x;
