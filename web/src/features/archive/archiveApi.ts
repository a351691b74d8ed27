import type {
  ArchiveEntry,
  ArchivedGames,
  ExplorerResult,
  ExplorerQuery,
  ImportReport,
  UndoneImport,
} from "../../lib/messages";
import { call } from "../../lib/api";

/** Milliseconds; a file can hold thousands of games. */
const IMPORT_TIMEOUT = 180_000;
/** The largest file accepted, in bytes. */
export const MAX_FILE_SIZE = 8 * 1024 * 1024;

/** Filters of the explorer; empty ones are ignored. */
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

/** The parameters of a request for games, without empty ones. */
export type GameQuery = Record<string, string>;

export function archivePath(query: GameQuery, offset: number, limit: number): string {
  const parameters = new URLSearchParams(query);
  parameters.set("offset", String(offset));
  parameters.set("limit", String(limit));
  return `archive?${parameters}`;
}

export const listArchived = (query: GameQuery, offset: number, limit: number): Promise<ArchivedGames> =>
  call("GET", archivePath(query, offset, limit));

/** Import a file; `importId` continues the import of an earlier one, so that both can be undone together. */
export function importFile(file: File, importId: string | null): Promise<ImportReport> {
  const parameters = new URLSearchParams({ name: file.name.slice(0, 200) });
  if (importId !== null) parameters.set("import_id", importId);
  return call("POST", `archive?${parameters}`, file, IMPORT_TIMEOUT);
}

export const addStarterSet = (): Promise<ImportReport> =>
  call("POST", "starter-set", undefined, IMPORT_TIMEOUT);

/** Remove the games that an import added. */
export const undoImport = (importId: string): Promise<UndoneImport> =>
  call("DELETE", `archive/imports/${encodeURIComponent(importId)}`, undefined, IMPORT_TIMEOUT);

/** The id of the import that adds the starter set. */
export const STARTER_IMPORT = "starter";

export const explore = (query: ExplorerQuery): Promise<ExplorerResult> => call("POST", "explore", query);

/** The address of an archived game's PGN record. */
export const archivedRecord = (id: number): string => `/api/archive/${id}/record.pgn`;
