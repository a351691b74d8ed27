import { withMove } from "../../board/stacks";
import type { Stack } from "../../board/types";
import type { PositionView } from "../../lib/messages";
import { ALL_BUGS, readPiece, sideOf, type Side } from "../../lib/position/pieces";
import type { Node } from "./studyTree";

/** What is drawn of a position: the hive and both hands. */
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

/** A position as the server sent it. */
export const contentsOf = (seen: PositionView): BoardContents => drawn(seen.stacks, seen.hands);

/**
 * The position after some moves from one that the server sent, so that stepping does not wait for a response. Drawing,
 * not rules: the server sent the moves. Null if one of them has no destination.
 */
export function after(
  seen: PositionView,
  moves: readonly Pick<Node, "uhp" | "piece" | "to">[],
): BoardContents | null {
  let stacks: Stack[] = seen.stacks;
  const played = new Set<string>();
  for (const { uhp, piece, to } of moves) {
    if (uhp === "pass") continue;
    if (!piece || !to) return null;
    played.add(piece);
    stacks = withMove(stacks, piece, to);
  }
  return drawn(
    stacks,
    seen.hands.filter((piece) => !played.has(piece)),
  );
}
