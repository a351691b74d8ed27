import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { rulesOf, termsOf } from "./terms";

describe("the rules of a game in plain words", () => {
  it("name the bugs instead of their letters, and say whether the game is rated", () => {
    const game = { game_type: "Base+MP", edition: "ultimate-2024", rated: true };
    expect(rulesOf(game, en)).toBe("Rated · mosquito, pillbug");
    expect(rulesOf(game, fr)).toBe("Classée · moustique, cloporte");
    expect(rulesOf({ ...game, game_type: "Base", rated: false }, en)).toBe("Casual · Base game");
  });

  it("name an edition other than the latest", () => {
    const game = { game_type: "Base", edition: "hive-2016", rated: false };
    expect(rulesOf(game, en)).toBe(`Casual · Base game · ${en.editions["hive-2016"]}`);
  });

  it("say that a position which occurs three times is a draw", () => {
    const game = { game_type: "Base", edition: "ultimate-2024", rated: false, threefold: true };
    expect(rulesOf(game, en)).toBe("Casual · Base game · draw by threefold repetition");
    expect(rulesOf(game, fr)).toBe("Amicale · Jeu de base · nulle par triple répétition");
    const clock = { kind: "minutes", minutes: 5, increment: 4, days: 0, first_move: 0 } as const;
    expect(termsOf({ ...game, clock }, en)).toBe("5+4 Blitz · casual · draw by threefold repetition");
    expect(termsOf({ ...game, clock, threefold: false }, fr)).not.toContain("répétition");
  });
});
