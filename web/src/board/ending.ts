/** The geometry of the end of a game: the sides of a surrounded queen, and the tiles that are not next to one. */
import { distance, FACE, keyOf, neighbours, pixel, type Point } from "./geometry";
import type { Place, Stack } from "./types";

/** The end of a game, to be staged on the board. */
export interface Ending {
  /** The places of the surrounded queens; two for a draw. */
  queens: Place[];
  /** The place of the last piece, from which the sides light up. */
  from: Place | null;
}

/** Return the six neighbours of a queen, counter-clockwise from the one next to the last piece. */
export function sidesFrom(queen: Place, from: Place | null): Place[] {
  const around = neighbours(queen);
  if (!from) return around;
  const origin = pixel(from);
  const away = (place: Place): number => {
    const { x, y } = pixel(place);
    return Math.hypot(x - origin.x, y - origin.y);
  };
  const first = around.reduce((best, place, index) => (away(place) < away(around[best]!) ? index : best), 0);
  return [...around.slice(first), ...around.slice(0, first)];
}

/** Return the SVG path of the side of a face that is turned to a neighbour, without the corners. */
export function sidePath(face: Point, queen: Point, neighbour: Point): string {
  const [dx, dy] = [neighbour.x - queen.x, neighbour.y - queen.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const reach = FACE * Math.cos(Math.PI / 6);
  const half = FACE / 2 - 6;
  const at = (side: number): string =>
    `${(face.x + ux * reach - side * uy * half).toFixed(1)} ${(face.y + uy * reach + side * ux * half).toFixed(1)}`;
  return `M${at(-1)}L${at(1)}`;
}

/** Return the keys of the places that are neither a queen's nor next to one. */
export function farFrom(queens: readonly Place[], stacks: readonly Stack[]): ReadonlySet<string> {
  const isNear = (place: Place): boolean => queens.some((queen) => distance(queen, place) <= 1);
  return new Set(stacks.filter(({ place }) => !isNear(place)).map(({ place }) => keyOf(place)));
}
