/** A knockout as a bracket: the matches of each round, in an order in which winners meet beside each other. */
import type { TournamentGameView } from "../../lib/messages";

export interface BracketPlayer {
  name: string;
  rating: number | null;
  /** The points in the match; null before it begins. */
  points: number | null;
}

export interface Match {
  /** The two players; null for one who is not known yet. */
  players: [BracketPlayer | null, BracketPlayer | null];
  /** The games of the match, the tie-breaking ones after the first. */
  games: TournamentGameView[];
  /** The name of the winner, once the match is decided. */
  winner: string | null;
  /** Whether the first player advances without a match. */
  bye: boolean;
}

/** Return the points of a player in a game; a game in progress gives none. */
export function pointsIn(game: TournamentGameView, name: string): number {
  if (game.bye !== null || game.result === null || game.result === "none") return 0;
  if (game.result === "draw") return 0.5;
  return (game.result === "white") === (game.white === name) ? 1 : 0;
}

/** Return the matches of a round, in the order of their boards. */
export function matchesOf(games: readonly TournamentGameView[]): Match[] {
  const byPair = new Map<string, TournamentGameView[]>();
  for (const game of [...games].sort((one, other) => one.board - other.board || one.leg - other.leg)) {
    const pair = JSON.stringify([game.white, game.black].sort());
    byPair.set(pair, [...(byPair.get(pair) ?? []), game]);
  }
  return [...byPair.values()].map(toMatch);
}

function toMatch(games: TournamentGameView[]): Match {
  const first = games[0]!;
  const total = (name: string): number => games.reduce((sum, game) => sum + pointsIn(game, name), 0);
  const over = games.every(({ result, bye }) => result !== null || bye !== null);
  const one: BracketPlayer = { name: first.white, rating: first.white_rating, points: total(first.white) };
  if (first.black === null)
    return { players: [{ ...one, points: null }, null], games, winner: first.white, bye: true };
  const other: BracketPlayer = { name: first.black, rating: first.black_rating, points: total(first.black) };
  const winner =
    over && one.points !== other.points ? (one.points! > other.points! ? one.name : other.name) : null;
  return { players: [one, other], games, winner, bye: false };
}

const namesIn = ({ players }: Match): string[] => players.flatMap((player) => (player ? [player.name] : []));

const UNKNOWN: Match = { players: [null, null], games: [], winner: null, bye: false };

/** What a tournament says about its bracket. */
export interface BracketFrame {
  /** The number of rounds, or null if it is not known. */
  total: number | null;
  /** The winner of the tournament. */
  champion: string | null;
}

/**
 * Return the matches of all rounds, from the pairings of the rounds so far, the first one first.
 *
 * The last round known keeps the order of its boards; before it, the two matches that lead to a match stand together.
 * The last round can have a second match, for third place. Rounds to come have matches without players.
 */
export function bracketOf(
  rounds: readonly (readonly TournamentGameView[])[],
  { total, champion }: BracketFrame,
): Match[][] {
  const columns = rounds.map(matchesOf);
  decideDrawn(columns, total, champion);
  for (let index = columns.length - 2; index >= 0; index -= 1)
    columns[index] = inOrderOf(columns[index]!, columns[index + 1]!.flatMap(namesIn));
  while (columns.length && (total === null ? columns.at(-1)!.length > 1 : columns.length < total))
    columns.push(Array.from({ length: Math.ceil(columns.at(-1)!.length / 2) }, () => UNKNOWN));
  return columns;
}

/** A match that stays drawn is won by the player with the better seed, who advances. */
function decideDrawn(columns: Match[][], total: number | null, champion: string | null): void {
  columns.forEach((matches, index) => {
    const next = columns[index + 1];
    const isLast = index + 1 === (total ?? columns.length);
    // of the last round, only the first match is the final
    const through = next
      ? (index + 2 === total ? next.slice(0, 1) : next).flatMap(namesIn)
      : isLast && champion !== null
        ? [champion]
        : [];
    columns[index] = matches.map((match) => ({
      ...match,
      winner: match.winner ?? namesIn(match).find((name) => through.includes(name)) ?? null,
    }));
  });
}

/** Return matches in the order in which their players come up in a list, the others last. */
function inOrderOf(matches: readonly Match[], names: readonly string[]): Match[] {
  const ordered = new Set<Match>();
  for (const name of names) {
    const match = matches.find((each) => namesIn(each).includes(name));
    if (match) ordered.add(match);
  }
  return [...ordered, ...matches.filter((match) => !ordered.has(match))];
}

export type RoundName = "final" | "semifinals" | "quarterfinals" | number;

/** Return what a round is called: a word, or the number of players in it. */
export function roundName(columns: readonly (readonly Match[])[], index: number): RoundName {
  const left = columns.length - index;
  if (left === 1) return "final";
  if (left === 2) return "semifinals";
  return left === 3 ? "quarterfinals" : 2 ** left;
}
