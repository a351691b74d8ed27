import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { ALL_GAMES, hasExpansion, openingIn, queryOf, toggleExpansion } from "./gameFilters";

describe("a search for games", () => {
  it("is for an opening if it names nothing but bugs", () => {
    const english = (text: string): string | null => openingIn(text, en.bugs, "en");
    expect(english("spider ant")).toBe("SA");
    expect(english("Spiders")).toBe("S");
    expect(english("queen bee, beetle")).toBe("QB");
    expect(english("ant ant beetle")).toBe("AA");
    expect(english("spider man")).toBeNull();
    expect(english("Ada")).toBeNull();
    expect(english(" ")).toBeNull();
    expect(openingIn("Araignée fourmi", fr.bugs, "fr")).toBe("SA");
  });

  it("is for a part of a name otherwise", () => {
    const query = (change: object): Record<string, string> =>
      queryOf({ ...ALL_GAMES, ...change }, en.bugs, "en");
    expect(query({})).toEqual({});
    expect(query({ search: " Ada ", side: "black" })).toEqual({ name: "Ada", side: "black" });
    expect(query({ search: "spider ant", side: "black" })).toEqual({ opening: "SA" });
    expect(query({ side: "black", since: "last year", until: "2026-11" })).toEqual({ until: "2026-11" });
    expect(query({ gameType: "Base+MP", result: "Draw", origin: "starter" })).toEqual({
      game_type: "Base+MP",
      result: "Draw",
      origin: "starter",
    });
  });
});

describe("the chips of the bugs", () => {
  it("add and remove expansion bugs in the order of game types", () => {
    expect(toggleExpansion("", "P")).toBe("Base+P");
    expect(toggleExpansion("Base+P", "M")).toBe("Base+MP");
    expect(toggleExpansion("Base+MP", "P")).toBe("Base+M");
    expect(toggleExpansion("Base+M", "M")).toBe("");
    expect(toggleExpansion("Base", "L")).toBe("Base+L");
    expect(["M", "L"].map((bug) => hasExpansion("Base+MP", bug as "M"))).toEqual([true, false]);
    expect(hasExpansion("Base", "M")).toBe(false);
  });
});
