import { describe, expect, it } from "vitest";
import en from "../i18n/en";
import fr from "../i18n/fr";
import type { GameResult } from "../messages";
import { resultText } from "./results";

const ENDINGS: GameResult["ending"][] = [
  "surrounded",
  "both-surrounded",
  "repetition",
  "agreement",
  "resignation",
  "time",
  "aborted",
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
    expect(resultText({ winner: null, ending: "aborted" }, ["white"], en).title).toBe("Game cancelled.");
  });

  it("have a text for every ending", () => {
    for (const ending of ENDINGS)
      for (const strings of [en, fr])
        expect(resultText({ winner: "black", ending }, [], strings).reason).toMatch(/\.$/);
  });
});
