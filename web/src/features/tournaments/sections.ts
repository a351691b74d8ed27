import type { TournamentSummary } from "../../lib/messages";
import { isRoundRobin } from "./tournamentText";

export type Section = "standings" | "pairings" | "bracket" | "crossTable";

/** Return the parts of a tournament's page: those that have something to show. */
export function sectionsOf({ system, status }: Pick<TournamentSummary, "system" | "status">): Section[] {
  if (status === "planned" || status === "cancelled") return ["standings"];
  if (system === "knockout") return ["standings", "bracket", "pairings"];
  if (isRoundRobin(system) || ((system === "swiss" || system === "arena") && status === "finished"))
    return ["standings", "pairings", "crossTable"];
  return ["standings", "pairings"];
}
