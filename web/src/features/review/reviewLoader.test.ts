import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ReviewView } from "../../lib/messages";
import fixture from "./fixtures.json";
import { HttpProblem, Unreachable } from "../../lib/api";
import { ReviewLoader } from "./reviewLoader.svelte";

const done = fixture as unknown as ReviewView;
const working = (count: number): ReviewView => ({ ...done, state: "working", done: count, moves: [] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeLoader(...answers: (ReviewView | Error)[]) {
  const read = vi.fn(() => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const loader = new ReviewLoader("abc", read);
  return { read, loader, close: loader.open() };
}

describe("a review", () => {
  it("is loaded once per second until it is finished", async () => {
    const { read, loader } = makeLoader({ ...working(0), state: "waiting" }, working(3), working(9), done);
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.review?.state).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    expect(loader.review?.done).toBe(3);
    await vi.advanceTimersByTimeAsync(2000);
    expect(loader.review?.state).toBe("done");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("that failed is loaded again only on request", async () => {
    const { read, loader } = makeLoader({ ...working(3), state: "failed" }, done);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(1);
    loader.again();
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.review?.state).toBe("done");
  });

  it("is loaded less often while the server is unreachable, and recovers", async () => {
    const unreachable = new Unreachable("unreachable");
    const { read, loader } = makeLoader(working(3), ...Array.from({ length: 6 }, () => unreachable), done);
    await vi.advanceTimersByTimeAsync(1000);
    expect(loader.problem).toBe(unreachable);
    expect(loader.review?.done).toBe(3);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read.mock.calls.length).toBeLessThan(6);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loader.review?.state).toBe("done");
    expect(loader.problem).toBeNull();
  });

  it("that does not exist is reported as missing", async () => {
    const { read, loader } = makeLoader(new HttpProblem(404, "no such review"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loader.missing).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("is not loaded after its page is closed, and a late response is ignored", async () => {
    const { read, loader, close } = makeLoader(working(3), working(4));
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loader.review).toBeNull();
    expect(read).toHaveBeenCalledTimes(1);
  });
});
