/** Motion on the page's own clock, and whether people want any. */

/** Whether the system, or the page with data-motion="reduced", requests reduced motion; true if that is unknown. */
export const prefersReducedMotion = (): boolean =>
  typeof matchMedia !== "function" ||
  matchMedia("(prefers-reduced-motion: reduce)").matches ||
  document.documentElement.dataset["motion"] === "reduced";

const eased = (part: number): number => 1 - (1 - part) ** 3;

/** Calls with the eased part of the time gone, up to 1; at once with 1 when calm. The answer stops it. */
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
