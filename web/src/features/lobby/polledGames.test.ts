import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeSummary } from "../../lib/testSummary";
import { PolledGames, POLL_EVERY } from "./polledGames.svelte";

const page = { visibilityState: "visible", addEventListener: vi.fn(), removeEventListener: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.visibilityState = "visible";
});
afterEach(() => vi.useRealTimers());

describe("a polled list of games", () => {
  it("is requested again while the page is visible, and not after it was stopped", async () => {
    const load = vi.fn(() => Promise.resolve({ games: [makeSummary()], more: true }));
    const list = new PolledGames(load, POLL_EVERY, () => 7);
    const stop = list.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([list.games?.length, list.more, list.receivedAt]).toEqual([1, true, 7]);
    await vi.advanceTimersByTimeAsync(POLL_EVERY);
    expect(load).toHaveBeenCalledTimes(2);
    page.visibilityState = "hidden";
    await vi.advanceTimersByTimeAsync(3 * POLL_EVERY);
    expect(load).toHaveBeenCalledTimes(2);
    page.visibilityState = "visible";
    stop();
    await vi.advanceTimersByTimeAsync(3 * POLL_EVERY);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("keeps its games when a request fails", async () => {
    const load = vi.fn(() => Promise.resolve({ games: [makeSummary()], more: false }));
    const list = new PolledGames(load);
    await list.refresh();
    load.mockRejectedValueOnce(new Error("gone"));
    await list.refresh();
    expect(list.problem).toBeInstanceOf(Error);
    expect(list.games?.length).toBe(1);
    await list.refresh();
    expect(list.problem).toBeNull();
  });
});
