/** A cross-table: players against players for a round robin, players by rounds for a Swiss, players by games for an arena. */
import type { CrossTableCell, CrossTableRow } from "../../lib/messages";

/** Return the results of a player against the one with a rank, the first game first. */
export const cellsAgainst = (row: CrossTableRow, rank: number): CrossTableCell[] =>
  row.cells.filter(({ opponent }) => opponent === rank).sort((one, other) => one.round - other.round);

/** Return the result of a player in each round, or null for a round without one. */
export function cellsByRound(row: CrossTableRow, rounds: number): (CrossTableCell | null)[] {
  return Array.from(
    { length: rounds },
    (_, index) => row.cells.find(({ round }) => round === index + 1) ?? null,
  );
}

/** Return a player's games in their order, and null for those that others have played more. */
export const cellsInOrder = (row: CrossTableRow, games: number): (CrossTableCell | null)[] =>
  Array.from({ length: games }, (_, index) => row.cells[index] ?? null);

/** Return the largest number of games of a player. */
export const gamesIn = (rows: readonly CrossTableRow[]): number =>
  Math.max(0, ...rows.map(({ cells }) => cells.length));

/** Return the number of rounds in a table. */
export const roundsIn = (rows: readonly CrossTableRow[]): number =>
  Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ round }) => round)));

/** Return how a game ended for the player of a cell. */
export function outcomeOf({ score }: CrossTableCell): "won" | "drew" | "lost" | "unfinished" {
  if (score === null) return "unfinished";
  return score >= 1 ? "won" : score > 0 ? "drew" : "lost";
}
