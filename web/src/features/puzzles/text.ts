import type { Strings } from "../../lib/i18n/strings";
import type { PuzzleMove, PuzzleView } from "../../lib/messages";
import { other, readPiece, type Side } from "../../lib/position/pieces";
import type { PuzzleSolving } from "./puzzleSolving.svelte";
import type { PuzzleFilter } from "./puzzleStock.svelte";
import { readTurn } from "../../lib/position/turns";

/** Return the task of a puzzle in one sentence. */
export function taskText({ kind, moves, scene }: PuzzleView, strings: Strings): string {
  return kind === "win"
    ? strings.puzzles.surround(scene.to_move, moves)
    : strings.puzzles.save(scene.to_move);
}

/** Return the task of a puzzle as a heading. */
export const headline = ({ kind, moves, scene }: PuzzleView, { puzzles }: Strings): string =>
  puzzles.headline[kind](scene.to_move, moves);

/** Return the task of a puzzle in more detail than its heading. */
export const detailText = ({ kind, moves, scene }: PuzzleView, { puzzles }: Strings): string =>
  puzzles.detail[kind](scene.to_move, moves);

/** Return what came of a wrong move, or of the puzzle. */
export function verdict(solving: PuzzleSolving, { puzzles }: Strings): { title: string; text: string } {
  const { puzzle, phase, first } = solving;
  const wrong = solving.wrong.at(-1);
  if (phase === "wrong" && wrong) {
    const text = puzzles.wrong[wrong.what](other(puzzle.scene.to_move), puzzle.moves - wrong.turn);
    return { title: puzzles.missed, text };
  }
  if (phase === "shown") return { title: puzzles.shown, text: "" };
  return { title: first === "solved" ? puzzles.solved : puzzles.solvedLate, text: "" };
}

/** Return the current text: the task, the result of a move, or the end. */
export function statusText(solving: PuzzleSolving, strings: Strings): string {
  const { puzzles } = strings;
  const { puzzle, phase, turn, done } = solving;
  if (phase === "wrong" || done) {
    const { title, text } = verdict(solving, strings);
    return `${title} ${text}`.trim();
  }
  return turn > 0 && puzzle.kind === "win" ? puzzles.goesOn(solving.left) : detailText(puzzle, strings);
}

/** Return a move of a puzzle in words; `after` moves were made before it. */
export function moveText(move: PuzzleMove, after: number, first: Side, strings: Strings): string {
  if (!move.uhp) return "";
  const ply = after + (first === "white" ? 0 : 1);
  return strings.turn(readTurn({ ...move, spent: 0 }, ply));
}

/** Return the source of a puzzle. */
export function sourceOf({ source }: PuzzleView, strings: Strings): string {
  const { fromSelfPlay, from } = strings.puzzles;
  return source.startsWith("self-play") ? fromSelfPlay : from(source);
}

/** Return the name of a game type by its expansions. */
export function typeName(game_type: string, strings: Strings): string {
  const added = [...game_type.replace(/^Base\+?/, "")].map((letter) => {
    const piece = readPiece(`w${letter}`);
    return piece ? strings.bugs[piece.bug] : letter;
  });
  const text = added.join(", ");
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : strings.puzzles.basic;
}

/** Return the name of a training. */
export function filterName({ theme, game_type }: PuzzleFilter, strings: Strings): string {
  const { puzzles } = strings;
  if (theme) return puzzles.themes[theme] ?? theme;
  return game_type ? typeName(game_type, strings) : puzzles.training;
}
