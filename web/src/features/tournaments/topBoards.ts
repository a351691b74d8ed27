import type { Summary, TournamentGameView } from "../../lib/messages";

/**
 * Return the games in progress on the top boards, with their positions.
 *
 * The server sends the position of the first; those of the others are among the live games of the site.
 */
export function topBoards(
  games: readonly TournamentGameView[],
  top: Summary | null,
  live: readonly Summary[],
  most: number,
): Summary[] {
  const known = new Map(live.map((summary) => [summary.game, summary]));
  const others = games
    .filter(({ result }) => result === null)
    .map(({ game }) => known.get(game ?? ""))
    .filter((summary) => summary !== undefined && summary.game !== top?.game && !summary.ended) as Summary[];
  return [...(top && !top.ended ? [top] : []), ...others].slice(0, most);
}
