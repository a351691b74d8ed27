/** The places under a point of the picture. */
import { keyOf, PITCH, placeAt, RISE, turnPoint, type Point } from "./geometry";
import type { Place } from "./types";

/** Return the visible place at a point; a high stack hides the ground behind it. */
export function placeSeen({ x, y }: Point, heights: ReadonlyMap<string, number>, rotation: number): Place {
  for (let level = Math.max(1, ...heights.values()) - 1; level > 0; level--) {
    const place = placeAt(turnPoint({ x, y: y + RISE * level }, -rotation));
    if ((heights.get(keyOf(place)) ?? 0) > level) return place;
  }
  return placeAt(turnPoint({ x, y }, -rotation));
}

/** The distance at which a piece snaps. */
export const SNAP = 0.68 * PITCH;

/** Return the place with the face nearest to a point, or null if none is close. */
export function snapTo({ x, y }: Point, places: Place[], faceOf: (place: Place) => Point): Place | null {
  let [nearest, least]: [Place | null, number] = [null, SNAP];
  for (const place of places) {
    const face = faceOf(place);
    const off = Math.hypot(face.x - x, face.y - y);
    if (off < least) [nearest, least] = [place, off];
  }
  return nearest;
}
