/** Where a card lies on the stage, so that it covers no tile, or as few as possible. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Corner = "bottom-right" | "bottom-left" | "top-right" | "top-left";

/** The corners in the order in which they are tried. */
export const CORNERS: readonly Corner[] = ["bottom-right", "bottom-left", "top-right", "top-left"];

/** Return the rectangle of a card of this size in a corner of the stage. */
export function cornerRect(corner: Corner, stage: Rect, width: number, height: number): Rect {
  const left = corner.endsWith("left") ? stage.left : stage.right - width;
  const top = corner.startsWith("top") ? stage.top : stage.bottom - height;
  return { left, top, right: left + width, bottom: top + height };
}

export const overlaps = (one: Rect, other: Rect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Return the first corner where a card covers fewest tiles and, among these, fewest destinations of a picked piece. */
export function chooseCorner(
  stage: Rect,
  width: number,
  height: number,
  tiles: readonly Rect[],
  ghosts: readonly Rect[] = [],
): Corner {
  const covered = CORNERS.map((corner) => {
    const card = cornerRect(corner, stage, width, height);
    const count = (places: readonly Rect[]): number => places.filter((place) => overlaps(card, place)).length;
    return count(tiles) * (ghosts.length + 1) + count(ghosts);
  });
  return CORNERS[covered.indexOf(Math.min(...covered))]!;
}
