import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpProblem } from "./api";
import { Latest } from "./latest.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function asking(delay: number) {
  const answers = new Map<string, { answer: (answer: string) => void; fail: (error: Error) => void }>();
  const ask = vi.fn(
    (question: string) =>
      new Promise<string>((answer, fail) => {
        answers.set(question, { answer, fail });
      }),
  );
  return { latest: new Latest(ask, delay), ask, answers };
}

describe("the latest question", () => {
  it("waits for a pause, and those before it are never asked", async () => {
    const { latest, ask } = asking(200);
    for (const question of ["a", "b", "c"]) latest.put(question);
    expect(latest.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(ask.mock.calls).toEqual([["c"]]);
  });

  it("gets its own answer: one that comes late is dropped", async () => {
    const { latest, answers } = asking(0);
    latest.put("first");
    latest.put("second");
    answers.get("second")!.answer("2");
    await vi.advanceTimersByTimeAsync(0);
    answers.get("first")!.answer("1");
    await vi.advanceTimersByTimeAsync(0);
    expect(latest.answer).toBe("2");
    expect(latest.busy).toBe(false);
  });

  it("leaves the last answer to be looked at while it is asked, and a late failure aside", async () => {
    const { latest, answers } = asking(0);
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

  it("is put again to a server that is busy, and given up after a while", async () => {
    let count = 0;
    const ask = (): Promise<string> =>
      ++count < 3 ? Promise.reject(new HttpProblem(429, "too fast")) : Promise.resolve("at last");
    const latest = new Latest(ask);
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

  it("is dropped when nobody looks any more", async () => {
    const { latest, answers } = asking(0);
    latest.put("first");
    latest.stop();
    answers.get("first")!.answer("1");
    await vi.advanceTimersByTimeAsync(0);
    expect([latest.answer, latest.busy]).toEqual([null, false]);
  });
});
