import { afterEach, describe, expect, it, vi } from "vitest";
import type { Box } from "./geometry";
import { READ_SCALE, sees, THUMB_SCALE } from "./view";
import { Viewing } from "./viewport.svelte";

const small: Box = { left: -100, top: -100, right: 100, bottom: 100 };
const large: Box = { left: -100, top: -100, right: 900, bottom: 100 };

interface State {
  box: Box;
  held: boolean;
  bottom: number;
  latest: Box | null;
  evidence: Box | null;
  drawn: Box | null;
}

function watched(): { viewing: Viewing; state: State } {
  const state: State = { box: small, held: false, bottom: 0, latest: null, evidence: null, drawn: null };
  const viewing = new Viewing({
    box: () => state.box,
    padding: () => ({ left: 50, bottom: state.bottom }),
    held: () => state.held,
    latest: () => state.latest,
    evidence: () => state.evidence,
    drawn: () => state.drawn,
  });
  viewing.resize(600, 400);
  viewing.keep();
  return { viewing, state };
}

/** A finger instead of a mouse. */
function byThumb(): void {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
}
/** Where things glide; frames do not come by themselves. */
function lively(): void {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
}
afterEach(() => void vi.unstubAllGlobals());

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

  it("makes room for what lies over it for a while, and is then as it was", () => {
    const { viewing, state } = watched();
    const before = viewing.view;
    state.bottom = 250;
    viewing.keep();
    expect(sees(viewing.view, small, viewing.frame)).toBe(true);
    state.bottom = 0;
    viewing.keep();
    expect(viewing.view).toEqual(before);
  });

  it("shows what a reason is drawn on, also to who panned away, and goes back afterwards", () => {
    const { viewing, state } = watched();
    const panned = { x: -900, y: 6, scale: 1 };
    viewing.change(panned);
    [state.bottom, state.evidence] = [200, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewing.keep();
    expect(sees(viewing.view, state.evidence, viewing.frame)).toBe(true);
    expect(viewing.view.scale).toBe(1);
    [state.bottom, state.evidence] = [0, null];
    viewing.keep();
    expect(viewing.view).toEqual(panned);
  });

  it("shows all that is drawn with a reason, the spaces at the far end too, and goes back afterwards", () => {
    byThumb();
    const { viewing, state } = watched();
    const before = viewing.view;
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.drawn = { left: -60, top: -700, right: 60, bottom: 90 };
    state.bottom = 40;
    viewing.keep();
    expect(sees(viewing.view, state.drawn, viewing.frame)).toBe(true);
    expect(viewing.view.scale).toBeGreaterThanOrEqual(READ_SCALE);
    [state.bottom, state.evidence, state.drawn] = [0, null, null];
    viewing.keep();
    expect(viewing.view).toEqual(before);
  });

  it("keeps to what a reason is drawn on where all would be too small", () => {
    byThumb();
    const { viewing, state } = watched();
    const scale = viewing.view.scale;
    state.evidence = { left: -50, top: 300, right: 60, bottom: 390 };
    state.drawn = { left: -60, top: -1900, right: 60, bottom: 390 };
    viewing.keep();
    expect(sees(viewing.view, state.evidence, viewing.frame)).toBe(true);
    expect(viewing.view.scale).toBe(scale);
  });

  it("glides no further than it has to", () => {
    const { viewing, state } = watched();
    const before = viewing.view;
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.drawn = { left: -90, top: -90, right: 90, bottom: 90 };
    viewing.keep();
    expect(viewing.view).toBe(before);
  });

  it("for a moment is aimed at as it was before a reason set it gliding", () => {
    vi.useFakeTimers();
    const { viewing, state } = watched();
    const before = viewing.view;
    lively();
    [state.bottom, state.evidence] = [250, { left: -50, top: 0, right: 60, bottom: 90 }];
    viewing.keep();
    viewing.view = { ...before, y: before.y - 50 }; // on its way
    expect(viewing.aim).toEqual(before);
    // gone again at once: it is still the old one that was seen
    state.bottom = 200;
    viewing.keep();
    expect(viewing.aim).toEqual(before);
    vi.advanceTimersByTime(300);
    expect(viewing.aim).toBe(viewing.view);
    [state.bottom, state.evidence] = [0, null];
    viewing.keep();
    viewing.change({ x: 5, y: 6, scale: 1 });
    expect(viewing.aim).toBe(viewing.view);
    vi.useRealTimers();
  });

  it("is aimed at as it is when something else comes over it, and where nothing glides", () => {
    const { viewing, state } = watched();
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    state.bottom = 250;
    viewing.keep();
    expect(viewing.aim).toBe(viewing.view);
    const other = watched();
    lively();
    other.state.bottom = 250;
    other.viewing.keep();
    expect(other.viewing.aim).toBe(other.viewing.view);
  });

  it("does not hold who looks away from a reason", () => {
    const { viewing, state } = watched();
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    viewing.keep();
    viewing.change({ x: -900, y: 6, scale: 1 });
    viewing.keep();
    expect(viewing.view).toEqual({ x: -900, y: 6, scale: 1 });
    state.evidence = { left: -50, top: 0, right: 60, bottom: 90 };
    viewing.keep();
    expect(sees(viewing.view, state.evidence, viewing.frame)).toBe(true);
  });

  it("goes back to the hive after it drifted under a piece, unless somebody had looked elsewhere", () => {
    const { viewing, state } = watched();
    const before = viewing.view;
    state.held = true;
    viewing.drift(-300, 0);
    viewing.keep();
    expect(viewing.view.x).toBe(before.x - 300);
    state.held = false;
    viewing.keep();
    expect(viewing.view).toEqual(before);
    viewing.change({ x: -900, y: 6, scale: 1 });
    viewing.drift(10, 0);
    viewing.keep();
    expect(viewing.view.x).toBe(-890);
  });

  it("follows what is done out of sight of who panned away", () => {
    const { viewing, state } = watched();
    viewing.change({ x: -900, y: 6, scale: 1 });
    state.latest = { left: -50, top: 0, right: 60, bottom: 90 };
    viewing.keep();
    expect(viewing.view.x).toBe(-900);
    viewing.follow();
    expect(sees(viewing.view, state.latest, viewing.frame)).toBe(true);
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

describe("on a touch screen", () => {
  afterEach(() => vi.unstubAllGlobals());

  const long: Box = { left: -100, top: -100, right: 2400, bottom: 100 };
  function scaleWith(thumbs: number): number {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const viewing = new Viewing({
      box: () => long,
      padding: () => ({}),
      held: () => false,
      thumbs: () => thumbs,
    });
    viewing.resize(600, 400);
    viewing.keep();
    return viewing.view.scale;
  }

  it("tiles stay as large as a thumb, or as a share of it, where the hive is too long", () => {
    expect(scaleWith(1)).toBeCloseTo(THUMB_SCALE);
    expect(scaleWith(0.6)).toBeCloseTo(0.6 * THUMB_SCALE);
    expect(scaleWith(0)).toBeLessThan(0.6 * THUMB_SCALE);
  });
});
