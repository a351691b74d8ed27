// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { parseProgress, SchoolProgress } from "./schoolProgress.svelte";

const KEY = "skep.school";
beforeEach(() => localStorage.clear());

describe("what was kept of the course", () => {
  it.each([
    [null],
    [""],
    ["{"],
    ["3"],
    ['"aim"'],
    ["null"],
    ["[1, 2]"],
    ['{"aim": 3, "placing": null}'],
    ['{"aim": {"done": "all"}}'],
    ['{"__proto__": {"done": [1]}, "Aim!": {"done": [1]}}'],
  ])("is nothing where it makes no sense: %s", (text) => {
    expect(parseProgress(text)).toEqual({});
  });

  it("is what makes sense of it", () => {
    const text = '{"aim": {"done": [3, 1, 1, 0, -2, 1.5, "2", 999], "last": "x"}, "placing": {"last": 2}}';
    expect(parseProgress(text)).toEqual({
      aim: { done: [1, 3], last: 1 },
      placing: { done: [], last: 2 },
    });
  });
});

describe("progress", () => {
  it("is remembered by the next page", () => {
    const progress = new SchoolProgress();
    progress.visit("aim", 2);
    progress.finish("aim", 2);
    progress.finish("aim", 1);
    const later = new SchoolProgress();
    expect(later.done("aim", 5)).toEqual([1, 2]);
    expect(later.isBegun("aim")).toBe(true);
    expect(later.isDone("aim", 5)).toBe(false);
    expect(later.isDone("aim", 2)).toBe(true);
  });

  it("leaves out steps that a lesson no longer has", () => {
    const progress = new SchoolProgress();
    for (const step of [1, 2, 7]) progress.finish("aim", step);
    expect(progress.done("aim", 5)).toEqual([1, 2]);
  });

  it("goes on where one was, or at the first step that is not done", () => {
    const progress = new SchoolProgress();
    expect(progress.resume("aim", 5)).toBe(1);
    progress.visit("aim", 4);
    expect(progress.resume("aim", 5)).toBe(4);
    progress.finish("aim", 4);
    progress.finish("aim", 1);
    expect(progress.resume("aim", 5)).toBe(2);
    for (const step of [2, 3, 5]) progress.finish("aim", step);
    expect(progress.resume("aim", 5)).toBe(1);
  });

  it("of several tabs is put together", () => {
    const [one, two] = [new SchoolProgress(), new SchoolProgress()];
    one.finish("aim", 1);
    two.finish("placing", 1);
    two.finish("aim", 2);
    expect(two.done("aim", 5)).toEqual([1, 2]);
    expect(new SchoolProgress().done("placing", 6)).toEqual([1]);
    const stop = one.start();
    two.finish("aim", 3);
    dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(one.done("aim", 5)).toEqual([1, 2, 3]);
    stop();
    two.finish("aim", 4);
    dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(one.done("aim", 5)).toEqual([1, 2, 3]);
  });

  it("can be forgotten, of one lesson or of all", () => {
    const progress = new SchoolProgress();
    progress.finish("aim", 1);
    progress.finish("placing", 1);
    progress.forget("aim");
    expect([progress.isBegun("aim"), progress.isBegun("placing")]).toEqual([false, true]);
    progress.forget();
    expect(progress.any).toBe(false);
    expect(new SchoolProgress().any).toBe(false);
  });
});
