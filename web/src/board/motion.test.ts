import { describe, expect, it } from "vitest";
import tokens from "../lib/styles/tokens.css?raw";
import overlay from "./EndingOverlay.svelte?raw";
import { DRIFT, eased, EASING, PLACE, WALK_PER_HEX } from "./motion";

describe("the motion of the board", () => {
  const token = (name: string): string => new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1] ?? "";

  it("has the durations and the easing of the style sheets", () => {
    expect(token("time-pick")).toBe("140ms");
    expect(token("time-hex")).toBe("90ms");
    expect(token("time-dim")).toBe("400ms");
    expect(WALK_PER_HEX).toBe(90);
    expect(token("time-place")).toBe(`${PLACE}ms`);
    expect(token("time-part")).toBe(`${DRIFT}ms`);
    expect(token("ease")).toBe(EASING);
  });

  it("lights the sides of the queen in turn after the table has dimmed", () => {
    const delays = [...overlay.matchAll(/turn-(\d) \{\s*animation-delay: ([^;]+);/g)];
    expect(delays.map(([, side, delay]) => [side, delay])).toEqual([
      ["0", "var(--time-dim)"],
      ["1", "calc(var(--time-dim) + var(--time-hex))"],
      ...["2", "3", "4", "5"].map((side) => [side, `calc(var(--time-dim) + ${side} * var(--time-hex))`]),
    ]);
  });

  it("starts fast, and ends slowly and exactly", () => {
    expect([eased(0), eased(1), eased(2)]).toEqual([0, 1, 1]);
    expect(eased(0.2)).toBeGreaterThan(0.5);
    for (let part = 0; part < 1; part += 0.1) expect(eased(part + 0.1)).toBeGreaterThan(eased(part));
  });
});
