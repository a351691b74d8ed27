import { beforeEach, describe, expect, it } from "vitest";
import { clampWidth, MAX_WIDTH, MIN_WIDTH, PanelWidth } from "./panelWidth.svelte";

beforeEach(() => localStorage.clear());

describe("the width of the panel", () => {
  it("is the design's own until it is changed, and remembered", () => {
    const width = new PanelWidth("game");
    expect(width.pixels).toBeUndefined();
    width.set(401.4, 1000);
    width.remember();
    expect(new PanelWidth("game").pixels).toBe(401);
    expect(new PanelWidth("study").pixels).toBeUndefined();
    width.reset();
    expect(new PanelWidth("game").pixels).toBeUndefined();
  });

  it("leaves the stage enough room", () => {
    expect(clampWidth(10, 1000)).toBe(MIN_WIDTH);
    expect(clampWidth(9999, 2000)).toBe(MAX_WIDTH);
    expect(clampWidth(600, 900)).toBe(480);
  });
});
