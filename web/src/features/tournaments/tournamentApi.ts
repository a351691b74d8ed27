import { call } from "../../lib/api";
import type {
  Adjudication,
  CrossTable,
  NewTournament,
  Summaries,
  TournamentBracket,
  TournamentGamePage,
  TournamentList,
  TournamentLog,
  TournamentRounds,
  TournamentSummary,
  TournamentView,
} from "../../lib/messages";

/** Pages of a month that are requested at most. */
const MAX_PAGES = 6;

const at = (id: string): string => `tournament/${encodeURIComponent(id)}`;

const query = (values: Record<string, string | number | boolean | null | undefined>): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  return search.size ? `?${search}` : "";
};

/** Conditions on the tournaments of a list; empty ones are left out. */
export interface TournamentFilters {
  state?: "upcoming" | "running" | "finished";
  team?: string;
  /** A month such as 2026-11. */
  month?: string;
  /** The number of the page, from 1. */
  page?: number;
}

/** The REST requests about tournaments. */
export const tournamentApi = {
  list: (filters: TournamentFilters) => call<TournamentList>("GET", `tournaments${query({ ...filters })}`),
  /** Return all tournaments that start in a month; of a very busy one, the first of them. */
  inMonth: async (month: string): Promise<TournamentSummary[]> => {
    const found: TournamentSummary[] = [];
    for (let page: number | null = 1; page !== null && page <= MAX_PAGES;) {
      const list: TournamentList = await tournamentApi.list({ month, page });
      found.push(...list.tournaments);
      page = list.next;
    }
    return found;
  },
  create: (tournament: NewTournament) => call<TournamentView>("POST", "tournaments", tournament),
  change: (id: string, tournament: NewTournament) => call<TournamentView>("PUT", at(id), tournament),
  view: (id: string) => call<TournamentView>("GET", at(id)),
  rounds: (id: string) => call<TournamentRounds>("GET", `${at(id)}/rounds`),
  games: (id: string, round: number | null, page = 1) =>
    call<TournamentGamePage>("GET", `${at(id)}/games${query({ round, page })}`),
  /** Return the latest games of a player. */
  gamesOf: (id: string, player: string) =>
    call<TournamentGamePage>("GET", `${at(id)}/games${query({ player })}`),
  /** Return the games in progress on the top boards, with their positions. */
  boards: (id: string) => call<Summaries>("GET", `${at(id)}/boards`),
  bracket: (id: string) => call<TournamentBracket>("GET", `${at(id)}/bracket`),
  crossTable: (id: string, page = 1) => call<CrossTable>("GET", `${at(id)}/crosstable${query({ page })}`),
  log: (id: string, before: number | null = null) =>
    call<TournamentLog>("GET", `${at(id)}/log${query({ before })}`),
  /** Join; in a battle, for a team. */
  join: (id: string, team: string | null = null) =>
    call<TournamentView>("POST", `${at(id)}/join${query({ team })}`),
  withdraw: (id: string) => call<TournamentView>("POST", `${at(id)}/withdraw`),
  pause: (id: string) => call<TournamentView>("POST", `${at(id)}/pause`),
  bye: (id: string, round: number, wanted: boolean) =>
    call<TournamentView>("POST", `${at(id)}/bye`, { round, wanted }),
  begin: (id: string) => call<TournamentView>("POST", `${at(id)}/start`),
  suspend: (id: string) => call<TournamentView>("POST", `${at(id)}/suspend`),
  resume: (id: string) => call<TournamentView>("POST", `${at(id)}/resume`),
  cancel: (id: string) => call<TournamentView>("POST", `${at(id)}/cancel`),
  adjudicate: (id: string, decision: Adjudication) =>
    call<TournamentView>("POST", `${at(id)}/adjudicate`, decision),
  forfeit: (id: string, name: string) => call<TournamentView>("POST", `${at(id)}/forfeit`, { name }),
  remove: (id: string, name: string, reason: string) =>
    call<TournamentView>("POST", `${at(id)}/remove`, { name, reason }),
};

/** Return the address of all games of a tournament as PGN. */
export const pgnPath = (id: string): string => `/api/${at(id)}/games.pgn`;
