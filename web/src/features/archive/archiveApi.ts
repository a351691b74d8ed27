import type {
  ArchiveEntry,
  ArchivedGames,
  ExplorerResult,
  ExplorerQuery,
  ImportReport,
} from "../../lib/messages";
import { call } from "../../lib/api";

/** A file with thousands of games takes its time. */
const IMPORT_TIMEOUT = 180_000;
/** The longest file that is taken. */
export const MAX_FILE_SIZE = 8 * 1024 * 1024;

/** Which games of the database are listed; what is empty does not count. */
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

/** The filters that are set and make sense: a side only with a player, dates as far as they are dates. */
export function inForce(filters: Filters): Partial<Filters> {
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

/** A year, a month or a day, as far as anybody can see; nothing is no date, but no mistake either. */
export const isDate = (text: string): boolean => /^\d{4}(-\d\d){0,2}$/.test(text.trim());

export function archivePath(filters: Filters, offset: number, limit: number): string {
  const query = new URLSearchParams(inForce(filters) as Record<string, string>);
  query.set("offset", String(offset));
  query.set("limit", String(limit));
  return `archive?${query}`;
}

export const listArchived = (filters: Filters, offset: number, limit: number): Promise<ArchivedGames> =>
  call("GET", archivePath(filters, offset, limit));

export const importFile = (file: File): Promise<ImportReport> =>
  call("POST", `archive?name=${encodeURIComponent(file.name.slice(0, 200))}`, file, IMPORT_TIMEOUT);

export const explore = (question: ExplorerQuery): Promise<ExplorerResult> =>
  call("POST", "explore", question);

/** Where a game of the database can be downloaded from. */
export const archivedRecord = (id: number): string => `/api/archive/${id}/record.pgn`;
