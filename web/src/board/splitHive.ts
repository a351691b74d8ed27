/** The parts a hive would fall into, pulled away from the piece that holds them together. */
import { distance, keyOf, pixel, type Point } from "./geometry";
import type { Place } from "./types";

/** How far a part is pulled, in units of the table: enough to see the gap, not enough to lose the hive. */
export const PULL = 15;

export interface SplitHive {
  /** Which part a place belongs to. */
  part: Map<string, number>;
  /** How far each part goes. */
  offsets: Point[];
}

/** Each part goes straight away from where it touches the piece; without one, from the middle of all. */
export function splitHive(parts: Place[][], piece: Place | null): SplitHive {
  const part = new Map(
    parts.flatMap((places, index) => places.map((place) => [keyOf(place), index] as const)),
  );
  const centre = piece ? pixel(piece) : mean(parts.flat().map((place) => pixel(place)));
  const offsets = parts.map((places) => {
    const touching = piece ? places.filter((place) => distance(place, piece) === 1) : [];
    const away = mean((touching.length ? touching : places).map((place) => pixel(place)));
    const [dx, dy] = [away.x - centre.x, away.y - centre.y];
    const length = Math.hypot(dx, dy);
    return length < 1 ? { x: 0, y: 0 } : { x: (PULL * dx) / length, y: (PULL * dy) / length };
  });
  return { part, offsets };
}

function mean(points: Point[]): Point {
  const count = points.length || 1;
  return {
    x: points.reduce((sum, point) => sum + point.x, 0) / count,
    y: points.reduce((sum, point) => sum + point.y, 0) / count,
  };
}
