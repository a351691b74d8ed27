/** The appearance of tiles, with the colours and proportions of skep.render. */
import icons from "../../../src/skep/render/icons.json";
import type { PieceName } from "./types";

/** The letters of the bugs, in the order of a hand. */
export const BUGS = ["Q", "S", "B", "G", "A", "M", "L", "P"] as const;
export type BugLetter = (typeof BUGS)[number];

/** The side of the square that each silhouette is drawn in. */
const ICON_SIZE = 512;
const ICON = 58;

interface Look {
  path: string;
  /** The bug's colour on ivory and on ebony. */
  color: { w: string; b: string };
  /** The scale of the silhouette. The flat grasshopper and the thin ant are drawn larger. */
  scale: number;
  /** The number of tiles of each player. */
  count: number;
}

const look = (path: string, w: string, b: string, count: number, scale = 1): Look => ({
  path,
  color: { w, b },
  count,
  scale: (ICON * scale) / ICON_SIZE,
});

export const LOOKS: Record<BugLetter, Look> = {
  Q: look(icons.queen_bee.path, "#e0a100", "#f6b90a", 1),
  S: look(icons.spider.path, "#8c4a1f", "#c97b45", 2),
  B: look(icons.beetle.path, "#7a4fb5", "#a678e8", 2),
  G: look(icons.grasshopper.path, "#2f8a3a", "#57c05f", 3, 1.18),
  A: look(icons.soldier_ant.path, "#1f66b3", "#56a0ee", 3, 1.06),
  M: look(icons.mosquito.path, "#5d6771", "#a9b4bf", 1, 1.06),
  L: look(icons.ladybug.path, "#c1272d", "#f0565b", 1, 0.96),
  P: look(icons.pillbug.path, "#0e8a86", "#36c2bb", 1),
};

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
