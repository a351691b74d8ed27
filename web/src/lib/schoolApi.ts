import type {
  PuzzleBatch,
  PuzzleCollection,
  PuzzleView,
  CourseView,
  LessonView,
  RulebookView,
} from "./messages";
import { call } from "./api";

/** A lesson that is asked for the first time may take some seconds to be worked out. */
const LONG = 60_000;

/** Which puzzles are wanted. */
export interface PuzzlesRequest {
  theme?: string;
  game_type?: string;
  rating?: number;
  count?: number;
  /** Names of puzzles to be left out. */
  without?: string[];
}

/** The end of an address that asks; what is not asked for is left out. */
function queryString(of: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(of))
    if (value !== undefined && value !== "") query.set(name, String(value));
  return query.size ? `?${query}` : "";
}

/** What the school asks over REST, in a language. */
export const schoolApi = {
  course: (language: string) => call<CourseView>("GET", `lessons${queryString({ language })}`),
  lesson: (id: string, language: string) =>
    call<LessonView>("GET", `lessons/${encodeURIComponent(id)}${queryString({ language })}`, undefined, LONG),
  rulebook: (language: string) => call<RulebookView>("GET", `rulebook${queryString({ language })}`),
  collection: () => call<PuzzleCollection>("GET", "puzzles/collection"),
  puzzles: (request: PuzzlesRequest, language: string) =>
    call<PuzzleBatch>(
      "GET",
      `puzzles${queryString({ ...request, without: request.without?.join(","), language })}`,
    ),
  daily: (date: string, language: string) =>
    call<PuzzleView>("GET", `puzzles/daily${queryString({ date, language })}`),
  puzzle: (id: string, language: string) =>
    call<PuzzleView>("GET", `puzzles/${encodeURIComponent(id)}${queryString({ language })}`),
  /** Whether anybody is there: never answered by what is kept. */
  health: () => call<unknown>("GET", "health"),
};
export type SchoolApi = typeof schoolApi;
