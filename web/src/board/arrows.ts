/** The shapes of arrows and rings over the board. */
import type { Point } from "./geometry";

/** An arrow between two faces. It starts next to the first bug and ends short of the second centre. */
export interface Arrow {
  /** The shaft. */
  from: Point;
  to: Point;
  /** The tip, and its direction in degrees. */
  tip: Point;
  heading: number;
  /** The position of a number. */
  label: Point;
}

const START = 26;
const END = 10;
const HEAD = 19;

export function arrowBetween(from: Point, to: Point): Arrow | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return null;
  const [ux, uy] = [dx / length, dy / length];
  const start = Math.min(START, length * 0.3);
  const end = Math.min(END, length * 0.1);
  const along = (far: number): Point => ({ x: from.x + ux * far, y: from.y + uy * far });
  return {
    from: along(start),
    to: along(length - end - HEAD * 0.8),
    tip: along(length - end),
    heading: (Math.atan2(uy, ux) * 180) / Math.PI,
    label: along(length * 0.52),
  };
}
