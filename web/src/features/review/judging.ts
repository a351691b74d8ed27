import type { ReviewedMove, ReviewView } from "../../lib/messages";
import { turnOf, type Side } from "../../lib/position/pieces";

export type Judgement = ReviewedMove["judgement"];

/** All judgements, from the best to the worst, in the order of tables. */
export const JUDGEMENTS: readonly Judgement[] = [
  "best",
  "only-move",
  "good",
  "forced",
  "inaccuracy",
  "mistake",
  "blunder",
  "missed-win",
];

const WRONG: ReadonlySet<Judgement> = new Set(["inaccuracy", "mistake", "blunder", "missed-win"]);

/** Whether a better move was available. */
export const isWrong = (judgement: Judgement): boolean => WRONG.has(judgement);

/** Return the number of turns before a position string: five for `Black[3]`. */
export function pliesBefore(position: string): number {
  const match = /\b(White|Black)\[(\d+)\]/.exec(position);
  return match ? 2 * (Number(match[2]) - 1) + (match[1] === "Black" ? 1 : 0) : 0;
}

/** One turn of a reviewed game. */
export interface ReviewedTurn {
  /** The index of the position after the turn; 1 is after the first move. */
  index: number;
  /** The number of turns before it, including those before a set-up position. */
  ply: number;
  by: Side;
  move: ReviewedMove;
  /** White's winning chances before and after the move, from 0 to 1. */
  before: number;
  after: number;
  wrong: boolean;
}

export function reviewedTurns(review: ReviewView): ReviewedTurn[] {
  const first = pliesBefore(review.tree?.start ?? "");
  return review.moves.map((move, at) => ({
    index: at + 1,
    ply: first + at,
    by: turnOf(first + at),
    move,
    before: at ? review.moves[at - 1]!.white_wins : review.white_wins,
    after: move.white_wins,
    wrong: isWrong(move.judgement),
  }));
}

/** Return the turning points of the game, the largest loss first. */
export const turningPoints = (review: ReviewView, turns: readonly ReviewedTurn[]): ReviewedTurn[] =>
  review.turning_points.flatMap((ply) => turns.filter(({ move }) => move.ply === ply));

/** Convert White's winning chances to those of a side. */
export const chanceOf = (whiteWins: number, side: Side): number =>
  side === "white" ? whiteWins : 1 - whiteWins;

/** Return the next turn of a side with a judgement after a position, or the first one of the game. */
export function nextJudged(
  turns: readonly ReviewedTurn[],
  side: Side,
  judgement: Judgement,
  after: number,
): number | null {
  const matching = turns.filter(({ by, move }) => by === side && move.judgement === judgement);
  return (matching.find(({ index }) => index > after) ?? matching[0])?.index ?? null;
}

/** Return the nearest wrong turn before or after a position. */
export function nextWrong(turns: readonly ReviewedTurn[], from: number, by: 1 | -1): number | null {
  const ahead = turns.filter(({ wrong, index }) => wrong && (index - from) * by > 0);
  return (by > 0 ? ahead[0] : ahead.at(-1))?.index ?? null;
}

/** Return the names of the players from a game's tags; empty if unknown. */
export function namesOf(tags: Record<string, string>): Record<Side, string> {
  const toName = (tag: string | undefined): string => (tag && tag !== "?" ? tag : "");
  return { white: toName(tags["White"]), black: toName(tags["Black"]) };
}
