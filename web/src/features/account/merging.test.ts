import { describe, expect, it } from "vitest";
import { after, BEGINNER } from "../puzzles/puzzleRating";
import type { StoredHistory } from "../puzzles/puzzleHistory.svelte";
import type { StoredRecord } from "../puzzles/puzzleRecord.svelte";
import { mergeCourse, mergePuzzles, mergeRecord, mergeSettings } from "./merging";

describe("settings", () => {
  it("keep the latest choice of each", () => {
    const local = { choices: { theme: "dark", sound: true }, times: { theme: 5, sound: 1 } };
    const remote = { choices: { theme: "light", sound: false }, times: { theme: 3, sound: 2 } };
    const both = { choices: { theme: "dark", sound: false }, times: { theme: 5, sound: 2 } };
    expect(mergeSettings(local, remote)).toEqual(both);
    expect(mergeSettings(both, both)).toEqual(both);
  });

  it("take the account's choice where this browser never made one", () => {
    const local = { choices: { theme: "auto" }, times: {} };
    const remote = { choices: { theme: "dark", newer: 1 }, times: { theme: 1 } };
    expect(mergeSettings(local, remote).choices).toEqual({ theme: "dark", newer: 1 });
    expect(mergeSettings(local, {})).toEqual(local);
  });
});

describe("the course", () => {
  it("has the steps done on either device", () => {
    const one = { queen: { done: [1, 3], last: 3 }, ant: { done: [1], last: 1 } };
    const two = { queen: { done: [2], last: 2 }, spider: { done: [], last: 1 } };
    const both = {
      queen: { done: [1, 2, 3], last: 3 },
      ant: { done: [1], last: 1 },
      spider: { done: [], last: 1 },
    };
    expect(mergeCourse(one, two)).toEqual(both);
    expect(mergeCourse(two, one)).toEqual(both);
  });

  it("stays forgotten until a lesson is begun again", () => {
    const old = { queen: { done: [1, 2], last: 2 } };
    const forgotten = { queen: { done: [], last: 0, round: 1 } };
    const again = { queen: { done: [1], last: 1, round: 1 } };
    expect(mergeCourse(old, forgotten)).toEqual(forgotten);
    expect(mergeCourse(forgotten, old)).toEqual(forgotten);
    expect(mergeCourse(again, mergeCourse(old, forgotten))).toEqual(again);
  });
});

describe("puzzles", () => {
  const record = (tried: StoredRecord["tried"], days: string[] = []): StoredRecord => {
    let rating = BEGINNER;
    const history = [];
    for (const [puzzle, solved] of Object.values(tried)) {
      rating = after(rating, puzzle, solved);
      history.push(Math.round(rating.rating));
    }
    return { ...rating, history, tried, days, dailies: [] };
  };

  it("count the tries of both devices, each once", () => {
    const shared = { one: [800, true], two: [900, false] } as StoredRecord["tried"];
    const local = record({ ...shared, three: [850, true] }, ["2026-11-01", "2026-11-02"]);
    const remote = record({ ...shared, four: [950, true] }, ["2026-11-02", "2026-11-03"]);
    const both = mergeRecord(local, remote);
    const replayed = record({ ...shared, four: [950, true], three: [850, true] });
    expect(both.tried).toEqual(replayed.tried);
    expect(both.rating).toBeCloseTo(replayed.rating);
    expect(both.history).toEqual(replayed.history);
    expect(both.days).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
    // merging again changes nothing, on either device
    expect(mergeRecord(both, both)).toEqual(both);
    expect(mergeRecord(local, both)).toEqual(both);
    expect(mergeRecord(remote, both)).toEqual(both);
  });

  it("keep what only one device has", () => {
    const local = { record: record({ one: [800, true] }), history: null };
    const history: StoredHistory = {
      attempts: [],
      outcomes: { one: [0, 5] },
      best: { streak: 3, storm: 0 },
    };
    expect(mergePuzzles(local, {})).toEqual(local);
    expect(mergePuzzles({ record: null, history: null }, { ...local, history })).toEqual({
      ...local,
      history,
    });
    expect(mergePuzzles({ record: null, history }, local)).toEqual({ ...local, history });
  });
});
