/** The layout of a fan: above its stack if there is room, else below. */
import { FACE, PITCH, RISE, type Point } from "./geometry";
import type { Size } from "./view";

export const FAN_STEP = PITCH + 6;
/** The height of the pointer whose tip is at the stack. */
export const FAN_POINTER = 14;

export const fanWidth = (count: number): number => count * FAN_STEP + 24;
/** The distance from the tip of its pointer to its other edge. */
export const fanHeight = (count: number): number => 2 * FACE + RISE * count + 38 + FAN_POINTER;

export interface FanPlace extends Point {
  scale: number;
  below: boolean;
}

/** Return the position and scale of a fan: as large as the tiles, but readable and not wider than the board. */
export function fanPlace(count: number, face: Point, scale: number, board: Size): FanPlace {
  const wide = fanWidth(count);
  const shown = Math.min(Math.max(0.62, Math.min(1, scale)), (board.width - 8) / wide);
  const half = (wide * shown) / 2;
  const tall = fanHeight(count) * shown;
  const above = face.y - FACE * scale * 0.7;
  const below = above < tall + 4;
  return {
    scale: shown,
    below,
    x: Math.min(board.width - half - 4, Math.max(half + 4, face.x)),
    y: below ? Math.max(0, Math.min(board.height - tall - 4, face.y + (FACE * 0.8 + RISE) * scale)) : above,
  };
}
