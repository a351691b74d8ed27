import { call } from "../../lib/api";
import type {
  NewTeam,
  Received,
  TeamChange,
  TeamChatView,
  TeamLine,
  TeamMembers,
  TeamReport,
  TeamRequests,
  TeamRole,
  Teams,
  TeamView,
} from "../../lib/messages";
import type { Pool } from "../../lib/pools";

const at = (id: string): string => `teams/${encodeURIComponent(id)}`;
const member = (id: string, name: string): string => `${at(id)}/members/${encodeURIComponent(name)}`;

/** The REST requests about teams. */
export const teamApi = {
  list: (search: string, after: string | null) => {
    const query = new URLSearchParams({ ...(search ? { search } : {}), ...(after ? { after } : {}) });
    return call<Teams>("GET", `teams${query.size ? `?${query}` : ""}`);
  },
  mine: () => call<Teams>("GET", "me/teams"),
  create: (team: NewTeam) => call<TeamView>("POST", "teams", team),
  team: (id: string) => call<TeamView>("GET", at(id)),
  change: (id: string, change: TeamChange) => call<TeamView>("POST", at(id), change),
  close: (id: string) => call<Teams>("DELETE", at(id)),
  join: (id: string, text: string) => call<TeamView>("POST", `${at(id)}/join`, { text }),
  leave: (id: string) => call<Teams>("POST", `${at(id)}/leave`, {}),
  report: (id: string, report: TeamReport) => call<Received>("POST", `${at(id)}/reports`, report),
  members: (id: string, pool: Pool, page: number) =>
    call<TeamMembers>("GET", `${at(id)}/members?${new URLSearchParams({ pool, page: String(page) })}`),
  setRole: (id: string, name: string, role: TeamRole["role"]) =>
    call<TeamView>("PUT", member(id, name), { role }),
  remove: (id: string, name: string) => call<TeamView>("DELETE", member(id, name)),
  handOver: (id: string, name: string) => call<TeamView>("POST", `${at(id)}/handover`, { name }),
  requests: (id: string) => call<TeamRequests>("GET", `${at(id)}/requests`),
  answer: (id: string, name: string, accept: boolean) =>
    call<TeamRequests>("POST", `${at(id)}/requests/${encodeURIComponent(name)}`, { accept }),
  chat: (id: string) => call<TeamChatView>("GET", `${at(id)}/chat`),
  write: (id: string, text: string) => call<TeamLine>("POST", `${at(id)}/chat`, { text }),
  removeLine: (id: string, line: number) => call<TeamChatView>("DELETE", `${at(id)}/chat/${line}`),
};
