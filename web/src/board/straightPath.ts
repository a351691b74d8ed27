import type { PathView, Place } from "./types";

/** Return a direct path, for when the real one is unknown; null for a pass. */
export function straightPath(origin: Place | null, to: Place | null): PathView | null {
  if (!to) return null;
  return {
    kind: origin ? "slide" : "place",
    hexes: origin ? [origin, to] : [to],
    thrower: null,
    copied: null,
  };
}
