/**
 * Hexes and points. Pointy-top hexes in axial coordinates, as in skep.hexes; y grows downwards.
 * The lattice is a regular one (ROW = PITCH · sin 60°), so a turn by sixths maps it onto itself.
 */
import type { Place } from "./types";

/** The distance between rows of hexes. */
export const ROW = 75;
/** The distance between hexes in a row. */
export const PITCH = 50 * Math.sqrt(3);
/** The distance from the centre of a face to its corners; 50 would leave no gap between tiles. */
export const FACE = 48.4;
/** The thickness of a tile, and so the height of a level. */
export const RISE = 13;

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The six neighbours, counter-clockwise from east. */
const OFFSETS: readonly Place[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

/** Return the key of a place in maps. */
export const keyOf = (place: Place): string => `${place[0]},${place[1]}`;

export const samePlace = (one: Place | null | undefined, other: Place | null | undefined): boolean =>
  !!one && !!other && one[0] === other[0] && one[1] === other[1];

export const neighbours = ([q, r]: Place): Place[] => OFFSETS.map(([dq, dr]) => [q + dq, r + dr]);

/** Return the side of `from` that touches its neighbour, counter-clockwise from east; -1 if they do not touch. */
export const sideTo = (from: Place, to: Place): number =>
  OFFSETS.findIndex(([dq, dr]) => dq === to[0] - from[0] && dr === to[1] - from[1]);

export const distance = ([q, r]: Place, [p, s]: Place): number =>
  Math.max(Math.abs(q - p), Math.abs(r - s), Math.abs(q + r - p - s));

/** Return a place rotated about the origin by `sixths` of a turn, counter-clockwise. */
export function turn([q, r]: Place, rotation: number): Place {
  for (let left = ((rotation % 6) + 6) % 6; left > 0; left--) [q, r] = [q + r, -q || 0];
  return [q, r];
}

/** Return the centre of a hex's face. A level is higher than the one below by the thickness of a tile. */
export const pixel = ([q, r]: Place, level = 0): Point => ({
  x: PITCH * (q + r / 2),
  y: ROW * r - RISE * level,
});

/** Return a point rotated counter-clockwise about the origin, by any number of sixths of a turn. */
export function turnPoint({ x, y }: Point, rotation: number): Point {
  const angle = (rotation * Math.PI) / 3;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

/** Return the hex that contains a point. */
export function placeAt({ x, y }: Point): Place {
  const r = y / ROW;
  return roundHex(x / PITCH - r / 2, r);
}

/** Return the hex nearest to fractional coordinates. The coordinate with the largest error follows from the others. */
export function roundHex(q: number, r: number): Place {
  const s = -q - r;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(s);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return [rq || 0, rr || 0];
}

const short = (value: number): string => String(Math.round(value * 10) / 10 || 0);

/** Return the SVG path of a pointy-top hexagon with rounded corners. */
export function hexagon(radius: number, rounding = 7, at: Point = { x: 0, y: 0 }): string {
  const corners = [0, 1, 2, 3, 4, 5].map((index) => corner(index, radius, at));
  const near = rounding / radius;
  const towards = (from: Point, to: Point): string =>
    `${short(from.x + (to.x - from.x) * near)} ${short(from.y + (to.y - from.y) * near)}`;
  const path = corners.map((here, index) => {
    const before = corners[(index + 5) % 6]!;
    const after = corners[(index + 1) % 6]!;
    return `${index ? "L" : "M"}${towards(here, before)}Q${short(here.x)} ${short(here.y)} ${towards(here, after)}`;
  });
  return path.join("") + "z";
}

/** Return a corner of a hexagon, clockwise from the top. */
export function corner(index: number, radius: number, at: Point = { x: 0, y: 0 }): Point {
  const angle = (index * Math.PI) / 3;
  return { x: at.x + radius * Math.sin(angle), y: at.y - radius * Math.cos(angle) };
}

/** Return the box around tiles whose faces are centred on these points, with some room on every side. */
export function boxAround(faces: Point[], room = 0): Box {
  const points = faces.length ? faces : [{ x: 0, y: 0 }];
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return {
    left: Math.min(...xs) - PITCH / 2 - room,
    right: Math.max(...xs) + PITCH / 2 + room,
    top: Math.min(...ys) - FACE - room,
    bottom: Math.max(...ys) + FACE + RISE + room,
  };
}

/** Return the box around two boxes. */
export const boxOver = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  right: Math.max(one.right, other.right),
  top: Math.min(one.top, other.top),
  bottom: Math.max(one.bottom, other.bottom),
});
