import { describe, expect, it } from "vitest";
import { readPiece } from "../position/pieces";
import { figurineOf, turnLanding, type Landing } from "./figurine";

const summary = (uhp: string): unknown[] => {
  const figurine = figurineOf(uhp);
  return figurine.kind === "words"
    ? ["words"]
    : [figurine.piece.name, figurine.neighbour?.name ?? null, figurine.landing];
};

describe("the figurine of a move", () => {
  it("has the side of the neighbour where the piece lands, counter-clockwise from the right", () => {
    const notations: [string, Landing][] = [
      ["bQ-", 0],
      ["bQ/", 1],
      ["\\bQ", 2],
      ["-bQ", 3],
      ["/bQ", 4],
      ["bQ\\", 5],
    ];
    for (const [reference, landing] of notations)
      expect(summary(`wA1 ${reference}`)).toEqual(["wA1", "bQ", landing]);
  });

  it("says that the piece lands on top of its neighbour", () => {
    expect(summary("bB2 wS1")).toEqual(["bB2", "wS1", "on"]);
  });

  it("is the piece alone for the first move", () => {
    expect(summary("wS1")).toEqual(["wS1", null, null]);
  });

  it("keeps the numbers of both pieces", () => {
    expect(figurineOf("wG3 -bM")).toMatchObject({ piece: readPiece("wG3"), neighbour: readPiece("bM") });
    expect(readPiece("bM")?.number).toBeNull();
  });

  it("is in words for a pass and for what this page cannot read", () => {
    for (const uhp of ["pass", "", "wA1 bQ?", "wX1 -bQ", "wA1 -bQ-", "wA4 -bQ"])
      expect(summary(uhp)).toEqual(["words"]);
  });

  it("turns with the board", () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((rotation) => turnLanding(0, rotation))).toEqual([0, 1, 2, 3, 4, 5, 0]);
    expect(turnLanding(5, 1)).toBe(0);
    expect(turnLanding(2, -3)).toBe(5);
    expect(turnLanding("on", 4)).toBe("on");
  });
});
