import { expect, it } from "vitest";
import { roundsOf } from "./rounds";

it("puts two moves in each round, and counts them", () => {
  expect(roundsOf([])).toEqual([]);
  expect(roundsOf(["a", "b", "c"])).toEqual([
    {
      number: 1,
      moves: [
        { move: "a", ply: 1 },
        { move: "b", ply: 2 },
      ],
    },
    { number: 2, moves: [{ move: "c", ply: 3 }] },
  ]);
});
