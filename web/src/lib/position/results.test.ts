import { describe, expect, it } from "vitest";
import en from "../i18n/en";
import fr from "../i18n/fr";
import type { GameResult } from "../messages";
import { resultText, surroundedSides } from "./results";

const ENDINGS: GameResult["ending"][] = [
  "surrounded",
  "both-surrounded",
  "repetition",
  "length",
  "agreement",
  "resignation",
  "time",
  "aborted",
  "abandoned",
  "left",
  "adjudicated",
];

describe("results", () => {
  it("are described from the player's point of view", () => {
    const result: GameResult = { winner: "white", ending: "surrounded" };
    expect(resultText(result, ["white"], en).title).toBe("You win!");
    expect(resultText(result, ["black"], en).title).toBe("You lost this one.");
    expect(resultText(result, [], en).line).toBe("White wins. Black's queen bee is surrounded.");
    expect(resultText(result, ["white", "black"], fr).line).toBe(
      "Les Blancs gagnent. La reine abeille noire est encerclée.",
    );
    expect(resultText({ winner: null, ending: "agreement" }, ["white"], en).title).toBe("It's a draw.");
    expect(resultText({ winner: null, ending: "length" }, [], en).line).toBe(
      "It's a draw. The game reached 1,000 turns, the limit on this site.",
    );
    expect(resultText({ winner: null, ending: "aborted" }, ["white"], en).title).toBe("Game cancelled.");
    expect(resultText({ winner: null, ending: "abandoned" }, ["white"], en).title).toBe("Game abandoned.");
  });

  it("have a text for every ending", () => {
    for (const ending of ENDINGS)
      for (const strings of [en, fr])
        expect(resultText({ winner: "black", ending }, [], strings).reason).toMatch(/\.$/);
  });
});

describe("the surrounded queens", () => {
  it("are those of the sides that lost by it", () => {
    expect(surroundedSides({ ending: "surrounded", winner: "white" })).toEqual(["black"]);
    expect(surroundedSides({ ending: "both-surrounded", winner: null })).toEqual(["white", "black"]);
    expect(surroundedSides({ ending: "resignation", winner: "white" })).toEqual([]);
  });
});
