import type { Bug, Piece, Side } from "../../position/pieces";
import type { Beside, Turn } from "../../position/turns";
import { fr as shared } from "../fromPython";
import { upper } from "../texts";

export const bugs: Record<Bug, string> = shared.bugs;
/** As labels, and as the names of players who have none. */
export const sides: Record<Side, string> = { white: "Blancs", black: "Noirs" };
export const masculine = new Set<Bug>(["beetle", "mosquito", "pillbug"]);

export const list = (items: string[]): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} et ${items.at(-1)}`;
export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count < 2 ? one : many}`;

/** « les Blancs », and « Les Blancs » at the start of a sentence. */
export const the = (side: Side): string => shared.sides[side];
export const The = (side: Side): string => upper(the(side));
export const toThe = (side: Side): string => `aux ${sides[side]}`;
export const ofThe = (side: Side): string => `des ${sides[side]}`;
export const loser = (winner: Side | null): Side => (winner === "white" ? "black" : "white");

/** Whether a player without a name is called by the colour, which is plural. */
export const isSide = (name: string): boolean => Object.values(sides).includes(name);
export const subject = (name: string, one: string, many: string): string =>
  isSide(name) ? `Les ${name} ${many}` : `${name} ${one}`;

/** « noire » or « noir »: the colour agrees with the noun. */
export const colour = (side: Side, isMasculine = false): string =>
  side === "white" ? (isMasculine ? "blanc" : "blanche") : isMasculine ? "noir" : "noire";

export const bugOf = (piece: Piece): string =>
  bugs[piece.bug] + (piece.number === null ? "" : ` ${piece.number}`);
export const named = (piece: Piece): string =>
  `${bugOf(piece)} ${colour(piece.side, masculine.has(piece.bug))}`;
export const startsWithVowel = (bug: Bug): boolean => bug === "spider";
export const article = (bug: Bug): string =>
  startsWithVowel(bug) ? "l’" : masculine.has(bug) ? "le " : "la ";
export const thePiece = (piece: Piece): string => article(piece.bug) + named(piece);
export const ofThePiece = (piece: Piece): string =>
  (startsWithVowel(piece.bug) ? "de l’" : masculine.has(piece.bug) ? "du " : "de la ") + named(piece);
/** « une araignée », but « leur moustique »: there is only one. */
export const placed = (piece: Piece): string =>
  `${piece.number === null ? "leur" : masculine.has(piece.bug) ? "un" : "une"} ${bugs[piece.bug]}`;

export const besides: Record<Beside, (piece: Piece) => string> = {
  right: (piece) => `à droite ${ofThePiece(piece)}`,
  "upper-right": (piece) => `en haut à droite ${ofThePiece(piece)}`,
  "upper-left": (piece) => `en haut à gauche ${ofThePiece(piece)}`,
  left: (piece) => `à gauche ${ofThePiece(piece)}`,
  "lower-left": (piece) => `en bas à gauche ${ofThePiece(piece)}`,
  "lower-right": (piece) => `en bas à droite ${ofThePiece(piece)}`,
  on: (piece) => `sur ${thePiece(piece)}`,
};

export const sidesOf: Record<Beside, string> = {
  right: "à droite",
  "upper-right": "en haut à droite",
  "upper-left": "en haut à gauche",
  left: "à gauche",
  "lower-left": "en bas à gauche",
  "lower-right": "en bas à droite",
  on: "ici",
};

export function turn(turn: Turn): string {
  switch (turn.kind) {
    case "pass":
      return `${The(turn.by)} passent leur tour.`;
    case "open":
      return `${The(turn.by)} placent ${placed(turn.piece)}, la première pièce.`;
    case "place":
      return `${The(turn.by)} placent ${placed(turn.piece)} ${besides[turn.beside](turn.reference)}.`;
    case "move":
      return `${upper(thePiece(turn.piece))} va ${besides[turn.beside](turn.reference)}.`;
    case "throw":
      return `${The(turn.by)} lancent ${thePiece(turn.piece)} ${besides[turn.beside](turn.reference)}.`;
    case "other":
      return `${The(turn.by)} jouent ${turn.text}.`;
  }
}
