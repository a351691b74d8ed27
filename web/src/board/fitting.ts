/** How the hive is fitted into the stage: the box to show, the limits of its scale, and the direction it opens in. */
import { boxAround, boxOver, keyOf, PITCH, pixel, RISE, turnPoint, type Box, type Point } from "./geometry";
import type { Place, Stack } from "./types";
import { fitScale, toScreen, type Size, type View } from "./view";

/** The widths of tiles on the screen, in pixels: the largest, the largest in a wide window, and the smallest. */
const MAX_PITCH = 92;
const MAX_PITCH_WIDE = 116;
const MIN_PITCH = 44;
/** The width from which a window is wide. */
const WIDE_WINDOW = 1700;
/** On a stage with a shorter side than this, tiles need the room that a larger one leaves around the hive. */
const NARROW_STAGE = 500;

/** The room around the hive, in units of the table. */
const ROOM = 44;
const NARROW_ROOM = 8;
/** Still pictures need no room for the next piece. */
const STILL_ROOM = 26;
/** An empty table shows the spaces around the first one. */
const EMPTY_ROOM = 90;
const GHOST_ROOM = 4;

/** The board opens turned if that enlarges the tiles by this factor. */
const TURN_GAIN = 1.15;
/** A view in which the whole hive is visible is replaced only if that enlarges the tiles by this factor. */
const REFIT_GAIN = 1.25;

/** The scale below which the hive is panned rather than fitted. */
export const MIN_FIT = MIN_PITCH / PITCH;

/** Return the largest scale for fitting, so that a few tiles do not fill the stage. */
export const maxFit = (windowWidth: number): number =>
  (windowWidth >= WIDE_WINDOW ? MAX_PITCH_WIDE : MAX_PITCH) / PITCH;

export const isNarrow = ({ width, height }: Size): boolean => Math.min(width, height) < NARROW_STAGE;

/** Return the room around a hive, in units of the table. */
export function roomAround(stacks: readonly Stack[], { narrow = false, still = false } = {}): number {
  if (!stacks.length) return EMPTY_ROOM;
  return still ? STILL_ROOM : narrow ? NARROW_ROOM : ROOM;
}

/** Return the centres of the lowest and the highest face of each stack. */
function facesOf(stacks: readonly Stack[], rotation: number): Point[] {
  return stacks.flatMap(({ place, pieces }) => {
    const base = turnPoint(pixel(place), rotation);
    return [base, { x: base.x, y: base.y - RISE * (pieces.length - 1) }];
  });
}

/** Return the box around the tiles of a hive, with some room on every side. */
export const hiveBox = (stacks: readonly Stack[], rotation: number, room = 0): Box =>
  boxAround(facesOf(stacks, rotation), room);

/** Return the box around destinations, each as high as the stack it is on; null without any. */
export function ghostBox(
  ghosts: readonly Place[],
  heights: ReadonlyMap<string, number>,
  rotation: number,
): Box | null {
  if (!ghosts.length) return null;
  const faces = ghosts.map((place) => {
    const { x, y } = turnPoint(pixel(place), rotation);
    return { x, y: y - RISE * Math.max(0, (heights.get(keyOf(place)) ?? 0) - 1) };
  });
  const { left, top, right, bottom } = boxAround(faces, GHOST_ROOM);
  return { left, top, right, bottom: bottom - RISE };
}

/** Return the box around two boxes, of which one can be missing. */
export const boxWith = (box: Box, other: Box | null): Box => (other ? boxOver(box, other) : box);

/** Return the sixths of a turn in which to open the board: 0 unless another direction makes tiles clearly larger. */
export function openingTurn(
  stacks: readonly Stack[],
  rotation: number,
  frame: Box,
  { max, room = ROOM }: { max: number; room?: number },
): number {
  if (stacks.length < 2) return 0;
  const scaleAt = (turn: number): number =>
    Math.min(max, fitScale(hiveBox(stacks, rotation + turn, room), frame));
  const usual = scaleAt(0);
  const best = scaleAt(1) >= scaleAt(-1) ? 1 : -1;
  return scaleAt(best) >= usual * TURN_GAIN ? best : 0;
}

/** Return whether a view that shows the whole box is so small that the fitted one is clearly better. */
export const isTooSmall = (view: View, fitted: View): boolean => fitted.scale >= view.scale * REFIT_GAIN;

export interface CutEdges {
  left: boolean;
  top: boolean;
  right: boolean;
  bottom: boolean;
}

/** Return the edges of the stage at which tiles of the hive are cut off. */
export function cutEdges(stacks: readonly Stack[], rotation: number, view: View, size: Size): CutEdges {
  if (!stacks.length || !size.width) return { left: false, top: false, right: false, bottom: false };
  const box = hiveBox(stacks, rotation);
  const corner = toScreen(view, { x: box.left, y: box.top });
  const opposite = toScreen(view, { x: box.right, y: box.bottom });
  const slack = 2;
  return {
    left: corner.x < -slack,
    top: corner.y < -slack,
    right: opposite.x > size.width + slack,
    bottom: opposite.y > size.height + slack,
  };
}

/** The factor by which dots, letters and badges grow on small tiles, so that they stay readable. */
export function detailScale(scale: number): number {
  const grown = Math.min(MAX_DETAIL, Math.max(1, FULL_DETAIL / scale));
  // in steps, so that a gliding view does not redraw every tile in every frame
  return Math.round(grown * 10) / 10;
}
/** From this scale on (tiles 78 pixels wide), details have their normal size. */
const FULL_DETAIL = 0.9;
const MAX_DETAIL = 1.9;
