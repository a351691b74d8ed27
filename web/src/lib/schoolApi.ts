import type {
  PuzzleBatch,
  PuzzleCollection,
  PuzzleView,
  CourseView,
  LessonView,
  RulebookView,
} from "./messages";
import { call } from "./api";

/** Milliseconds; the server can need some seconds to build a lesson for the first time. */
const LESSON_TIMEOUT = 60_000;

/** A request for puzzles. */
export interface PuzzlesRequest {
  theme?: string;
  game_type?: string;
  rating?: number;
  count?: number;
  /** Ids of puzzles to exclude. */
  without?: string[];
}

/** Return the query string for some parameters, without empty ones. */
function queryString(parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== "") query.set(name, String(value));
  return query.size ? `?${query}` : "";
}

/** The REST requests for lessons, rules and puzzles. */
export const schoolApi = {
  course: (language: string) => call<CourseView>("GET", `lessons${queryString({ language })}`),
  lesson: (id: string, language: string) =>
    call<LessonView>(
      "GET",
      `lessons/${encodeURIComponent(id)}${queryString({ language })}`,
      undefined,
      LESSON_TIMEOUT,
    ),
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
  /** A request that the service worker never answers from its cache, to find out whether the server is reachable. */
  health: () => call<unknown>("GET", "health/live"),
};
export type SchoolApi = typeof schoolApi;
