import { describe, expect, it } from "vitest";
import type { ReviewView } from "../../lib/messages";
import type { Requester } from "./replay.svelte";
import fixture from "./fixtures.json";
import { Reader } from "./reader.svelte";

const review = fixture as unknown as ReviewView;

const reader = (ask: () => Promise<unknown> = () => new Promise(() => {})): Reader =>
  new Reader(review, { ask } as unknown as Requester, {
    wording: () => ({ language: "en", notation: false }),
    animate: () => false,
    chance: () => Promise.resolve(null),
  });

describe("the reader of a review", () => {
  it("opens at the turning point", () => {
    expect(reader().index).toBe(review.turning_points[0]! + 1);
    expect(reader().turn?.wrong).toBe(true);
  });

  it("reveals the better move only when it is requested or found", async () => {
    const best = { uhp: "wA1 -wQ", piece: "wA1", origin: [0, 0], to: [1, 0], spent: 0 };
    const before = review.moves.slice(0, review.turning_points[0]!);
    const opened = reader(() => Promise.resolve({ stacks: [], hands: [], moves: [...before, best] }));
    const turn = opened.turn!;
    expect(opened.isRevealed(turn)).toBe(false);
    await opened.find(turn);
    expect(opened.looking.at).toBe("exercise");
    expect(opened.isRevealed(turn)).toBe(false);
    await opened.showLine(turn);
    expect(opened.isRevealed(turn)).toBe(true);
  });

  it("keeps a move chosen before the start position arrives", async () => {
    let answer = (): void => {};
    const start = { stacks: [], hands: [], moves: [] };
    const socket = {
      ask: () => new Promise((resolve) => (answer = () => resolve(start))),
    } as unknown as Requester;
    const reader = new Reader(review, socket, {
      wording: () => ({ language: "en", notation: false }),
      animate: () => false,
      chance: () => Promise.resolve(null),
    });
    const opened = reader.open();
    reader.seek(5);
    expect(reader.index).toBe(5);
    answer();
    await opened;
    expect(reader.index).toBe(5);
    expect(reader.replay.ready).toBe(true);
  });
});
