/** The appearance of tiles, with the colours and proportions of skep.render. */
import engravings from "../../../src/skep/render/engravings.json";
import icons from "../../../src/skep/render/icons.json";
import tilesets from "../../../src/skep/render/tilesets.json";
import type { PieceName, TileSet } from "./types";

export { TILE_SETS } from "./tileSets";

/** The letters of the bugs, in the order of a hand. */
export const BUGS = ["Q", "S", "B", "G", "A", "M", "L", "P"] as const;
export type BugLetter = (typeof BUGS)[number];

/** The side of the square that each silhouette is drawn in. */
const ICON_SIZE = 512;
const ICON = 58;

interface Look {
  path: string;
  /** The bug's colour on ivory and on ebony in the classic tile set. */
  color: { w: string; b: string };
  /** The scale of the silhouette. The flat grasshopper and the thin ant are drawn larger. */
  scale: number;
  /** The number of tiles of each player. */
  count: number;
  /** The line drawing of the engraved tile set. */
  engraving: Engraving;
}

/** Lines of a symmetrical bug, in units of the table: those in the middle, those of the right half, and filled spots. */
export interface Engraving {
  middle: string;
  half: string;
  solid: string;
}

type BugName = keyof typeof icons;

const look = (letter: BugLetter, name: BugName, count: number, scale = 1): Look => ({
  path: icons[name].path,
  color: { w: tilesets.classic.white.bugs[letter], b: tilesets.classic.black.bugs[letter] },
  count,
  scale: (ICON * scale) / ICON_SIZE,
  engraving: engravings[name],
});

export const LOOKS: Record<BugLetter, Look> = {
  Q: look("Q", "queen_bee", 1),
  S: look("S", "spider", 2),
  B: look("B", "beetle", 2),
  G: look("G", "grasshopper", 3, 1.18),
  A: look("A", "soldier_ant", 3, 1.06),
  M: look("M", "mosquito", 1, 1.06),
  L: look("L", "ladybug", 1, 0.96),
  P: look("P", "pillbug", 1),
};

/** The colours of one side's tiles. */
export interface Material {
  /** The gradients from top to bottom. */
  face: string[];
  bevel: string[];
  /** The gradient of the two visible sides, from left to right. */
  side: string[];
  edge: string;
  /** The line below the sides. */
  seam: string;
  ink: string;
  /** The colour next to a bug that makes it look cut into the face. */
  relief: string;
  bugs: Record<BugLetter, string>;
  /** The outline of a bug whose colour is too light for the face. */
  lines: Partial<Record<BugLetter, string>>;
}

/** How the bugs of a tile set are drawn. */
export type TileStyle = "relief" | "flat" | "ringed" | "engraved" | "letters";

type SideColor = "w" | "b";
const materials = new Map<string, Material & { style: TileStyle }>();

/** Return the style and the colours of a side's tiles: the same object for the same tiles. */
export function materialOf(tileset: TileSet, color: SideColor): Material & { style: TileStyle } {
  const key = `${tileset} ${color}`;
  const known = materials.get(key);
  if (known) return known;
  const set = tilesets[tileset];
  const { lines, ...colors } = color === "w" ? set.white : set.black;
  const material = { ...colors, lines: lines as Material["lines"], style: set.style as TileStyle };
  materials.set(key, material);
  return material;
}

/** Return the start of the ids of a side's gradients; the classic ones have the shortest. */
export const gradientId = (tileset: TileSet, color: "w" | "b"): string =>
  tileset === "classic" ? `skep-${color}` : `skep-${tileset}-${color}`;

/** The tile sets with gradients. */
export const SHADED_SETS = ["classic", "colorblind", "engraved"] as const satisfies TileSet[];

/** The tints of the parts that the hive would split into, in order; there are up to six. */
export const PART_COLORS = ["#ff5a5f", "#3d8bff", "#f5b301", "#a05cf0", "#19b38f", "#ff8a3d"] as const;

/** Return the colour, bug and number of a piece's name. */
export function parsePiece(piece: PieceName): { color: "w" | "b"; bug: BugLetter; number: number } {
  return { color: piece[0] as "w" | "b", bug: piece[1] as BugLetter, number: Number(piece[2] ?? 1) };
}

/** Return the transform that puts a silhouette on a face. */
export const iconPlace = (scale: number, lift = 2): string => {
  const corner = -(scale * ICON_SIZE) / 2;
  return `translate(${corner.toFixed(2)} ${(corner - lift).toFixed(2)}) scale(${scale.toFixed(4)})`;
};
