/** A reviewed turn in words. */
import type { Strings } from "../../lib/i18n/strings";
import { chanceOf, type ReviewedTurn } from "./judging";
import { duration, percent } from "./figures";

/** How a MoveString is shown. */
export const notation = (uhp: string, strings: Strings): string =>
  uhp === "pass" ? strings.moves.pass : uhp;

/** The number of the round that a turn belongs to. */
export const roundOf = ({ ply }: ReviewedTurn): number => Math.floor(ply / 2) + 1;

/** All that the graph shows of a position, in one line. */
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
    notation(turn.move.uhp, strings),
    review.judgements[turn.move.judgement],
  );
  const spent = turn.move.spent === null ? "" : `, ${review.seconds(duration(turn.move.spent, language))}`;
  return `${move}, ${chance}${spent}`;
}

/** The mover's chance with the best move, and after the move that was played. */
export function chances({ by, after, move }: ReviewedTurn): { best: number; after: number } {
  const left = chanceOf(after, by);
  return { best: Math.min(1, left + move.lost), after: left };
}

/** What a judgement means for this move, in a sentence. */
export function explained(turn: ReviewedTurn, strings: Strings, language: string): string {
  const { review } = strings;
  const { judgement } = turn.move;
  const { best, after } = chances(turn);
  const [from, to] = [percent(best, language), percent(after, language)];
  if (judgement === "missed-win") return review.missedWin(from, to);
  return judgement in review.says
    ? review.says[judgement as keyof typeof review.says]
    : review.gaveAway(from, to);
}
