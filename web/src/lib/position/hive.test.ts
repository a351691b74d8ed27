import { describe, expect, it } from "vitest";
import type { PlayedMove } from "../messages";
import { destinations, placeOf, key, queenIsDue, same, tableAfter, whereIs, type Place } from "./hive";

const PIECES = ["wQ", "wA1", "wA2", "wB1", "bQ", "bS1", "bB1"];
const played = (piece: string | null, origin: Place | null, to: Place | null): PlayedMove => ({
  uhp: "",
  piece,
  origin,
  to,
  spent: 0,
});
const moves = [
  played("wB1", null, [0, 0]),
  played("bS1", null, [1, 0]),
  played("wQ", null, [-1, 0]),
  played("bQ", null, [2, 0]),
  played("wB1", [0, 0], [1, 0]),
  played(null, null, null),
  played("wB1", [1, 0], [0, 0]),
];

describe("the table", () => {
  it("starts empty, with all pieces in hand in the order of the bugs", () => {
    const table = tableAfter(PIECES, moves, 0);
    expect(table.stacks.size).toBe(0);
    expect(table.hands).toEqual({ white: ["wQ", "wB1", "wA1", "wA2"], black: ["bQ", "bS1", "bB1"] });
  });

  it("contains placed, moved and stacked pieces", () => {
    const table = tableAfter(PIECES, moves, 5);
    expect(Object.fromEntries(table.stacks)).toEqual({
      "1,0": ["bS1", "wB1"],
      "-1,0": ["wQ"],
      "2,0": ["bQ"],
    });
    expect(table.hands).toEqual({ white: ["wA1", "wA2"], black: ["bB1"] });
    expect(whereIs(table, "wB1")).toEqual([1, 0]);
    expect(whereIs(table, "wA1")).toBeNull();
  });

  it("is unchanged after a pass, and lets a beetle climb down", () => {
    expect(tableAfter(PIECES, moves, 6)).toEqual(tableAfter(PIECES, moves, 5));
    expect(Object.fromEntries(tableAfter(PIECES, moves).stacks)).toEqual({
      "0,0": ["wB1"],
      "1,0": ["bS1"],
      "-1,0": ["wQ"],
      "2,0": ["bQ"],
    });
  });

  it("converts places to keys and back", () => {
    expect(placeOf(key([-3, 12]))).toEqual([-3, 12]);
    expect(same([1, 2], [1, 2])).toBe(true);
    expect(same([1, 2], null)).toBe(false);
    expect(same(null, null)).toBe(true);
  });
});

describe("legal moves", () => {
  it("are read from pairs of numbers", () => {
    const legal = { moves: { wA1: [0, 1, -2, 3] }, must_pass: false };
    expect(destinations(legal, "wA1")).toEqual([
      [0, 1],
      [-2, 3],
    ]);
    expect(destinations(legal, "wA2")).toEqual([]);
  });

  it("show when the queen bee must be placed", () => {
    const table = tableAfter(PIECES, [], 0);
    expect(queenIsDue({ moves: { wQ: [0, 0] }, must_pass: false }, table, "white")).toBe(true);
    expect(queenIsDue({ moves: { wQ: [0, 0], wA1: [0, 0] }, must_pass: false }, table, "white")).toBe(false);
    expect(queenIsDue({ moves: { wQ: [0, 0] }, must_pass: false }, tableAfter(PIECES, moves), "white")).toBe(
      false,
    );
  });
});
