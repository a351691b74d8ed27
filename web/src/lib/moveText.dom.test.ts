import { afterEach, describe, expect, it } from "vitest";
import en from "./i18n/en";
import fr from "./i18n/fr";
import { describeMove, formatNotation, moveText } from "./moveText";
import { settings } from "./settings.svelte";

const MOVE = { uhp: "wA1 -bQ", origin: [1, 1] as [number, number] };

afterEach(() => settings.set("notation", "figurines"));

describe("the text of a move", () => {
  it("is a sentence without a full stop for players who see figurines or words", () => {
    for (const notation of ["figurines", "plain"] as const) {
      settings.set("notation", notation);
      expect(`${moveText(MOVE, 8, en)}.`).toBe(describeMove(MOVE, 8, en));
      expect(moveText(MOVE, 8, en)).not.toContain("wA1");
    }
  });

  it("is in notation for players who chose it", () => {
    settings.set("notation", "uhp");
    expect(moveText(MOVE, 8, en)).toBe("wA1 -bQ");
  });

  it("distinguishes placing a piece from moving it", () => {
    expect(describeMove({ ...MOVE, origin: null }, 8, en)).not.toBe(describeMove(MOVE, 8, en));
  });

  it("translates a pass", () => {
    expect([formatNotation("pass", en), formatNotation("pass", fr)]).toEqual([en.moves.pass, fr.moves.pass]);
  });
});
