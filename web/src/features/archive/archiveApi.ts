import type {
  ArchiveEntry,
  ArchivedGames,
  ExplorerResult,
  ExplorerQuery,
  ImportReport,
} from "../../lib/messages";
import { call } from "../../lib/api";

/** Milliseconds; a file can hold thousands of games. */
const IMPORT_TIMEOUT = 180_000;
/** The largest file accepted, in bytes. */
export const MAX_FILE_SIZE = 8 * 1024 * 1024;

/** Filters for the list of games; empty ones are ignored. */
export interface Filters {
  player: string;
  side: "" | "white" | "black";
  edition: string;
  game_type: string;
  result: "" | ArchiveEntry["result"];
  since: string;
  until: string;
}

export const NO_FILTERS: Filters = {
  player: "",
  side: "",
  edition: "",
  game_type: "",
  result: "",
  since: "",
  until: "",
};

/** Return the filters that apply: a side needs a player, and dates must be valid. */
export function activeFilters(filters: Filters): Partial<Filters> {
  const { player, side, since, until } = filters;
  const set = {
    ...filters,
    player: player.trim(),
    side: player.trim() ? side : "",
    since: isDate(since) ? since.trim() : "",
    until: isDate(until) ? until.trim() : "",
  };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ""));
}

/** Return the number of active filters; the side belongs to the player. */
export const countFilters = (filters: Filters): number =>
  Object.keys(activeFilters(filters)).filter((name) => name !== "side").length;

/** Whether a text has the form of a year, a month or a day. */
export const isDate = (text: string): boolean => /^\d{4}(-\d\d){0,2}$/.test(text.trim());

export function archivePath(filters: Filters, offset: number, limit: number): string {
  const query = new URLSearchParams(activeFilters(filters) as Record<string, string>);
  query.set("offset", String(offset));
  query.set("limit", String(limit));
  return `archive?${query}`;
}

export const listArchived = (filters: Filters, offset: number, limit: number): Promise<ArchivedGames> =>
  call("GET", archivePath(filters, offset, limit));

export const importFile = (file: File): Promise<ImportReport> =>
  call("POST", `archive?name=${encodeURIComponent(file.name.slice(0, 200))}`, file, IMPORT_TIMEOUT);

export const explore = (query: ExplorerQuery): Promise<ExplorerResult> => call("POST", "explore", query);

/** The address of an archived game's PGN record. */
export const archivedRecord = (id: number): string => `/api/archive/${id}/record.pgn`;
