/** The picture of a small still board. */
import { boxAround, PITCH, pixel, RISE, ROW, turn, type Box } from "../../board/geometry";
import type { Stack } from "../../board/types";

/** The least that a picture shows, so that a few tiles do not become too large. */
const LEAST = { width: 5 * PITCH, height: 4 * ROW + 40 };
const ROOM = 16;

export interface MiniPicture {
  /** The stacks turned, from back to front. */
  stacks: Stack[];
  box: Box;
}

/** Return the box of stacks, at least as large as a small hive. */
function boxOf(stacks: readonly Stack[]): Box {
  const faces = stacks.flatMap(({ place, pieces }) => [pixel(place), pixel(place, pieces.length - 1)]);
  const box = boxAround(faces, ROOM);
  const more = (size: number, least: number): number => Math.max(0, least - size) / 2;
  const x = more(box.right - box.left, LEAST.width);
  const y = more(box.bottom - box.top, LEAST.height);
  return { left: box.left - x, right: box.right + x, top: box.top - y, bottom: box.bottom + y };
}

/** Return the scale at which a box fits into a frame of this aspect and height 1. */
const scaleOf = ({ left, right, top, bottom }: Box, aspect: number): number =>
  Math.min(aspect / (right - left), 1 / (bottom - top));

/**
 * Return the picture of a hive in a frame of this aspect (width by height), turned by a sixth or a third if that gives
 * tiles that are at least 15 % larger.
 */
export function pictureOf(stacks: readonly Stack[], aspect: number): MiniPicture {
  const turned = [0, 1, 2].map((sixths) => {
    const rotated = stacks.map(({ place, pieces }) => ({ place: turn(place, sixths), pieces }));
    const box = boxOf(rotated);
    return { stacks: rotated, box, scale: scaleOf(box, aspect) };
  });
  const best = turned.reduce((one, other) => (other.scale > one.scale ? other : one));
  const chosen = best.scale > turned[0]!.scale * 1.15 ? best : turned[0]!;
  const order = chosen.stacks.sort((one, other) => one.place[1] - other.place[1]);
  return { stacks: order, box: chosen.box };
}

/** The shadow of a hive as one path of hexagons. */
export const shadowOf = (stacks: readonly Stack[], outline: (x: number, y: number) => string): string =>
  stacks
    .map(({ place, pieces }) => {
      const { x, y } = pixel(place);
      return outline(x + 4 * pieces.length, y + RISE + 5 * pieces.length);
    })
    .join("");
