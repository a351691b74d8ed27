import { describe, expect, it } from "vitest";
import { arrowBetween } from "./arrows";

describe("an arrow", () => {
  it("leaves its first face beside the bug and ends short of the middle of the second", () => {
    const arrow = arrowBetween({ x: 0, y: 0 }, { x: 200, y: 0 })!;
    expect(arrow.from.x).toBeGreaterThan(20);
    expect(arrow.tip.x).toBeLessThan(200);
    expect(arrow.tip.x).toBeGreaterThan(arrow.to.x);
    expect(arrow.heading).toBe(0);
  });

  it("stays an arrow between neighbours, whichever way it points", () => {
    const arrow = arrowBetween({ x: 0, y: 0 }, { x: 0, y: -87 })!;
    expect(arrow.heading).toBe(-90);
    expect(arrow.to.y).toBeLessThan(arrow.from.y);
  });

  it("to where it began is none", () => {
    expect(arrowBetween({ x: 3, y: 3 }, { x: 3, y: 3 })).toBeNull();
  });
});
