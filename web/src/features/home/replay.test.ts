import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RECORDED_LENGTH, RECORDED_START, recordedAt } from "./recordedGame";
import { MOVE_EVERY, Replay } from "./replay.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the recorded game", () => {
  it("ends with a queen bee surrounded on six sides", () => {
    const { stacks } = recordedAt(RECORDED_LENGTH);
    const queen = stacks.find(({ pieces }) => pieces[0] === "bQ")!.place;
    const around = stacks.filter(({ place: [q, r] }) => {
      const [dq, dr] = [q - queen[0], r - queen[1]];
      return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)) === 1;
    });
    expect(around.length).toBe(6);
  });

  it("never loses a piece", () => {
    for (let ply = 1; ply <= RECORDED_LENGTH; ply++) {
      const pieces = recordedAt(ply).stacks.flatMap((stack) => stack.pieces);
      expect(new Set(pieces).size).toBe(pieces.length);
      expect(pieces.length).toBeGreaterThanOrEqual(
        recordedAt(ply - 1).stacks.flatMap((s) => s.pieces).length,
      );
    }
  });
});

describe("its replay", () => {
  it("makes one move every four seconds, until it is stopped", () => {
    const replay = new Replay();
    replay.start();
    vi.advanceTimersByTime(MOVE_EVERY);
    expect(replay.ply).toBe(RECORDED_START + 1);
    vi.advanceTimersByTime(MOVE_EVERY);
    expect(replay.ply).toBe(RECORDED_START + 2);
    replay.stop();
    vi.advanceTimersByTime(10 * MOVE_EVERY);
    expect(replay.ply).toBe(RECORDED_START + 2);
  });

  it("starts again after the end", () => {
    const replay = new Replay();
    replay.ply = RECORDED_LENGTH;
    replay.start();
    vi.advanceTimersByTime(10_000);
    expect(replay.ply).toBe(RECORDED_START);
    replay.stop();
  });
});
