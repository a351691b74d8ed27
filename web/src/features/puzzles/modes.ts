import type { RunKind } from "./puzzleRun.svelte";
import type { PuzzleFilter } from "./puzzleStock.svelte";

/**
 * The page of an address: the start, the history, a puzzle by its id, the daily puzzle, a training, the missed puzzles,
 * a streak or a storm.
 */
export type Mode =
  | { kind: "start" }
  | { kind: "history" }
  | { kind: "daily" }
  | { kind: "one"; name: string }
  | { kind: "training"; filter: PuzzleFilter }
  | { kind: "repeat" }
  | { kind: "run"; run: RunKind }
  | { kind: "unknown" };

export const THEMES = ["surround", "drop", "ring", "pin", "gate", "throw", "escape"];
const GAME_TYPE = /^Base(\+M?L?P?)?$/;

export const RATED = "/puzzles/rated";
export const DAILY = "/puzzles/daily";
export const STREAK = "/puzzles/streak";
export const STORM = "/puzzles/storm";
export const MISSED = "/puzzles/missed";
export const HISTORY = "/puzzles/history";
export const themePath = (theme: string): string => `/puzzles?theme=${theme}`;
export const typePath = (game_type: string): string => `/puzzles?type=${encodeURIComponent(game_type)}`;

export function modeOf(id: string | null, search: string): Mode {
  const query = new URLSearchParams(search);
  const [theme, game_type] = [query.get("theme"), query.get("type")];
  if (id === null) {
    if (theme && THEMES.includes(theme)) return { kind: "training", filter: { theme } };
    if (game_type && GAME_TYPE.test(game_type)) return { kind: "training", filter: { game_type } };
    return { kind: "start" };
  }
  if (id === "rated") return { kind: "training", filter: {} };
  if (id === "daily") return { kind: "daily" };
  if (id === "missed") return { kind: "repeat" };
  if (id === "history") return { kind: "history" };
  if (id === "streak" || id === "storm") return { kind: "run", run: id };
  return /^[2-9a-z]{8}$/.test(id) ? { kind: "one", name: id } : { kind: "unknown" };
}
