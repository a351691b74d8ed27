import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReviewView } from "../../lib/messages";
import fixture from "./fixtures.json";
import { HttpProblem, Unreachable } from "../../lib/api";
import { ReviewLoader } from "./reviewing.svelte";

const done = fixture as unknown as ReviewView;
const working = (count: number): ReviewView => ({ ...done, state: "working", done: count, moves: [] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function reading(...answers: (ReviewView | Error)[]) {
  const read = vi.fn(() => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const loader = new ReviewLoader("abc", read);
  return { read, reviewing: loader, close: loader.open() };
}

describe("a review", () => {
  it("is asked for about once a second until it is done", async () => {
    const { read, reviewing: loader } = reading(
      { ...working(0), state: "waiting" },
      working(3),
      working(9),
      done,
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.review?.state).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    expect(loader.review?.done).toBe(3);
    await vi.advanceTimersByTimeAsync(2000);
    expect(loader.review?.state).toBe("done");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("that failed is not asked for again by itself, but when somebody wants it", async () => {
    const { read, reviewing: loader } = reading({ ...working(3), state: "failed" }, done);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(1);
    loader.again();
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.review?.state).toBe("done");
  });

  it("of a server that is away is asked for more and more seldom, and comes with it", async () => {
    const away = new Unreachable("away");
    const { read, reviewing: loader } = reading(working(3), away, away, away, away, away, away, done);
    await vi.advanceTimersByTimeAsync(1000);
    expect(loader.problem).toBe(away);
    expect(loader.review?.done).toBe(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read.mock.calls.length).toBeLessThan(6);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loader.review?.state).toBe("done");
    expect(loader.problem).toBeNull();
  });

  it("that nobody knows is said to be missing", async () => {
    const { read, reviewing: loader } = reading(new HttpProblem(404, "no such review"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loader.missing).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("is not asked for once its page is left, and a late answer changes nothing", async () => {
    const { read, reviewing: loader, close } = reading(working(3), working(4));
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loader.review).toBeNull();
    expect(read).toHaveBeenCalledTimes(1);
  });
});
