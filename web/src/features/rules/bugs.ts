/** The rulebook's entries about a single bug, each with a tile. */
import type { Bug } from "../../lib/position/pieces";

export const BUG_ENTRIES: readonly { id: string; bug: Bug; tile: string }[] = [
  { id: "queen-bee", bug: "queen_bee", tile: "wQ" },
  { id: "beetle", bug: "beetle", tile: "bB1" },
  { id: "grasshopper", bug: "grasshopper", tile: "wG1" },
  { id: "spider", bug: "spider", tile: "bS1" },
  { id: "soldier-ant", bug: "soldier_ant", tile: "wA1" },
  { id: "mosquito", bug: "mosquito", tile: "bM" },
  { id: "ladybug", bug: "ladybug", tile: "wL" },
  { id: "pillbug", bug: "pillbug", tile: "bP" },
];

export const tileOf = (entry: string): string | null =>
  BUG_ENTRIES.find(({ id }) => id === entry)?.tile ?? null;
