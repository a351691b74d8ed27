import { describe, expect, it } from "vitest";
import { cellsAgainst, cellsByRound, cellsInOrder, gamesIn, outcomeOf, roundsIn } from "./crossTable";
import { makeCell, makeRow } from "./tournamentFixtures";

const ROW = makeRow(1, "Ann", [
  makeCell({ opponent: 2, round: 3, score: 0 }),
  makeCell({ opponent: 2, round: 1 }),
  makeCell({ opponent: 0, round: 4, score: 0.5, game: null }),
]);

describe("a cross-table", () => {
  it("lists the games against an opponent by round", () => {
    expect(cellsAgainst(ROW, 2).map(({ round }) => round)).toEqual([1, 3]);
    expect(cellsAgainst(ROW, 3)).toEqual([]);
  });

  it("has a place for each round, with or without a game", () => {
    expect(cellsByRound(ROW, 4).map((cell) => cell?.score ?? null)).toEqual([1, null, 0, 0.5]);
    expect(roundsIn([ROW])).toBe(4);
    expect(roundsIn([])).toBe(0);
  });

  it("has the games of an arena in their order", () => {
    const other = makeRow(2, "Ben", [makeCell({ opponent: 1, round: 17, score: 0 })]);
    expect(gamesIn([ROW, other])).toBe(3);
    expect(cellsInOrder(other, 3).map((cell) => cell?.score ?? null)).toEqual([0, null, null]);
    expect(gamesIn([])).toBe(0);
  });

  it("tells wins, draws and losses apart", () => {
    expect([1, 0.5, 0, null].map((score) => outcomeOf(makeCell({ score })))).toEqual([
      "won",
      "drew",
      "lost",
      "unfinished",
    ]);
  });
});
