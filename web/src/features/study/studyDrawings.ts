import type { Drawing } from "../../board/types";
import type { AnalysisLine, Mark, PlayedMove } from "../../lib/messages";

/** The number of moves drawn for an inspected line. */
const SHOWN = 3;

/** Return a move as an arrow or, for a placement, as a tile with a ring; nothing for a pass. */
export function drawingOf(move: PlayedMove, rank: number, label?: string): Drawing[] {
  if (!move.piece || !move.to) return [];
  const rest = { color: "engine" as const, rank, ...(label ? { label } : {}) };
  return move.origin
    ? [{ at: move.origin, to: move.to, ...rest }]
    : [{ at: move.to, to: null, piece: move.piece, ...rest }];
}

/** Return the best moves, the best one boldest. For several placements on one space, the best is drawn. */
export function bestMoves(lines: readonly AnalysisLine[]): Drawing[] {
  const drawings = lines.flatMap(({ moves }, index) => (moves[0] ? drawingOf(moves[0], index + 1) : []));
  return drawings.filter(
    ({ at, piece }, index) =>
      !piece || drawings.findIndex((other) => other.piece && String(other.at) === String(at)) === index,
  );
}

/** Return the first moves of a line. */
export const lineMoves = ({ moves }: AnalysisLine): Drawing[] =>
  moves.slice(0, SHOWN).flatMap((move, index) => drawingOf(move, index + 1, String(index + 1)));

export const markDrawings = (marks: readonly Mark[]): Drawing[] => marks.map((mark) => ({ ...mark }));
