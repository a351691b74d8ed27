import type {
  PuzzleBatch,
  PuzzleCollection,
  PuzzleSheet,
  ToldCourse,
  ToldLesson,
  ToldRulebook,
} from "./messages";
import { call } from "./api";

/** A lesson that is asked for the first time may take some seconds to be worked out. */
const LONG = 60_000;

/** Which puzzles are wanted. */
export interface PuzzlesWanted {
  theme?: string;
  game_type?: string;
  rating?: number;
  count?: number;
  /** Names of puzzles to be left out. */
  without?: string[];
}

/** The end of an address that asks; what is not asked for is left out. */
function asking(of: object): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(of))
    if (value !== undefined && value !== "") asked.set(name, String(value));
  return asked.size ? `?${asked}` : "";
}

/** What the school asks over REST, in a language. */
export const schoolApi = {
  course: (language: string) => call<ToldCourse>("GET", `lessons${asking({ language })}`),
  lesson: (id: string, language: string) =>
    call<ToldLesson>("GET", `lessons/${encodeURIComponent(id)}${asking({ language })}`, undefined, LONG),
  rulebook: (language: string) => call<ToldRulebook>("GET", `rulebook${asking({ language })}`),
  collection: () => call<PuzzleCollection>("GET", "puzzles/collection"),
  puzzles: (wanted: PuzzlesWanted, language: string) =>
    call<PuzzleBatch>("GET", `puzzles${asking({ ...wanted, without: wanted.without?.join(","), language })}`),
  daily: (date: string, language: string) =>
    call<PuzzleSheet>("GET", `puzzles/daily${asking({ date, language })}`),
  puzzle: (id: string, language: string) =>
    call<PuzzleSheet>("GET", `puzzles/${encodeURIComponent(id)}${asking({ language })}`),
  /** Whether anybody is there: never answered by what is kept. */
  health: () => call<unknown>("GET", "health"),
};
export type SchoolApi = typeof schoolApi;
