import { call } from "../../lib/api";
import type {
  AccuracyHistory,
  Friends,
  HeadToHead,
  Leaderboard,
  Opponents,
  PlayedOpenings,
  Profile,
  ProfileGames,
  PuzzleResults,
  RatingHistory,
} from "../../lib/messages";
import type { Pool } from "../../lib/pools";

/** Conditions on the games of a profile; empty ones are left out. */
export interface GameFilters {
  /** The name of an account. */
  opponent: string;
  /** A level of the computer. */
  level: string;
  kind: "" | "people" | "computer";
  side: "" | "white" | "black";
  result: "" | "win" | "draw" | "loss";
  pool: "" | Pool;
  rated: "" | "true" | "false";
}

export const NO_FILTERS: GameFilters = {
  opponent: "",
  level: "",
  kind: "",
  side: "",
  result: "",
  pool: "",
  rated: "",
};

/** Return the filters for the games against an opponent: an account, or one level of the computer. */
export const gamesAgainst = ({ name, level }: HeadToHead): GameFilters =>
  level === null ? { ...NO_FILTERS, opponent: name } : { ...NO_FILTERS, level: String(level) };

/** Return the query of a request for games. */
export function gamesQuery(filters: GameFilters, after: string | null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, after: after ?? "" }))
    if (value) query.set(name, value);
  return query.size ? `?${query}` : "";
}

const player = (name: string): string => `players/${encodeURIComponent(name)}`;

/** The REST requests for profiles, friends and leaderboards. */
export const profileApi = {
  profile: (name: string) => call<Profile>("GET", player(name)),
  history: (name: string, pool: string) => call<RatingHistory>("GET", `${player(name)}/ratings/${pool}`),
  games: (name: string, filters: GameFilters, after: string | null) =>
    call<ProfileGames>("GET", `${player(name)}/games${gamesQuery(filters, after)}`),
  opponents: (name: string) => call<Opponents>("GET", `${player(name)}/opponents`),
  openings: (name: string) => call<PlayedOpenings>("GET", `${player(name)}/openings`),
  accuracy: (name: string) => call<AccuracyHistory>("GET", `${player(name)}/accuracy`),
  puzzles: (name: string) => call<PuzzleResults>("GET", `${player(name)}/puzzles`),
  friends: () => call<Friends>("GET", "following"),
  follow: (name: string) => call<Friends>("PUT", `following/${encodeURIComponent(name)}`),
  unfollow: (name: string) => call<Friends>("DELETE", `following/${encodeURIComponent(name)}`),
  leaderboard: (pool: Pool) => call<Leaderboard>("GET", `leaderboard/${pool}`),
};
