import { describe, expect, it } from "vitest";
import type { PlayedMove } from "../messages";
import { readPiece } from "./pieces";
import { readTurn } from "./turns";

const move = (uhp: string, origin: [number, number] | null = null): PlayedMove => ({
  uhp,
  piece: uhp.split(" ")[0]!,
  origin,
  to: [0, 0],
  spent: 0,
});
const piece = (name: string) => readPiece(name)!;

describe("MoveStrings", () => {
  it("are read with the side that the symbol of the reference shows", () => {
    const signs = {
      "bQ-": "right",
      "bQ/": "upper-right",
      "\\bQ": "upper-left",
      "-bQ": "left",
      "/bQ": "lower-left",
      "bQ\\": "lower-right",
      bQ: "on",
    };
    for (const [reference, beside] of Object.entries(signs))
      expect(readTurn(move(`wA1 ${reference}`, [3, 3]), 8)).toEqual({
        kind: "move",
        by: "white",
        piece: piece("wA1"),
        beside,
        reference: piece("bQ"),
      });
  });

  it("distinguish the kinds of move", () => {
    expect(readTurn(move("wS1"), 0)).toEqual({ kind: "open", by: "white", piece: piece("wS1") });
    expect(readTurn(move("bS1 wS1-"), 1)).toMatchObject({ kind: "place", by: "black" });
    expect(readTurn(move("wS1 bS1/", [0, 0]), 9)).toMatchObject({ kind: "throw", by: "black" });
    expect(readTurn(move("pass"), 9)).toEqual({ kind: "pass", by: "black" });
  });

  it("are shown as written if they cannot be read", () => {
    expect(readTurn(move("wX9 ?bQ"), 2)).toEqual({ kind: "other", by: "white", text: "wX9 ?bQ" });
  });
});

describe("names of pieces", () => {
  it("contain colour, bug and number", () => {
    expect(readPiece("wA2")).toEqual({ name: "wA2", side: "white", bug: "soldier_ant", number: 2 });
    expect(readPiece("bQ")).toEqual({ name: "bQ", side: "black", bug: "queen_bee", number: null });
    expect(readPiece("xQ")).toBeNull();
  });
});
