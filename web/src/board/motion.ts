/** Animation by frames, and whether the reader wants it. */

/** Return whether motion is reduced, by the system or by data-motion="reduced"; true if that cannot be determined. */
export const prefersReducedMotion = (): boolean =>
  typeof matchMedia !== "function" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  document.documentElement.dataset["motion"] === "reduced";

const eased = (part: number): number => 1 - (1 - part) ** 3;

/** Call `move` with the eased progress up to 1; with reduced motion only once with 1. Return a function that stops it. */
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
