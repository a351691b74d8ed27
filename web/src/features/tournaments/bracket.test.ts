import { describe, expect, it } from "vitest";
import { bracketOf, matchesOf, pointsIn, roundName, type Match } from "./bracket";
import { makeGame } from "./tournamentFixtures";

const game = (round: number, board: number, white: string, black: string, result: "white" | "black" | null) =>
  makeGame({ round, board, white, black, result, game: `${round}${board}${white}` });
const names = ({ players }: Match) => players.map((player) => player?.name ?? null);

const QUARTERS = [
  game(1, 1, "A", "H", "white"),
  game(1, 2, "B", "G", "white"),
  game(1, 3, "C", "F", "white"),
  game(1, 4, "D", "E", "white"),
];

describe("a match", () => {
  it("is won by the points of all its games", () => {
    const games = [
      makeGame({ result: "draw" }),
      makeGame({ leg: 2, white: "Ben", black: "Ann", result: "black", game: "second0000" }),
    ];
    const [match] = matchesOf(games);
    expect(match!.players.map((player) => player?.points)).toEqual([1.5, 0.5]);
    expect(match!.winner).toBe("Ann");
    expect(match!.games.map(({ leg }) => leg)).toEqual([1, 2]);
  });

  it("has no winner while a game is in progress", () => {
    expect(matchesOf([makeGame()])[0]!.winner).toBeNull();
    expect(pointsIn(makeGame(), "Ann")).toBe(0);
  });

  it("can be a bye", () => {
    const [match] = matchesOf([makeGame({ game: null, black: null, black_rating: null, bye: "full" })]);
    expect(match).toMatchObject({ bye: true, winner: "Ann" });
  });
});

describe("a bracket", () => {
  it("puts the matches together whose winners meet", () => {
    const semifinals = [game(2, 1, "A", "D", null), game(2, 2, "B", "C", null)];
    const columns = bracketOf([QUARTERS, semifinals], { total: 3, champion: null });
    expect(columns[0]!.map(names)).toEqual([
      ["A", "H"],
      ["D", "E"],
      ["B", "G"],
      ["C", "F"],
    ]);
    expect(columns[2]!.map(names)).toEqual([[null, null]]);
  });

  it("shows the rounds to come", () => {
    const columns = bracketOf([QUARTERS], { total: 3, champion: null });
    expect(columns.map((matches) => matches.length)).toEqual([4, 2, 1]);
    expect([0, 1, 2].map((index) => roundName(columns, index))).toEqual([
      "quarterfinals",
      "semifinals",
      "final",
    ]);
    expect(roundName([[], [], [], [], []], 0)).toBe(32);
  });

  it("gives a drawn match to the player who advances, although both play for a place", () => {
    const semifinals = [
      makeGame({ round: 1, board: 1, white: "A", black: "D", result: "draw" }),
      game(1, 2, "B", "C", "black"),
    ];
    const last = [
      makeGame({ round: 2, board: 1, white: "A", black: "C", result: "draw" }),
      game(2, 2, "D", "B", "white"),
    ];
    const columns = bracketOf([semifinals, last], { total: 2, champion: "C" });
    expect(columns.map((matches) => matches.map(({ winner }) => winner))).toEqual([
      ["A", "C"],
      ["C", "D"],
    ]);
  });
});
