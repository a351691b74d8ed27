/** A game of our own engine against itself, which is shown while there is no live game. */
import type { Place, Stack } from "../../board/types";

/** Each move as the piece and its destination. */
const MOVES =
  "wM 0 0;bG1 1 -1;wL 0 1;bS1 2 -1;wQ 1 1;bP 1 -2;wA1 -1 2;bQ 2 -3;wA1 2 -4;bA1 3 -3;wP 2 1;bA2 3 -2;wA2 -1 0;" +
  "bA3 4 -3;wA2 5 -4;bM 4 -2;wB1 3 -5;bM 4 -6;wG1 1 -4;bA1 3 -6;wA3 3 0;bM 0 2;wA3 2 -5;bB1 3 -3;wP 2 0;bA1 4 -6;" +
  "wM 2 -2;bB1 2 -2;wA3 4 -7;bS2 4 -2;wB2 2 -5;bG1 1 -3;wB2 2 -4;bQ 0 -1;wG1 1 -1;bB2 -1 3;wA3 -2 3;bA1 -1 2;" +
  "wL -1 4;bQ 0 0;wB2 1 -3;bS2 2 1;wA3 -2 2;bG2 3 1;wB2 1 -2;bL 3 -3;wS1 2 -5;bA2 0 3;wL 0 1;bS1 4 0;wA3 -1 0;" +
  "bM 0 1;wP 1 0;bG3 -2 2;wB1 2 -4;bA2 2 -1;wA2 0 -1;bA2 0 -2;wG1 -1 1;bB1 1 -2;wB1 2 -3;bS1 2 -1;wM 1 -1";

const moves = MOVES.split(";").map((move): { piece: string; to: Place } => {
  const [piece = "", q, r] = move.split(" ");
  return { piece, to: [Number(q), Number(r)] };
});

/** The number of moves. */
export const RECORDED_LENGTH = moves.length;
/** The position with which the replay starts, when there is something to see. */
export const RECORDED_START = 16;

/** A position of the recorded game. */
export interface Recorded {
  stacks: Stack[];
  last: { origin: Place | null; to: Place } | null;
  toMove: "white" | "black";
}

/** Return the position after the first `ply` moves. */
export function recordedAt(ply: number): Recorded {
  const stacks = new Map<string, Stack>();
  const where = new Map<string, Place>();
  let last: Recorded["last"] = null;
  for (const { piece, to } of moves.slice(0, ply)) {
    const origin = where.get(piece) ?? null;
    if (origin) {
      const from = stacks.get(origin.join())!;
      from.pieces.pop();
      if (!from.pieces.length) stacks.delete(origin.join());
    }
    const stack = stacks.get(to.join());
    if (stack) stack.pieces.push(piece);
    else stacks.set(to.join(), { place: to, pieces: [piece] });
    where.set(piece, to);
    last = { origin, to };
  }
  return { stacks: [...stacks.values()], last, toMove: ply % 2 ? "black" : "white" };
}
