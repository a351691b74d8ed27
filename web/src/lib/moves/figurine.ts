/** Moves as figurines: the piece, its neighbour, and the side of the neighbour where the piece lands. */
import type { Piece } from "../position/pieces";
import { readTurn, ROUND } from "../position/turns";

/** Where a piece lands: a side of its neighbour, counter-clockwise from the right, or on top of it. */
export type Landing = 0 | 1 | 2 | 3 | 4 | 5 | "on";

export type Figurine =
  | { kind: "piece"; piece: Piece; neighbour: null; landing: null }
  | { kind: "piece"; piece: Piece; neighbour: Piece; landing: Landing }
  /** A pass, or a MoveString that this page cannot read, which is shown in words. */
  | { kind: "words" };

/** Return the figurine of a MoveString. */
export function figurineOf(uhp: string): Figurine {
  const turn = readTurn({ uhp, piece: null, origin: null, to: null, spent: 0 }, 0);
  switch (turn.kind) {
    case "pass":
    case "other":
      return { kind: "words" };
    case "open":
      return { kind: "piece", piece: turn.piece, neighbour: null, landing: null };
    default: {
      const landing = turn.beside === "on" ? "on" : (ROUND.indexOf(turn.beside) as Landing);
      return { kind: "piece", piece: turn.piece, neighbour: turn.reference, landing };
    }
  }
}

/** Return where a piece lands in a view rotated counter-clockwise by `rotation` sixths of a turn. */
export const turnLanding = (landing: Landing, rotation: number): Landing =>
  landing === "on" ? "on" : (((((landing + rotation) % 6) + 6) % 6) as Landing);
