import type { PlayedMove, Scene, ExplainedMove } from "../messages";
import { readPiece, sideOf, turnOf, type Piece, type Side } from "./pieces";

/** The side of a piece on which another is; `on` is on top of it. */
export type Beside = "right" | "upper-right" | "upper-left" | "left" | "lower-left" | "lower-right" | "on";

/** The sides of a space, counter-clockwise from the right, in the order of the board. */
export const ROUND: readonly Beside[] = [
  "right",
  "upper-right",
  "upper-left",
  "left",
  "lower-left",
  "lower-right",
];

/** A move, ready to be described. */
export type Turn =
  | { kind: "pass"; by: Side }
  /** The first piece of the game, which has no neighbour. */
  | { kind: "open"; by: Side; piece: Piece }
  /** A piece is placed, moved, or thrown; a piece of the other colour can only be thrown. */
  | { kind: "place" | "move" | "throw"; by: Side; piece: Piece; beside: Beside; reference: Piece }
  /** A MoveString that this page cannot read, shown as written. */
  | { kind: "other"; by: Side; text: string };

/**
 * Read the MoveString of the move made after `ply` moves.
 *
 * A MoveString is the piece, a space, and a reference: a neighbour of the destination with a symbol on the side where
 * the destination is. The symbols look like the direction from the reference to it:
 *
 *      \X  X/       \X upper left    X/ upper right
 *     -X  X  X-     -X left          X- right
 *      /X  X\       /X lower left    X\ lower right
 *
 * A bare X means on top of X; a lone piece opens the game; `pass` is a pass.
 */
export function readTurn(move: PlayedMove, ply: number): Turn {
  const by = turnOf(ply);
  if (move.uhp === "pass") return { kind: "pass", by };
  const [name = "", reference] = move.uhp.split(" ");
  const piece = readPiece(name);
  if (piece && reference === undefined) return { kind: "open", by, piece };
  const match = /^([-/\\]?)([wb][QSBGAMLP][123]?)([-/\\]?)$/.exec(reference ?? "");
  const beside = match && SIGNS[`${match[1]}X${match[3]}`];
  const to = match && readPiece(match[2]!);
  if (!piece || !beside || !to) return { kind: "other", by, text: move.uhp };
  const kind = move.origin === null ? "place" : sideOf(piece.name) === by ? "move" : "throw";
  return { kind, by, piece, beside, reference: to };
}

/** Return a move of a scene, legal or not, ready to be described. */
export function turnIn(scene: Scene, move: ExplainedMove): Turn {
  const origin = scene.stacks.find(({ pieces }) => pieces.includes(move.piece ?? ""))?.place ?? null;
  const { uhp, piece, to } = move;
  const turn = readTurn({ uhp, piece, origin, to, spent: 0 }, scene.to_move === "white" ? 0 : 1);
  if (turn.kind !== "move" && turn.kind !== "throw") return turn;
  const thrown = move.path?.kind === "throw" || move.why?.rule.startsWith("throw");
  return { ...turn, kind: thrown ? "throw" : "move" };
}

const SIGNS: Record<string, Beside> = {
  "X-": "right",
  "X/": "upper-right",
  "\\X": "upper-left",
  "-X": "left",
  "/X": "lower-left",
  "X\\": "lower-right",
  X: "on",
};
