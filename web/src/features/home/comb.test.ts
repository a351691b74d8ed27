import { describe, expect, it } from "vitest";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { clockTexts, layOut, NARROW, WIDE, withUsual } from "./comb";

describe("the comb", () => {
  it("is centred in every row", () => {
    const { tiles, width } = layOut(WIDE);
    expect(width).toBe(4);
    expect(tiles.filter(({ y }) => y === 0).map(({ x }) => x)).toEqual([0.5, 1.5, 2.5]);
    expect(layOut(NARROW).width).toBe(3);
  });

  it("has a tile for a custom clock that you use", () => {
    expect(withUsual(WIDE, "7+9")[1]).toContain("7+9");
    expect(withUsual(WIDE, "3+2")).toEqual(WIDE.map((row) => [...row]));
  });

  it("names clocks and speeds", () => {
    expect(clockTexts("10+5", en)).toEqual(["10+5", "Rapid"]);
    expect(clockTexts("1d", en)).toEqual(["1 day", "Daily"]);
    expect(clockTexts("none", en)).toEqual(["No clock", "No clock"]);
    expect(clockTexts("1d", fr)[1]).toBe("Correspondance");
    expect(clockTexts("1d", fr, { short: true })[1]).toBe("Par coup");
  });
});
