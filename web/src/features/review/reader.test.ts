import { describe, expect, it } from "vitest";
import type { ReviewView } from "../../lib/messages";
import type { Requester } from "./replay.svelte";
import fixture from "./fixtures.json";
import { Reader } from "./reader.svelte";

const review = fixture as unknown as ReviewView;

describe("the reader of a review", () => {
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
