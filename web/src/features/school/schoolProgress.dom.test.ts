import { beforeEach, describe, expect, it } from "vitest";
import { SchoolProgress } from "./schoolProgress.svelte";

const KEY = "skep.school";
beforeEach(() => localStorage.clear());

describe("stored progress", () => {
  it.each(["", "{", "3", '"aim"', "null", '{"aim": 3}', '{"aim": {"done": "all"}}', '{"version": 2}'])(
    "is ignored if the page did not write it: %s",
    (text) => {
      localStorage.setItem(KEY, text);
      expect(new SchoolProgress().any).toBe(false);
    },
  );

  it("is read from before there were versions", () => {
    localStorage.setItem(KEY, '{"aim": {"done": [1, 3], "last": 1}}');
    expect(new SchoolProgress().done("aim", 5)).toEqual([1, 3]);
  });
});

describe("progress", () => {
  it("survives a reload", () => {
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

  it("excludes steps that a lesson no longer has", () => {
    const progress = new SchoolProgress();
    for (const step of [1, 2, 7]) progress.finish("aim", step);
    expect(progress.done("aim", 5)).toEqual([1, 2]);
  });

  it("continues at the last visited step, or at the first that is not done", () => {
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

  it("is combined from several tabs", () => {
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

  it("can be deleted for one lesson or for all", () => {
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
