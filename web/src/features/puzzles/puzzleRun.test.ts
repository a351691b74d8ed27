import { describe, expect, it, vi } from "vitest";
import { aSave, aWin } from "./puzzleFixtures";
import { PuzzleRun, STORM } from "./puzzleRun.svelte";

function begin(kind: "streak" | "storm") {
  let time = 5000;
  const ended = vi.fn();
  const run = new PuzzleRun(kind, { now: () => time, onEnd: ended });
  return { run, ended, pass: (milliseconds: number) => (time += milliseconds) };
}

describe("a streak", () => {
  it("rises with every solved puzzle and ends with the first miss", () => {
    const { run, ended, pass } = begin("streak");
    const ratings = [run.targetRating];
    for (let count = 0; count < 4; count++) {
      run.start();
      run.count(aWin(), true);
      ratings.push(run.targetRating);
    }
    expect(ratings).toEqual([500, 560, 620, 680, 740]);
    pass(10 * STORM);
    run.tick();
    expect(run.over).toBe(false);
    run.count(aSave(), false);
    expect([run.over, run.solved, run.missed.map(({ id }) => id)]).toEqual([true, 4, ["bbbb3333"]]);
    run.count(aWin(), true);
    expect(run.solved).toBe(4);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it("never asks for puzzles that do not exist", () => {
    const { run } = begin("streak");
    for (let count = 0; count < 100; count++) run.count(aWin(), true);
    expect(run.targetRating).toBe(2600);
  });
});

describe("a storm", () => {
  it("lasts three minutes from the first move, by a clock that never jumps", () => {
    const { run, ended, pass } = begin("storm");
    pass(60_000);
    run.tick();
    expect([run.started, run.left]).toEqual([false, STORM]);
    run.start();
    pass(60_000);
    run.start();
    run.tick();
    expect(run.left).toBe(120_000);
    pass(119_999);
    run.tick();
    expect([run.over, run.left]).toEqual([false, 1]);
    pass(1);
    run.tick();
    expect([run.over, run.left]).toEqual([true, 0]);
    pass(1000);
    run.tick();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it("counts the puzzles solved in a row, and continues after a miss", () => {
    const { run } = begin("storm");
    run.start();
    for (const solved of [true, true, true, false, true]) run.count(aWin(), solved);
    expect([run.solved, run.combo, run.bestCombo, run.missed.length, run.over]).toEqual([4, 1, 3, 1, false]);
    expect(run.results).toEqual([true, true, true, false, true]);
  });

  it("does not count a move after the end, even before the next look at the clock", () => {
    const { run, pass } = begin("storm");
    run.start();
    pass(STORM + 1);
    run.count(aWin(), true);
    expect([run.over, run.solved]).toEqual([true, 0]);
  });
});
