/** Moves as text: sentences, or UHP notation for players who chose it. */
import type { PlayedMove } from "./messages";
import type { Strings } from "./i18n/strings";
import { readTurn } from "./position/turns";
import { settings } from "./settings.svelte";

/** A move, with the origin that distinguishes moving a piece from placing it. */
export type TextMove = Pick<PlayedMove, "uhp" | "origin">;

/** Return a MoveString in UHP notation, with a translated pass. */
export const formatNotation = (uhp: string, strings: Strings): string =>
  uhp === "pass" ? strings.moves.pass : uhp;

/** Describe the move made after `ply` turns in a sentence. */
export const describeMove = ({ uhp, origin }: TextMove, ply: number, strings: Strings): string =>
  strings.turn(readTurn({ uhp, origin, piece: null, to: null, spent: 0 }, ply));

/** Describe the move made after `ply` turns in words, without a full stop. */
export const moveWords = (move: TextMove, ply: number, strings: Strings): string =>
  describeMove(move, ply, strings).replace(/\.$/, "");

/**
 * Return the text of the move made after `ply` turns: notation for players who chose it, words for the others.
 * `MoveLabel` also shows figurines.
 */
export const moveText = (move: TextMove, ply: number, strings: Strings): string =>
  settings.choices.notation === "uhp" ? formatNotation(move.uhp, strings) : moveWords(move, ply, strings);
