import { describe, expect, it } from "vitest";
import { arrowBetween } from "./arrows";

describe("an arrow", () => {
  it("starts next to the bug of the first face and ends short of the centre of the second", () => {
    const arrow = arrowBetween({ x: 0, y: 0 }, { x: 200, y: 0 })!;
    expect(arrow.from.x).toBeGreaterThan(20);
    expect(arrow.tip.x).toBeLessThan(200);
    expect(arrow.tip.x).toBeGreaterThan(arrow.to.x);
    expect(arrow.heading).toBe(0);
  });

  it("has a shaft between neighbours in every direction", () => {
    const arrow = arrowBetween({ x: 0, y: 0 }, { x: 0, y: -87 })!;
    expect(arrow.heading).toBe(-90);
    expect(arrow.to.y).toBeLessThan(arrow.from.y);
  });

  it("does not exist from a place to itself", () => {
    expect(arrowBetween({ x: 3, y: 3 }, { x: 3, y: 3 })).toBeNull();
  });
});
