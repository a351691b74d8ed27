import { describe, expect, it, vi } from "vitest";
import { puzzleKey } from "./keys";
import { aSave } from "./puzzleFixtures";
import { PuzzleSolving } from "./puzzleSolving.svelte";

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function press(
  solving: PuzzleSolving,
  key: string,
  init: KeyboardEventInit = {},
  onhint: (() => void) | null,
) {
  const onnext = vi.fn();
  const event = new KeyboardEvent("keydown", { key, cancelable: true, ...init });
  const used = puzzleKey(event, solving, { onhint, onnext });
  return { used, prevented: event.defaultPrevented, onnext };
}

describe("the keys of a puzzle", () => {
  it("ask for a hint, except in a run", () => {
    const solving = new PuzzleSolving(aSave());
    const hint = vi.fn();
    expect(press(solving, "h", {}, hint)).toMatchObject({ used: true, prevented: true });
    expect(hint).toHaveBeenCalledTimes(1);
    expect(press(solving, "h", {}, null).used).toBe(false);
    expect(press(solving, "x", {}, hint).used).toBe(false);
  });

  it("leave shortcuts of the browser alone", () => {
    const solving = new PuzzleSolving(aSave());
    expect(press(solving, "n", { ctrlKey: true }, null)).toMatchObject({ used: false, prevented: false });
  });

  it("step through the solution and go to the next puzzle", async () => {
    const solving = new PuzzleSolving(aSave(), { rest: () => Promise.resolve() });
    await solving.giveUp();
    expect([solving.phase, solving.at]).toEqual(["shown", 1]);
    press(solving, "[", {}, null);
    expect(solving.at).toBe(0);
    press(solving, "]", {}, null);
    await settled();
    expect(solving.at).toBe(1);
    expect(press(solving, "n", {}, null).onnext).toHaveBeenCalledTimes(1);
  });
});
