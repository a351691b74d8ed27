import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpProblem } from "./api";
import { Latest } from "./latest.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function makeLatest(delay: number) {
  const answers = new Map<string, { answer: (answer: string) => void; fail: (error: Error) => void }>();
  const send = vi.fn(
    (request: string) =>
      new Promise<string>((answer, fail) => {
        answers.set(request, { answer, fail });
      }),
  );
  return { latest: new Latest(send, delay), send, answers };
}

describe("the latest request", () => {
  it("is sent after a delay, and earlier ones are never sent", async () => {
    const { latest, send } = makeLatest(200);
    for (const request of ["a", "b", "c"]) latest.put(request);
    expect(latest.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(send.mock.calls).toEqual([["c"]]);
  });

  it("drops late responses to earlier requests", async () => {
    const { latest, answers } = makeLatest(0);
    latest.put("first");
    latest.put("second");
    answers.get("second")!.answer("2");
    await vi.advanceTimersByTimeAsync(0);
    answers.get("first")!.answer("1");
    await vi.advanceTimersByTimeAsync(0);
    expect(latest.answer).toBe("2");
    expect(latest.busy).toBe(false);
  });

  it("keeps the previous response while pending and ignores late failures", async () => {
    const { latest, answers } = makeLatest(0);
    latest.put("first");
    answers.get("first")!.answer("1");
    await vi.advanceTimersByTimeAsync(0);
    latest.put("second");
    expect([latest.answer, latest.busy]).toEqual(["1", true]);
    latest.put("third");
    answers.get("second")!.fail(new Error("late"));
    answers.get("third")!.fail(new Error("now"));
    await vi.advanceTimersByTimeAsync(0);
    expect(String(latest.problem)).toBe("Error: now");
  });

  it("is sent again to a busy server until the attempts are used up", async () => {
    let count = 0;
    const send = (): Promise<string> =>
      ++count < 3 ? Promise.reject(new HttpProblem(429, "too fast")) : Promise.resolve("at last");
    const latest = new Latest(send);
    latest.put("first");
    await vi.advanceTimersByTimeAsync(3000);
    expect([latest.answer, latest.problem, latest.busy]).toEqual(["at last", null, false]);
    const never = new Latest(() => Promise.reject(new HttpProblem(503, "busy")));
    never.put("first");
    await vi.advanceTimersByTimeAsync(3000);
    expect([never.problem, never.busy]).toEqual([null, true]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(never.problem).toBeInstanceOf(HttpProblem);
  });

  it("is dropped after stop", async () => {
    const { latest, answers } = makeLatest(0);
    latest.put("first");
    latest.stop();
    answers.get("first")!.answer("1");
    await vi.advanceTimersByTimeAsync(0);
    expect([latest.answer, latest.busy]).toEqual([null, false]);
  });
});
