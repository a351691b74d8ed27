import { withMove } from "../../board/stacks";
import type { Stack } from "../../board/types";
import type { PositionView } from "../../lib/messages";
import { ALL_BUGS, readPiece, sideOf, type Side } from "../../lib/position/pieces";
import type { Node } from "./studyTree";

/** The hive and both hands of a position. */
export interface BoardContents {
  stacks: Stack[];
  hands: Record<Side, string[]>;
}

export const NOTHING: BoardContents = { stacks: [], hands: { white: [], black: [] } };

const order = (piece: string): number => {
  const read = readPiece(piece);
  return read ? ALL_BUGS.indexOf(read.bug) * 4 + (read.number ?? 0) : 0;
};

function drawn(stacks: Stack[], hands: readonly string[]): BoardContents {
  const of = (side: Side): string[] =>
    hands.filter((piece) => sideOf(piece) === side).sort((one, two) => order(one) - order(two));
  return { stacks, hands: { white: of("white"), black: of("black") } };
}

/** Return the contents of a position. */
export const contentsOf = (position: PositionView): BoardContents => drawn(position.stacks, position.hands);

/**
 * Return the contents after some moves from a known position, so that stepping need not wait for the server. Null if
 * the destination of a move is unknown.
 */
export function after(
  position: PositionView,
  moves: readonly Pick<Node, "uhp" | "piece" | "to">[],
): BoardContents | null {
  let stacks: Stack[] = position.stacks;
  const played = new Set<string>();
  for (const { uhp, piece, to } of moves) {
    if (uhp === "pass") continue;
    if (!piece || !to) return null;
    played.add(piece);
    stacks = withMove(stacks, piece, to);
  }
  return drawn(
    stacks,
    position.hands.filter((piece) => !played.has(piece)),
  );
}
