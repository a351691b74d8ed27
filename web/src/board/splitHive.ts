/** The parts that the hive would split into, pulled away from the piece that connects them. */
import { distance, keyOf, pixel, type Point } from "./geometry";
import { DRIFT_DISTANCE } from "./motion";
import type { Place } from "./types";

export interface SplitHive {
  /** The index of each place's part. */
  part: Map<string, number>;
  /** The offset of each part. */
  offsets: Point[];
}

/** Pull each part away from where it touches the piece; without a piece, from the centre of all parts. */
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
    return length < 1
      ? { x: 0, y: 0 }
      : { x: (DRIFT_DISTANCE * dx) / length, y: (DRIFT_DISTANCE * dy) / length };
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
