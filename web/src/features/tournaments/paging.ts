import type { TournamentStandings } from "../../lib/messages";

/** Return the places of the first and the last row on a page of the standings. */
export function rowsOn({
  page,
  pages,
  players,
  scores,
}: Pick<TournamentStandings, "page" | "pages" | "players" | "scores">): [first: number, last: number] {
  const last = page >= pages ? players : page * scores.length;
  return [scores.length ? last - scores.length + 1 : 0, last];
}
