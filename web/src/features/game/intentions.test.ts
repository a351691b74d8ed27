import { describe, expect, it } from "vitest";
import type { BoardMove } from "../../board/interaction.svelte";
import type { Stack } from "../../board/types";
import { Intentions, isLegal, possiblePremoves } from "./intentions.svelte";

const stacks: Stack[] = [
  { place: [0, 0], pieces: ["wS1"] },
  { place: [1, 0], pieces: ["bS1", "wB1"] },
];
const move = (piece: string, to: [number, number], origin: [number, number] | null = null): BoardMove => ({
  piece,
  origin,
  to,
  path: null,
  dragged: false,
});
const settled = (): Promise<void> => new Promise((resolve) => queueMicrotask(resolve));

describe("premoves", () => {
  it("are offered for the player's uncovered pieces and the next tile of each bug in hand", () => {
    const { moves } = possiblePremoves(stacks, ["wA3", "wA2", "wQ"], "white");
    expect(Object.keys(moves).sort()).toEqual(["wA2", "wB1", "wQ", "wS1"]);
    // the eight spaces around two tiles, and for the beetle the other piece
    expect(moves["wQ"]).toHaveLength(16);
    expect(moves["wS1"]).toHaveLength(16);
    expect(moves["wB1"]).toHaveLength(18);
    expect(possiblePremoves(stacks, [], "black").moves).toEqual({});
  });

  it("are legal only if the server says so", () => {
    const legal = { moves: { wQ: [-1, 0, 0, -1] }, must_pass: false };
    expect(isLegal(move("wQ", [0, -1]), legal)).toBe(true);
    expect(isLegal(move("wQ", [1, -1]), legal)).toBe(false);
    expect(isLegal(move("wA1", [0, -1]), legal)).toBe(false);
  });

  it("are drawn as an arrow, or as the tile on its space", () => {
    const intentions = new Intentions();
    expect(intentions.drawings).toEqual([]);
    intentions.premove = move("wS1", [2, 0], [0, 0]);
    expect(intentions.drawings).toEqual([{ at: [0, 0], to: [2, 0], color: "blue", rank: 1 }]);
    intentions.premove = move("wQ", [-1, 0]);
    expect(intentions.drawings).toEqual([{ at: [-1, 0], to: null, color: "blue", rank: 1, piece: "wQ" }]);
    intentions.clear();
    expect(intentions.drawings).toEqual([]);
  });
});

describe("a move to be confirmed", () => {
  it("is confirmed by the same move in the same touch, even though a touch first clears", async () => {
    const intentions = new Intentions();
    intentions.unconfirmed = move("wQ", [-1, 0]);
    intentions.clear();
    expect(intentions.confirms(move("wQ", [-1, 0]))).toBe(true);
    expect(intentions.confirms(move("wQ", [0, -1]))).toBe(false);
    await settled();
    expect(intentions.confirms(move("wQ", [-1, 0]))).toBe(false);
  });
});
