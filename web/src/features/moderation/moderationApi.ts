import { call } from "../../lib/api";
import type {
  Appointment,
  BlockList,
  BlockView,
  Decision,
  LogPage,
  NewBlock,
  NewReport,
  Notices,
  GameRelations,
  PlayerFile,
  PlayerMatches,
  PlayerRelations,
  Received,
  ReportPage,
  Signals,
  WordChange,
  WordList,
} from "../../lib/messages";

/** The requests about blocks, reports and notices. */
export const peopleApi = {
  report: (report: NewReport) => call<Received>("POST", "reports", report),
  blocks: () => call<BlockList>("GET", "blocks"),
  block: (block: NewBlock) => call<BlockView>("POST", "blocks", block),
  unblock: (entry: number) => call<BlockList>("DELETE", `blocks/${entry}`),
  people: (game: string) => call<GameRelations>("GET", `games/${game}/people`),
  relations: (name: string) => call<PlayerRelations>("GET", `players/${encodeURIComponent(name)}/relations`),
  notices: () => call<Notices>("GET", "me/notices"),
  confirm: (entry: number) => call<Notices>("POST", `me/notices/${entry}/confirm`),
};

const query = (values: Record<string, string | number | boolean | null>): string => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
};

/** The requests of moderators. */
export const deskApi = {
  reports: (closed: boolean, before: number | null) =>
    call<ReportPage>("GET", `moderation/reports?${query({ closed, before })}`),
  decideReport: (report: number, decision: Decision) =>
    call<PlayerFile>("POST", `moderation/reports/${report}/decision`, decision),
  players: (name: string) => call<PlayerMatches>("GET", `moderation/players?${query({ name })}`),
  player: (id: string) => call<PlayerFile>("GET", `moderation/players/${id}`),
  decide: (id: string, decision: Decision) =>
    call<PlayerFile>("POST", `moderation/players/${id}/decision`, decision),
  appoint: (id: string, role: Appointment["role"]) =>
    call<PlayerFile>("PUT", `moderation/players/${id}/role`, { role } satisfies Appointment),
  lift: (sanction: number) => call<LogPage>("POST", `moderation/sanctions/${sanction}/lift`),
  signals: (id: string) => call<Signals>("GET", `moderation/players/${id}/signals`),
  review: (id: string) => call<Signals>("POST", `moderation/players/${id}/signals`),
  log: (action: string, before: number | null) =>
    call<LogPage>("GET", `moderation/log?${query({ action, before })}`),
  words: () => call<WordList>("GET", "moderation/words"),
  changeWord: (word: string, forbidden: boolean) =>
    call<WordList>("PUT", "moderation/words", { word, forbidden } satisfies WordChange),
};
