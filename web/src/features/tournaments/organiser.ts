import type { TournamentSummary } from "../../lib/messages";

/** What an organiser can do, in the order of the menu. */
export type Tool = "start" | "suspend" | "resume" | "adjudicate" | "forfeit" | "remove" | "log" | "cancel";

/** Return the tools that fit the state of a tournament. */
export function toolsFor({ status, suspended }: Pick<TournamentSummary, "status" | "suspended">): Tool[] {
  if (status === "planned") return ["start", "remove", "log", "cancel"];
  if (status === "cancelled" || status === "finished") return ["log"];
  return [suspended ? "resume" : "suspend", "adjudicate", "forfeit", "remove", "log", "cancel"];
}
