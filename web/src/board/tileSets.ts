/** The names of the tile sets, whose colours are those of skep.render. */
import type { TileSet } from "./types";

/** All tile sets, in the order in which a player chooses one. */
export const TILE_SETS = [
  "classic",
  "flat",
  "engraved",
  "colorblind",
  "contrast",
] as const satisfies TileSet[];
