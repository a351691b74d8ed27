import type { Choice } from "./puzzleStock.svelte";

/** What the address asks for: the start, a puzzle by its name, the one of the day, or one after the other. */
export type Mode =
  | { kind: "start" }
  | { kind: "daily" }
  | { kind: "one"; name: string }
  | { kind: "training"; choice: Choice }
  | { kind: "unknown" };

export const THEMES = ["surround", "drop", "ring", "pin", "gate", "throw", "escape"];
const GAME_TYPE = /^Base(\+M?L?P?)?$/;

export const RATED = "/puzzles/rated";
export const DAILY = "/puzzles/daily";
export const themePath = (theme: string): string => `/puzzles?theme=${theme}`;
export const typePath = (game_type: string): string => `/puzzles?type=${encodeURIComponent(game_type)}`;

export function modeOf(id: string | null, search: string): Mode {
  const asked = new URLSearchParams(search);
  const [theme, game_type] = [asked.get("theme"), asked.get("type")];
  if (id === null) {
    if (theme && THEMES.includes(theme)) return { kind: "training", choice: { theme } };
    if (game_type && GAME_TYPE.test(game_type)) return { kind: "training", choice: { game_type } };
    return { kind: "start" };
  }
  if (id === "rated") return { kind: "training", choice: {} };
  if (id === "daily") return { kind: "daily" };
  return /^[2-9a-z]{8}$/.test(id) ? { kind: "one", name: id } : { kind: "unknown" };
}
