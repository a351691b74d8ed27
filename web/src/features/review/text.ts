/** Texts about reviewed turns. */
import type { Strings } from "../../lib/i18n/strings";
import { moveText } from "../../lib/moveText";
import { chanceOf, type ReviewedTurn } from "./judging";
import { duration, percent } from "../../lib/figures";

/** Return the number of the round of a turn. */
export const roundOf = ({ ply }: ReviewedTurn): number => Math.floor(ply / 2) + 1;

/** Return the figures of a position on the graph, in one line. */
export function figuresOf(
  turn: ReviewedTurn | null,
  start: number,
  strings: Strings,
  language: string,
): string {
  const { review } = strings;
  const chance = review.chance("white", percent(turn ? turn.after : start, language));
  if (!turn) return `${review.atStart}, ${chance}`;
  const move = review.moveAt(
    roundOf(turn),
    turn.by,
    moveText(turn.move, turn.ply, strings),
    review.judgements[turn.move.judgement],
  );
  const spent = turn.move.spent === null ? "" : `, ${review.seconds(duration(turn.move.spent, language))}`;
  return `${move}, ${chance}${spent}`;
}

/** Return the mover's winning chances with the best move and after the move played. */
export function chances({ by, after, move }: ReviewedTurn): { best: number; after: number } {
  const left = chanceOf(after, by);
  return { best: Math.min(1, left + move.lost), after: left };
}

/** Explain the judgement of a move in a sentence. */
export function explainJudgement(turn: ReviewedTurn, strings: Strings, language: string): string {
  const { review } = strings;
  const { judgement } = turn.move;
  const { best, after } = chances(turn);
  const [from, to] = [percent(best, language), percent(after, language)];
  if (judgement === "missed-win") return review.missedWin(from, to);
  return judgement in review.says
    ? review.says[judgement as keyof typeof review.says]
    : review.gaveAway(from, to);
}
