import type { ReviewedMove, ReviewView } from "../../lib/messages";
import { turnOf, type Side } from "../../lib/position/pieces";

export type Judgement = ReviewedMove["judgement"];

/** From the finest to the saddest, as tables list them. */
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

/** Whether something better was there to be played. */
export const isWrong = (judgement: Judgement): boolean => WRONG.has(judgement);

/** How many turns had been taken before a position string's: `Black[3]` in it is after five. */
export function pliesBefore(position: string): number {
  const match = /\b(White|Black)\[(\d+)\]/.exec(position);
  return match ? 2 * (Number(match[2]) - 1) + (match[1] === "Black" ? 1 : 0) : 0;
}

/** One turn of a reviewed game, with what surrounds it. `index` counts the positions: 1 is after the first move. */
export interface ReviewedTurn {
  index: number;
  /** How many turns were taken before it, those before a set-up start included. */
  ply: number;
  by: Side;
  move: ReviewedMove;
  /** White's chance to win, from 0 to 1. */
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

/** The turns that turned the game, the heaviest first. */
export const turningPoints = (review: ReviewView, turns: readonly ReviewedTurn[]): ReviewedTurn[] =>
  review.turning_points.flatMap((ply) => turns.filter(({ move }) => move.ply === ply));

/** A chance of White's as the side to which it is told has it. */
export const chanceOf = (whiteWins: number, side: Side): number =>
  side === "white" ? whiteWins : 1 - whiteWins;

/** The next turn of a side with a judgement, after a position and round again from the start. */
export function nextJudged(
  turns: readonly ReviewedTurn[],
  side: Side,
  judgement: Judgement,
  after: number,
): number | null {
  const such = turns.filter(({ by, move }) => by === side && move.judgement === judgement);
  return (such.find(({ index }) => index > after) ?? such[0])?.index ?? null;
}

/** The nearest wrong turn before or after a position. */
export function nextWrong(turns: readonly ReviewedTurn[], from: number, by: 1 | -1): number | null {
  const ahead = turns.filter(({ wrong, index }) => wrong && (index - from) * by > 0);
  return (by > 0 ? ahead[0] : ahead.at(-1))?.index ?? null;
}

/** Who a review's tree says sat there; empty when nobody is named. */
export function namesOf(tags: Record<string, string>): Record<Side, string> {
  const named = (tag: string | undefined): string => (tag && tag !== "?" ? tag : "");
  return { white: named(tags["White"]), black: named(tags["Black"]) };
}
