import { describe, expect, it } from "vitest";
import en from "../i18n/en";
import fr from "../i18n/fr";
import type { GameState } from "../messages";
import { describePile, describeThing, playerName } from "./naming";
import { UNRATED } from "../testData";

describe("players", () => {
  const gameState = {
    white: { seat: "computer", name: "", level: 3, online: true, ...UNRATED },
    black: { seat: "guest", name: "", level: null, online: true, ...UNRATED },
  } as GameState;

  it("are named by name, level or seat", () => {
    expect(playerName(gameState, "white", en)).toBe("Computer · pupa");
    expect(playerName(gameState, "black", en)).toBe("Black");
    expect(playerName({ ...gameState, black: { ...gameState.black, name: "Zoé" } }, "black", fr)).toBe("Zoé");
    expect(playerName({ ...gameState, black: { ...gameState.black, seat: "open" } }, "black", fr)).toBe(
      "Place libre",
    );
  });

  it("are named in the reader's language when their account was deleted", () => {
    const deleted = { ...gameState, black: { ...gameState.black, name: "deleted account" } };
    expect(playerName(deleted, "black", en)).toBe("Deleted account");
    expect(playerName(deleted, "black", fr)).toBe("Compte supprimé");
  });
});

describe("things on the board", () => {
  it("include pieces with those below and above", () => {
    const thing = {
      kind: "piece",
      piece: "wB1",
      place: [0, 0],
      under: ["bQ"],
      over: [],
      movable: true,
      selected: false,
    } as const;
    expect(describeThing({ ...thing, under: ["bQ"], over: [], place: [0, 0] }, en)).toBe(
      "White's beetle 1, on top of Black's queen bee, can move",
    );
    expect(describeThing({ ...thing, under: [], over: ["bB2"], place: [0, 0], movable: false }, fr)).toBe(
      "Scarabée 1 blanc, sous le scarabée 2 noir",
    );
  });

  it("include spaces with their neighbours", () => {
    expect(
      describeThing(
        {
          kind: "ghost",
          place: [0, 0],
          piece: "wA1",
          under: [],
          beside: [
            ["bQ", 0],
            ["wS1", 4],
          ],
        },
        en,
      ),
    ).toBe("Here: Black's queen bee on the right, White's spider 1 at the lower left");
    expect(describeThing({ kind: "ghost", place: [0, 0], piece: "wB1", under: ["bM"], beside: [] }, fr)).toBe(
      "Ici, sur le moustique noir",
    );
  });

  it("include piles in a hand", () => {
    expect(describePile("wA2", 2, true, en)).toBe("White's ant, 2 in hand");
    expect(describePile("bQ", 1, false, en)).toBe("Black's queen bee, 1 in hand, can't be placed this turn");
  });
});
