import { describe, expect, it } from "vitest";
import en from "../locales/en";
import fr from "../locales/fr";
import type { Result } from "../messages";
import { resultWords } from "./results";

const ENDINGS: Result["ending"][] = [
  "surrounded",
  "both-surrounded",
  "repetition",
  "agreement",
  "resignation",
  "time",
  "aborted",
];

describe("results", () => {
  it("are told for who played", () => {
    const result: Result = { winner: "white", ending: "surrounded" };
    expect(resultWords(result, ["white"], en).title).toBe("You win!");
    expect(resultWords(result, ["black"], en).title).toBe("You lost this one.");
    expect(resultWords(result, [], en).line).toBe("White wins. Black's queen bee is surrounded.");
    expect(resultWords(result, ["white", "black"], fr).line).toBe(
      "Les Blancs gagnent. La reine abeille noire est encerclée.",
    );
    expect(resultWords({ winner: null, ending: "agreement" }, ["white"], en).title).toBe("It's a draw.");
    expect(resultWords({ winner: null, ending: "aborted" }, ["white"], en).title).toBe("Game cancelled.");
  });

  it("have words for every ending", () => {
    for (const ending of ENDINGS)
      for (const words of [en, fr])
        expect(resultWords({ winner: "black", ending }, [], words).reason).toMatch(/\.$/);
  });
});
