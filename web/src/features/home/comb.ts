/** The comb of the start page: which tiles it has, and where. */
import { parseClock, speedOf } from "../../lib/timeControl";
import type { Strings } from "../../lib/i18n/strings";

/** A tile: the id of a clock, or another way to play. */
export type CombTile = string;
export const COMPUTER = "computer";
export const FRIEND = "friend";

/** The rows of the comb on a wide screen, and on a phone. */
export const WIDE: readonly (readonly CombTile[])[] = [
  ["1+2", "3+2", "5+4"],
  [COMPUTER, "10+5", "15+10", FRIEND],
  ["30+20", "1d", "3d"],
];
export const NARROW: readonly (readonly CombTile[])[] = [
  ["3+2", "5+4", "15+10"],
  [COMPUTER, "10+5"],
  ["1d", "3d", FRIEND],
];

/** The clocks of the card for newcomers who know the game. */
export const SHORT_LIST = ["3+2", "10+5", "30+20", "1d"] as const;

/** The distance between rows, by the width of a tile. */
export const ROW_RATIO = Math.sqrt(3) / 2;
/** The height of a tile with its side: 13 of the 100 units of a face. */
export const TILE_RATIO = 1.32;

export interface PlacedTile {
  tile: CombTile;
  /** The position of its box, in widths of a tile. */
  x: number;
  y: number;
}

/** Return the tiles with their positions; each row is centred. */
export function layOut(rows: readonly (readonly CombTile[])[]): {
  tiles: PlacedTile[];
  width: number;
  height: number;
} {
  const width = Math.max(...rows.map((row) => row.length));
  const tiles = rows.flatMap((row, index) =>
    row.map((tile, column) => ({
      tile,
      x: (width - row.length) / 2 + column,
      y: index * ROW_RATIO,
    })),
  );
  return { tiles, width, height: (rows.length - 1) * ROW_RATIO + TILE_RATIO };
}

/** Return the rows with the usual clock instead of the nearest one, so that a custom clock has a tile. */
export function withUsual(rows: readonly (readonly CombTile[])[], usual: string): CombTile[][] {
  const isThere = rows.some((row) => row.includes(usual));
  return rows.map((row) => row.map((tile) => (!isThere && tile === "10+5" ? usual : tile)));
}

/** Return the label and the speed of a clock, in few letters for a small button. */
export function clockTexts(id: string, all: Strings, { short = false } = {}): [label: string, speed: string] {
  const clock = parseClock(id) ?? { kind: "none" };
  const speed = short && clock.kind === "days" ? all.clocks.dailyShort : all.clocks.speeds[speedOf(clock)];
  if (clock.kind === "minutes") return [all.clocks.minutes(clock.minutes ?? 0, clock.increment ?? 0), speed];
  return [clock.kind === "days" ? all.clocks.days(clock.days ?? 1) : all.clocks.none, speed];
}
