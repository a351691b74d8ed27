import { distance, samePlace } from "../../board/geometry";
import type { Strings } from "../../lib/i18n/strings";
import type { PuzzleMove, PuzzleView } from "../../lib/messages";
import { readPiece, sideOf, type Bug } from "../../lib/position/pieces";

/** Return the solver's moves of the solution. */
const solutionOf = ({ turns }: PuzzleView): PuzzleMove[] => turns.map(({ right }) => right[0]!);

const bugOf = (piece: string | null): Bug | null => (piece ? (readPiece(piece)?.bug ?? null) : null);

/** Return a bug as the subject of a sentence; `copied` is the letter of the bug that a mosquito copies. */
const moverText = (bug: Bug, copied: string | null, strings: Strings): string =>
  strings.puzzles.mover(bug, copied ? bugOf(`w${copied}`) : null);

/** Describe how the last move fills the last space. */
function surroundText(puzzle: PuzzleView, strings: Strings): string | null {
  const { piece, path } = solutionOf(puzzle).at(-1)!;
  const bug = bugOf(piece);
  const { fills } = strings.puzzles;
  return bug && path.kind in fills
    ? fills[path.kind as keyof typeof fills](moverText(bug, path.copied, strings))
    : null;
}

/** Describe the drop: the last move of the solution that climbs, which only beetles and their copies do in a drop. */
function dropText(puzzle: PuzzleView, strings: Strings): string | null {
  const drop = solutionOf(puzzle)
    .filter(({ piece, path }) => path.kind === "climb" && ["beetle", "mosquito"].includes(bugOf(piece) ?? ""))
    .at(-1);
  const bug = bugOf(drop?.piece ?? null);
  return drop && bug ? strings.puzzles.drops(moverText(bug, drop.path.copied, strings)) : null;
}

function throwText(puzzle: PuzzleView, strings: Strings): string | null {
  const thrown = solutionOf(puzzle).find(({ path }) => path.kind === "throw");
  const [bug, thrower] = [bugOf(thrown?.piece ?? null), bugOf(thrown?.path.thrower ?? null)];
  return bug && thrower
    ? strings.puzzles.throws(moverText(thrower, thrown!.path.copied, strings), bug)
    : null;
}

/** Describe a pin: a piece is covered only if the first move ends on top of a piece of the other side. */
function pinText(puzzle: PuzzleView, strings: Strings): string {
  const { to } = solutionOf(puzzle)[0]!;
  const covered = puzzle.scene.stacks.find(({ place }) => samePlace(place, to))?.pieces.at(-1);
  const { pins } = strings.puzzles;
  return covered && sideOf(covered) !== puzzle.scene.to_move ? pins.covered : pins.split;
}

/** Describe an escape: the queen bee moves, a piece beside her makes room, or the move stops the threat elsewhere. */
function escapeText(puzzle: PuzzleView, strings: Strings): string {
  const { origin, to } = solutionOf(puzzle)[0]!;
  const queen = `${puzzle.scene.to_move[0]}Q`;
  const place = puzzle.scene.stacks.find(({ pieces }) => pieces.includes(queen))?.place;
  const { escapes } = strings.puzzles;
  if (!place || !origin || !to) return escapes.threat;
  if (samePlace(origin, place)) return escapes.moves;
  return distance(origin, place) === 1 && distance(to, place) > 1 ? escapes.room : escapes.threat;
}

/** Return what happens in a puzzle's solution with regard to one of its themes. */
export function themeText(puzzle: PuzzleView, theme: string, strings: Strings): string {
  const special: Record<string, (puzzle: PuzzleView, strings: Strings) => string | null> = {
    surround: surroundText,
    drop: dropText,
    throw: throwText,
    pin: pinText,
    escape: escapeText,
  };
  return special[theme]?.(puzzle, strings) ?? strings.puzzles.themeSays[theme] ?? "";
}
