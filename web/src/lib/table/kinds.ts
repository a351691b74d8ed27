/** The kinds of bugs of a game, for its trays. */
import { BUGS, type BugLetter } from "../../board/look";
import type { PieceName, Stack } from "../../board/types";

/** Return the kinds of bugs among pieces, in the order of a tray. */
export const kindsAmong = (pieces: readonly PieceName[]): BugLetter[] =>
  BUGS.filter((bug) => pieces.some((piece) => piece[1] === bug));

/** Return the kinds of bugs of a position: those in the hands and in play. */
export const kindsOf = (
  hands: Record<"white" | "black", readonly PieceName[]>,
  stacks: readonly Stack[],
): BugLetter[] => kindsAmong([...hands.white, ...hands.black, ...stacks.flatMap((stack) => stack.pieces)]);
