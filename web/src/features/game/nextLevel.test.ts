import { describe, expect, it } from "vitest";
import type { GameState } from "../../lib/messages";
import { nextLevelGame } from "./nextLevel";
import { UNRATED } from "../../lib/testData";

const player = (level: number | null) =>
  ({ seat: level === null ? "guest" : "computer", name: "", level, online: true, ...UNRATED }) as const;

/** Return a game that White has won against the computer as Black. */
const game = (change: Partial<GameState> = {}) =>
  ({
    white: player(null),
    black: player(3),
    result: { winner: "white", ending: "surrounded" },
    edition: "pocket-2012",
    game_type: "Base+MP",
    threefold: true,
    private: true,
    clock_rule: { kind: "minutes", minutes: 10, increment: 5, days: 0, first_move: 30 },
    ...change,
  }) as GameState;

describe("the game against the next level", () => {
  it("has the same side, rules, bugs and clock", () => {
    expect(nextLevelGame(game(), ["white"])).toEqual({
      opponent: "computer",
      level: 4,
      side: "white",
      edition: "pocket-2012",
      expansions: "MP",
      threefold: true,
      clock: { kind: "minutes", minutes: 10, increment: 5 },
      private: true,
    });
    const without = { kind: "none", minutes: 0, increment: 0, days: 0, first_move: 0 } as const;
    expect(nextLevelGame(game({ game_type: "Base", clock_rule: without }), ["white"])).toMatchObject({
      expansions: "",
      clock: { kind: "none" },
    });
  });

  it("is offered only to the winner of a game against the computer, and not after the last level", () => {
    expect(nextLevelGame(game(), ["black"])).toBeNull();
    expect(nextLevelGame(game(), [])).toBeNull();
    expect(nextLevelGame(game(), ["white", "black"])).toBeNull();
    expect(nextLevelGame(game({ black: player(null) }), ["white"])).toBeNull();
    expect(nextLevelGame(game({ black: player(10) }), ["white"])).toBeNull();
    expect(nextLevelGame(game({ result: null }), ["white"])).toBeNull();
  });
});
