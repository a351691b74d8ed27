/** Arrows and rings over the board, as shapes. */
import type { Point } from "./geometry";

/** An arrow from one face to another: it leaves the first beside its bug and ends short of the middle of the second. */
export interface Arrow {
  /** The shaft. */
  from: Point;
  to: Point;
  /** The tip, and where it points, in degrees. */
  tip: Point;
  heading: number;
  /** Where a number can stand. */
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
