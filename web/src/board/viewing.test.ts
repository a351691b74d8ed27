import { describe, expect, it } from "vitest";
import type { Box } from "./geometry";
import { sees, THUMB_SCALE } from "./view";
import { Viewing } from "./viewing.svelte";

const small: Box = { left: -100, top: -100, right: 100, bottom: 100 };
const large: Box = { left: -100, top: -100, right: 900, bottom: 100 };

function watched(): { viewing: Viewing; state: { box: Box; held: boolean } } {
  const state = { box: small, held: false };
  const viewing = new Viewing({
    box: () => state.box,
    padding: () => ({ left: 50 }),
    held: () => state.held,
  });
  viewing.resize(600, 400);
  viewing.keep();
  return { viewing, state };
}

describe("what is seen of the hive", () => {
  it("is fitted at first, between the paddings", () => {
    const { viewing } = watched();
    expect(viewing.frame.left).toBeGreaterThan(50);
    expect(viewing.view.x).toBeCloseTo(325);
  });

  it("stays as it is while the hive is in view, and is fitted when it grows out of it", () => {
    const { viewing, state } = watched();
    const before = viewing.view;
    viewing.keep();
    expect(viewing.view).toBe(before);
    state.box = large;
    viewing.keep();
    expect(viewing.view).not.toBe(before);
    expect(sees(viewing.view, large, viewing.frame)).toBe(true);
  });

  it("does not move while something is held", () => {
    const { viewing, state } = watched();
    const before = viewing.view;
    [state.box, state.held] = [large, true];
    viewing.keep();
    expect(viewing.view).toBe(before);
  });

  it("is left alone once somebody panned, until asked to fit", () => {
    const { viewing, state } = watched();
    const panned = { x: 5, y: 6, scale: 1 };
    viewing.change(panned);
    state.box = large;
    viewing.keep();
    viewing.resize(610, 400);
    expect(viewing.view).toBe(panned);
    viewing.fit();
    expect(sees(viewing.view, large, viewing.frame)).toBe(true);
    viewing.resize(300, 400);
    expect(sees(viewing.view, large, viewing.frame)).toBe(true);
  });

  it("zooms about the middle and reveals what is focused", () => {
    const { viewing } = watched();
    const scale = viewing.view.scale;
    viewing.zoom(1.5);
    expect(viewing.view.scale).toBeCloseTo(scale * 1.5);
    const far = { x: 2000, y: 0 };
    viewing.reveal(far);
    expect(sees(viewing.view, { left: 1999, right: 2001, top: -1, bottom: 1 }, viewing.frame)).toBe(true);
    expect(THUMB_SCALE).toBeGreaterThan(0.5);
  });
});
