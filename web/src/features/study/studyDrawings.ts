import type { Drawing } from "../../board/types";
import type { AnalysisLine, Mark, PlayedMove } from "../../lib/messages";

/** How many moves of a line are drawn when somebody looks at it. */
const SHOWN = 3;

/** A move as an arrow, or as a tile with a ring where it comes from a hand; nothing for a pass. */
export function drawingOf(move: PlayedMove, rank: number, label?: string): Drawing[] {
  if (!move.piece || !move.to) return [];
  const rest = { color: "engine" as const, rank, ...(label ? { label } : {}) };
  return move.origin
    ? [{ at: move.origin, to: move.to, ...rest }]
    : [{ at: move.to, to: null, piece: move.piece, ...rest }];
}

/** The best moves, the best one boldest. Where several pieces could be placed on one space, the best is shown. */
export function bestMoves(lines: readonly AnalysisLine[]): Drawing[] {
  const drawings = lines.flatMap(({ moves }, index) => (moves[0] ? drawingOf(moves[0], index + 1) : []));
  return drawings.filter(
    ({ at, piece }, index) =>
      !piece || drawings.findIndex((other) => other.piece && String(other.at) === String(at)) === index,
  );
}

/** The first moves of one line, in their order. */
export const lineMoves = ({ moves }: AnalysisLine): Drawing[] =>
  moves.slice(0, SHOWN).flatMap((move, index) => drawingOf(move, index + 1, String(index + 1)));

export const markDrawings = (marks: readonly Mark[]): Drawing[] => marks.map((mark) => ({ ...mark }));
