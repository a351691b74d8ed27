import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BEGINNER } from "./puzzleRating";
import { dayAfter, MAX_DAYS, MAX_HISTORY, MAX_TRIED, PuzzleRecord, streak } from "./puzzleRecord.svelte";
import { dayOf } from "../../lib/times";

const EASY = { id: "aaaa2222", rating: 800 };
const HARD = { id: "bbbb3333", rating: 1500 };
const NOON = new Date(2026, 10, 15, 12);

let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the puzzle record", () => {
  it("counts only the first try of a puzzle", () => {
    const record = new PuzzleRecord();
    const change = record.note(EASY, true, { now: NOON })!;
    expect(change.from).toBe(800);
    expect(change.to).toBe(860);
    expect(record.data.history).toEqual([change.to]);
    expect(record.note(EASY, false)).toBeNull();
    expect(record.note(EASY, true)).toBeNull();
    expect(Math.round(record.data.rating)).toBe(change.to);
    expect([record.solved, record.count]).toEqual([1, 1]);
    expect(record.note(HARD, false, { now: NOON })!.to).toBeLessThan(change.to);
    expect([record.solved, record.count]).toEqual([1, 2]);
  });

  it("survives a reload", () => {
    new PuzzleRecord().note(EASY, true, { now: NOON, daily: true });
    const record = new PuzzleRecord();
    expect(record.has(EASY.id)).toBe(true);
    expect(record.data.rating).toBe(860);
    expect(record.data.days).toEqual(["2026-11-15"]);
    expect(record.data.dailies).toEqual(["2026-11-15"]);
  });

  it("adds to the record of another tab", () => {
    const [here, there] = [new PuzzleRecord(), new PuzzleRecord()];
    there.note(EASY, true);
    expect(here.note(EASY, true)).toBeNull();
    here.note(HARD, true);
    expect(Object.keys(here.data.tried)).toEqual([EASY.id, HARD.id]);
  });

  it("follows another tab", () => {
    const listeners = new Map<string, (event: unknown) => void>();
    vi.stubGlobal("addEventListener", (kind: string, listen: () => void) => listeners.set(kind, listen));
    vi.stubGlobal("removeEventListener", (kind: string) => listeners.delete(kind));
    const record = new PuzzleRecord();
    const stop = record.start();
    listeners.get("storage")!({ key: "skep.settings", newValue: "{}" });
    expect(record.count).toBe(0);
    new PuzzleRecord().note(EASY, true);
    listeners.get("storage")!({ key: "skep.puzzles", newValue: storage.get("skep.puzzles") });
    expect(record.count).toBe(1);
    stop();
    expect(listeners.size).toBe(0);
  });

  it("works without storage", () => {
    vi.stubGlobal("localStorage", undefined);
    const record = new PuzzleRecord();
    record.note(EASY, true);
    expect(record.note(EASY, true)).toBeNull();
    expect(record.count).toBe(1);
  });

  it("ignores data that it did not write", () => {
    for (const text of ["", "nonsense", "[]", "3", "null", '{"rating":null,"tried":[3]}', '{"version":0}']) {
      storage.set("skep.puzzles", text);
      expect(new PuzzleRecord().data).toEqual({ ...BEGINNER, history: [], tried: {}, days: [], dailies: [] });
    }
  });

  it("reads data from before there were versions", () => {
    const data = { ...BEGINNER, rating: 1500, history: [1500], tried: { aaaa2222: [900, true] } };
    storage.set("skep.puzzles", JSON.stringify({ ...data, days: ["2026-11-15"], dailies: [] }));
    const record = new PuzzleRecord();
    expect([record.data.rating, record.count]).toEqual([1500, 1]);
  });

  it("does not grow without bound", () => {
    const many = <T>(count: number, of: (index: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => of(at));
    const data = {
      ...BEGINNER,
      history: many(MAX_HISTORY, (at) => at),
      days: many(MAX_DAYS, (at) => dayAfter("2020-01-01", at)),
      dailies: [],
      tried: Object.fromEntries(many(MAX_TRIED, (at) => [`puzzle${at}`, [900, true]])),
    };
    storage.set("skep.puzzles", JSON.stringify({ version: 1, data }));
    const record = new PuzzleRecord();
    const change = record.note(EASY, true, { now: NOON })!;
    const { history, days, tried } = record.data;
    expect([history.length, days.length]).toEqual([MAX_HISTORY, MAX_DAYS]);
    expect([history.at(-1), days.at(-1)]).toEqual([change.to, "2026-11-15"]);
    expect([Object.keys(tried).length, "puzzle0" in tried, EASY.id in tried]).toEqual([
      MAX_TRIED,
      false,
      true,
    ]);
  });
});

describe("days", () => {
  it("follow the local calendar", () => {
    expect(dayOf(new Date(2026, 0, 2, 23, 59))).toBe("2026-01-02");
    expect(dayAfter("2026-02-28")).toBe("2026-03-01");
    expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
  });

  it("are counted in a row up to today or yesterday", () => {
    const solved = ["2026-11-10", "2026-11-12", "2026-11-13", "2026-11-14"];
    expect(streak(solved, "2026-11-14")).toBe(3);
    expect(streak(solved, "2026-11-15")).toBe(3);
    expect(streak(solved, "2026-11-16")).toBe(0);
    expect(streak([], "2026-11-16")).toBe(0);
  });
});
