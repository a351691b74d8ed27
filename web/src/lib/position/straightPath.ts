import type { PathView } from "../messages";
import type { Place } from "./hive";

/** A way when the real one is not known: from where it stood to where it goes. */
export function straight(origin: Place | null, to: Place | null): PathView | null {
  if (!to) return null;
  return {
    kind: origin ? "slide" : "place",
    hexes: origin ? [origin, to] : [to],
    thrower: null,
    copied: null,
  };
}
