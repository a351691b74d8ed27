/** The filters of the list of games, and the query that they become. */
import type { ArchiveEntry } from "../../lib/messages";
import type { Bug, Side } from "../../lib/position/pieces";
import { splitWords, stem } from "../../lib/words";
import { isDate } from "./archiveApi";

export type Origin = "played" | "imported" | "starter";
export const EXPANSIONS = ["M", "L", "P"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** What the user chose; empty values accept every game. */
export interface GameFilters {
  /** A part of a player's name, or the names of White's first bugs. */
  search: string;
  side: "" | Side;
  result: "" | ArchiveEntry["result"];
  gameType: string;
  origin: "" | Origin;
  edition: string;
  since: string;
  until: string;
}

export const ALL_GAMES: GameFilters = {
  search: "",
  side: "",
  result: "",
  gameType: "",
  origin: "",
  edition: "",
  since: "",
  until: "",
};

const LETTERS: Record<Bug, string> = {
  queen_bee: "Q",
  spider: "S",
  beetle: "B",
  grasshopper: "G",
  soldier_ant: "A",
  mosquito: "M",
  ladybug: "L",
  pillbug: "P",
};
const MAX_OPENING = 2;

/** Return the letters of the bugs that a search names, or null if it names anything else. */
export function openingIn(search: string, bugs: Record<Bug, string>, language: string): string | null {
  const names = (Object.keys(LETTERS) as Bug[]).map((bug) => ({
    letter: LETTERS[bug],
    // "bee" and "queen" alone name the queen bee too
    words: splitWords(bugs[bug]).map((word) => stem(word, language)),
  }));
  let letters = "";
  for (const word of splitWords(search).map((one) => stem(one, language))) {
    const named = names.find(({ words }) => words.includes(word));
    if (!named) return null;
    if (!(named.letter === "Q" && letters.endsWith("Q"))) letters += named.letter;
  }
  return letters ? letters.slice(0, MAX_OPENING) : null;
}

/** Return the parameters of the request. A side needs a player, and dates must be valid. */
export function queryOf(
  filters: GameFilters,
  bugs: Record<Bug, string>,
  language: string,
): Record<string, string> {
  const opening = openingIn(filters.search, bugs, language);
  const name = opening === null ? filters.search.trim() : "";
  const set = {
    name,
    opening: opening ?? "",
    side: name ? filters.side : "",
    result: filters.result,
    game_type: filters.gameType,
    origin: filters.origin,
    edition: filters.edition,
    since: isDate(filters.since) ? filters.since.trim() : "",
    until: isDate(filters.until) ? filters.until.trim() : "",
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ""));
}

/** Return the game type after an expansion bug is added or removed. */
export function toggleExpansion(gameType: string, bug: Expansion): string {
  const chosen = new Set(gameType.split("+")[1] ?? "");
  if (!chosen.delete(bug)) chosen.add(bug);
  const letters = EXPANSIONS.filter((one) => chosen.has(one)).join("");
  return letters ? `Base+${letters}` : "";
}

export const hasExpansion = (gameType: string, bug: Expansion): boolean =>
  (gameType.split("+")[1] ?? "").includes(bug);
