import type { Strings } from "../../lib/i18n/strings";
import type { ExplainedMove } from "../../lib/messages";
import type { Place } from "../../board/types";
import { readPiece, type Side } from "../../lib/position/pieces";
import { readTurn } from "../../lib/position/turns";
import type { Feedback } from "./tasks/task.svelte";

/** Return the text of feedback. */
export function feedbackText(feedback: Feedback, toMove: Side, strings: Strings): string {
  if ("text" in feedback) return feedback.text;
  return feedback.what === "notYours"
    ? strings.school.lesson.notYours(toMove)
    : strings.school.lesson.otherRule;
}

/** Return a move as a sentence. */
export function moveText(move: ExplainedMove, origin: Place | null, toMove: Side, strings: Strings): string {
  const played = { uhp: move.uhp, piece: move.piece, origin, to: move.to, spent: 0 };
  return strings.turn(readTurn(played, toMove === "white" ? 0 : 1));
}

/** Return a short name of a move: its bug. */
export function bugText(move: ExplainedMove, strings: Strings): string {
  const piece = move.piece ? readPiece(move.piece) : null;
  return piece ? strings.bugs[piece.bug] : strings.school.lesson.passing;
}

/** Return the approximate duration of steps in minutes: a third of a minute each. */
export const minutesOf = (steps: number): number => Math.max(1, Math.round(steps / 3));
