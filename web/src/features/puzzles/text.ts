import type { Words } from "../../lib/i18n/strings";
import type { PuzzleMove, PuzzleSheet } from "../../lib/messages";
import { other, readPiece, type Side } from "../../lib/position/pieces";
import type { PuzzleSolving } from "./puzzleSolving.svelte";
import type { Choice } from "./puzzleStock.svelte";
import { readTurn } from "../../lib/position/turns";

/** What is asked, in one sentence. */
export function asked({ kind, moves, scene }: PuzzleSheet, words: Words): string {
  return kind === "win" ? words.puzzles.surround(scene.to_move, moves) : words.puzzles.save(scene.to_move);
}

/** What there is to say now: what is asked, what came of a move, or that it is done. */
export function said(solving: PuzzleSolving, words: Words): string {
  const { puzzles } = words;
  const { sheet, phase, turn } = solving;
  const wrong = solving.wrong.at(-1);
  if (phase === "wrong" && wrong) {
    const told = puzzles.wrong[wrong.what](other(sheet.scene.to_move), sheet.moves - wrong.turn);
    return `${puzzles.missed} ${told}`;
  }
  if (phase === "solved") return solving.first === "solved" ? puzzles.solved : puzzles.solvedLate;
  if (phase === "shown") return puzzles.shown;
  return turn > 0 && sheet.kind === "win" ? puzzles.goesOn(solving.left) : asked(sheet, words);
}

/** A move of a puzzle in words; `after` moves were made before it. */
export function moveInWords(move: PuzzleMove, after: number, first: Side, words: Words): string {
  if (!move.uhp) return "";
  const ply = after + (first === "white" ? 0 : 1);
  return words.turn(readTurn({ ...move, spent: 0 }, ply));
}

/** Where a puzzle comes from. */
export function sourceOf({ source }: PuzzleSheet, words: Words): string {
  const { fromSelfPlay, from } = words.puzzles;
  return source.startsWith("self-play") ? fromSelfPlay : from(source);
}

/** A game type by what it adds to the basic bugs. */
export function typeName(game_type: string, words: Words): string {
  const added = [...game_type.replace(/^Base\+?/, "")].map((letter) => {
    const piece = readPiece(`w${letter}`);
    return piece ? words.bugs[piece.bug] : letter;
  });
  const text = added.join(", ");
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : words.puzzles.basic;
}

/** What a training is called. */
export function choiceName({ theme, game_type }: Choice, words: Words): string {
  const { puzzles } = words;
  if (theme) return puzzles.themes[theme] ?? theme;
  return game_type ? typeName(game_type, words) : puzzles.training;
}

/** By how much a rating changed, with its sign. */
export const signed = (by: number): string => (by < 0 ? `−${-by}` : `+${by}`);
