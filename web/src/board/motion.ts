/** The durations and easing of all motion on the board, animation by frames, and whether the reader wants it. */

/** The easing of all motion, as control points of a cubic Bézier curve (`--ease` in the style sheets). */
const EASE = [0.2, 0.8, 0.2, 1] as const;
export const EASING = `cubic-bezier(${EASE.join(", ")})`;

/** Flights keep a more even speed than the rest of the page, so that the eye can follow; a placed piece accelerates. */
export const WALKING = "cubic-bezier(.4, .05, .35, 1)";
export const FALLING = "cubic-bezier(.35, 0, .7, 1)";

/** Durations in milliseconds; the style sheets have the same ones as `--time-place` and `--time-part`. */
export const PLACE = 260;
/** A walk takes this long per hex, but not longer than MAX_WALK. A single step is slow enough to be followed. */
export const WALK_PER_HEX = 90;
export const MIN_WALK = 180;
export const MAX_WALK = 700;
/** The parts of a hive that a move would split drift apart. */
export const DRIFT = 380;
/** The view moves, or turns, to another place. */
export const GLIDE = 380;
/** How far the parts of a split hive drift, in units of the table. */
export const DRIFT_DISTANCE = 15;

/** Return whether motion is reduced, by the system or by data-motion="reduced"; true if that cannot be determined. */
export const prefersReducedMotion = (): boolean =>
  typeof matchMedia !== "function" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  document.documentElement.dataset["motion"] === "reduced";

/** Return the eased progress of a motion, both from 0 to 1. */
export function eased(part: number): number {
  if (part <= 0 || part >= 1) return Math.min(1, Math.max(0, part));
  const bezier = (one: number, two: number, t: number): number =>
    3 * one * t * (1 - t) ** 2 + 3 * two * t ** 2 * (1 - t) + t ** 3;
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (bezier(EASE[0], EASE[2], middle) < part) low = middle;
    else high = middle;
  }
  return bezier(EASE[1], EASE[3], (low + high) / 2);
}

/** Call `step` with the eased progress up to 1; with reduced motion only once with 1. Return a function that stops it. */
export function glide(duration: number, step: (part: number) => void): () => void {
  if (prefersReducedMotion() || duration <= 0) {
    step(1);
    return () => undefined;
  }
  let frame = 0;
  const start = performance.now();
  const tick = (now: number): void => {
    const part = Math.min(1, Math.max(0, (now - start) / duration));
    step(eased(part));
    if (part < 1) frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(frame);
}
