export type Side = "white" | "black";
export type Bug =
  "queen_bee" | "spider" | "beetle" | "grasshopper" | "soldier_ant" | "mosquito" | "ladybug" | "pillbug";

/** A piece as read from its name: `wA2` is White's second soldier ant. */
export interface Piece {
  name: string;
  side: Side;
  bug: Bug;
  /** 1, 2 or 3; null for a bug of which each player has only one. */
  number: number | null;
}

const BUGS: Record<string, Bug> = {
  Q: "queen_bee",
  S: "spider",
  B: "beetle",
  G: "grasshopper",
  A: "soldier_ant",
  M: "mosquito",
  L: "ladybug",
  P: "pillbug",
};

/** The bugs in the order of hands and lists. */
export const ALL_BUGS = Object.values(BUGS);

export const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** Return the side to move after `ply` moves. White starts, and a pass counts. */
export const turnOf = (ply: number): Side => (ply % 2 === 0 ? "white" : "black");

export const sideOf = (name: string): Side => (name[0] === "w" ? "white" : "black");

export function readPiece(name: string): Piece | null {
  const match = /^([wb])([QSBGAMLP])([123])?$/.exec(name);
  const bug = match && BUGS[match[2]!];
  if (!bug) return null;
  return { name, side: sideOf(name), bug, number: match[3] ? Number(match[3]) : null };
}
