import type { Bug, Piece, Side } from "../../position/pieces";
import type { Beside, Turn } from "../../position/turns";
import { en as shared } from "../fromPython";

export const bugs: Record<Bug, string> = shared.bugs;
export const sides: Record<Side, string> = shared.sides;

export const besides: Record<Beside, string> = {
  right: "to the right of",
  "upper-right": "to the upper right of",
  "upper-left": "to the upper left of",
  left: "to the left of",
  "lower-left": "to the lower left of",
  "lower-right": "to the lower right of",
  on: "on top of",
};

/** Where a neighbour is, seen from a space. */
export const sidesOf: Record<Beside, string> = {
  right: "on the right",
  "upper-right": "at the upper right",
  "upper-left": "at the upper left",
  left: "on the left",
  "lower-left": "at the lower left",
  "lower-right": "at the lower right",
  on: "here",
};

export const bugOf = (piece: Piece): string =>
  bugs[piece.bug] + (piece.number === null ? "" : ` ${piece.number}`);
export const pieceOf = (piece: Piece): string => `${sides[piece.side]}'s ${bugOf(piece)}`;
export const placed = (piece: Piece): string =>
  piece.number === null ? `the ${bugs[piece.bug]}` : bugOf(piece);
export const list = (items: string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

export function turn(turn: Turn): string {
  switch (turn.kind) {
    case "pass":
      return `${sides[turn.by]} passes.`;
    case "open":
      return `${sides[turn.by]} places ${placed(turn.piece)}, the first piece.`;
    case "place":
      return `${sides[turn.by]} places ${placed(turn.piece)} ${besides[turn.beside]} ${pieceOf(turn.reference)}.`;
    case "move":
      return `${pieceOf(turn.piece)} moves ${besides[turn.beside]} ${pieceOf(turn.reference)}.`;
    case "throw":
      return `${sides[turn.by]} throws ${pieceOf(turn.piece)} ${besides[turn.beside]} ${pieceOf(turn.reference)}.`;
    case "other":
      return `${sides[turn.by]} plays ${turn.text}.`;
  }
}
