import type { Words } from "../../lib/i18n/strings";
import type { ToldMove } from "../../lib/messages";
import type { Place } from "../../board/types";
import { readPiece, type Side } from "../../lib/position/pieces";
import { readTurn } from "../../lib/position/turns";
import type { Said } from "./tasks/task.svelte";

/** What was said, in words. */
export function saidWords(said: Said, toMove: Side, words: Words): string {
  if ("text" in said) return said.text;
  return said.what === "notYours" ? words.school.lesson.notYours(toMove) : words.school.lesson.otherRule;
}

/** A move as a person would tell it, in a sentence. */
export function moveWords(move: ToldMove, origin: Place | null, toMove: Side, words: Words): string {
  const played = { uhp: move.uhp, piece: move.piece, origin, to: move.to, spent: 0 };
  return words.turn(readTurn(played, toMove === "white" ? 0 : 1));
}

/** A move in a word or two: which bug it is of. */
export function bugWords(move: ToldMove, words: Words): string {
  const piece = move.piece ? readPiece(move.piece) : null;
  return piece ? words.bugs[piece.bug] : words.school.lesson.passing;
}

/** About how many minutes so many steps take: a third of one each. */
export const minutesOf = (steps: number): number => Math.max(1, Math.round(steps / 3));
