import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import type { BracketMatch, BracketRound } from "../../lib/messages";
import { matchPath, roundTitle } from "./bracket";
import { makeGame } from "./tournamentFixtures";

const makeMatch = (change: Partial<BracketMatch> = {}): BracketMatch => ({
  top: null,
  bottom: null,
  winner: null,
  bye: false,
  third_place: false,
  games: [],
  ...change,
});
const round = (name: BracketRound["name"], matches: number): BracketRound => ({
  round: 1,
  name,
  matches: Array.from({ length: matches }, () => makeMatch()),
});

describe("a bracket", () => {
  it("names its rounds", () => {
    const rounds = [round("", 16), round("quarterfinal", 4), round("semifinal", 2), round("final", 2)];
    expect(rounds.map((each) => roundTitle(each, en))).toEqual([
      "Round of 32",
      "Quarterfinals",
      "Semifinals",
      "Final",
    ]);
    expect(roundTitle(rounds[0]!, fr)).toBe("16es de finale");
  });

  it("leads to the latest game of a match", () => {
    const games = [makeGame({ result: "draw" }), makeGame({ leg: 2, game: "second0000" })];
    expect(matchPath(makeMatch({ games }))).toBe("/game/second0000");
    expect(matchPath(makeMatch({ bye: true }))).toBeNull();
  });
});
