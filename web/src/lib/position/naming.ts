import type { Described } from "../../board/types";
import type { GameState } from "../messages";
import type { Strings } from "../i18n/strings";
import { readPiece, type Piece, type Side } from "./pieces";
import { ROUND, type Beside } from "./turns";

/** How the server names the player of a game whose account was deleted. */
const DELETED = "deleted account";

/** Return the name of a person as the page shows it. */
export const personName = (name: string, strings: Strings): string =>
  name === DELETED ? strings.account.deleted : name;

/** Return the name of a player. */
export function playerName(gameState: GameState, side: Side, strings: Strings): string {
  const player = gameState[side];
  if (player.seat === "open") return strings.game.openSeat;
  if (player.seat === "computer")
    return strings.game.computer(strings.levels[(player.level ?? 1) - 1]?.[0] ?? "");
  return personName(player.name, strings) || strings.sides[side];
}

const read = (names: string[]): Piece[] => names.map(readPiece).filter((piece) => piece !== null);

/** Return the description of a target on the board. */
export function describeThing(thing: Described, strings: Strings): string {
  if (thing.kind === "piece") {
    const piece = readPiece(thing.piece);
    if (!piece) return thing.piece;
    return strings.things.piece(piece, read(thing.under), read(thing.over), thing.movable, thing.selected);
  }
  const beside = thing.beside.flatMap(([name, side]): [Piece, Beside][] => {
    const piece = readPiece(name);
    return piece ? [[piece, ROUND[side] ?? "on"]] : [];
  });
  return thing.kind === "space"
    ? strings.things.space(beside)
    : strings.things.ghost(read(thing.under), beside);
}

export function describePile(name: string, count: number, movable: boolean, strings: Strings): string {
  const piece = readPiece(name);
  return piece ? strings.things.inHand(piece, count, movable) : name;
}
