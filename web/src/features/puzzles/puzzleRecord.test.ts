import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BEGINNER } from "./puzzleRating";
import {
  dayAfter,
  MAX_DAYS,
  MAX_HISTORY,
  MAX_TRIED,
  PuzzleRecord,
  parseStoredRecord,
  streak,
} from "./puzzleRecord.svelte";
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

describe("what is kept of puzzles", () => {
  it("counts the first try of a puzzle and no other", () => {
    const record = new PuzzleRecord();
    const change = record.note(EASY, true, { now: NOON })!;
    expect(change.from).toBe(800);
    expect(change.to).toBeGreaterThan(900);
    expect(record.data.history).toEqual([change.to]);
    expect(record.note(EASY, false)).toBeNull();
    expect(record.note(EASY, true)).toBeNull();
    expect(Math.round(record.data.rating)).toBe(change.to);
    expect([record.solved, record.count]).toEqual([1, 1]);
    expect(record.note(HARD, false, { now: NOON })!.to).toBeLessThan(change.to);
    expect([record.solved, record.count]).toEqual([1, 2]);
  });

  it("is there again when the page is loaded again", () => {
    new PuzzleRecord().note(EASY, true, { now: NOON, daily: true });
    const record = new PuzzleRecord();
    expect(record.has(EASY.id)).toBe(true);
    expect(record.data.rating).toBeGreaterThan(900);
    expect(record.data.days).toEqual(["2026-11-15"]);
    expect(record.data.dailies).toEqual(["2026-11-15"]);
  });

  it("adds to what another tab has noted meanwhile", () => {
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

  it("goes on where nothing can be kept", () => {
    vi.stubGlobal("localStorage", undefined);
    const record = new PuzzleRecord();
    record.note(EASY, true);
    expect(record.note(EASY, true)).toBeNull();
    expect(record.count).toBe(1);
  });

  it("ignores what makes no sense", () => {
    for (const text of ["", "nonsense", "[]", "3", "null", '{"rating":"1500"}', '{"rating":99999}'])
      expect(parseStoredRecord(text)).toMatchObject({ ...BEGINNER, history: [], tried: {} });
    // a standing is whole or it is none
    expect(parseStoredRecord('{"rating":1500,"deviation":0,"volatility":0.06}').rating).toBe(800);
    const odd = parseStoredRecord(
      JSON.stringify({
        rating: 1500,
        deviation: 80,
        volatility: 0.06,
        history: [1400, "x", null, 1500],
        tried: { aaaa2222: [900, true], short: [900, true], bbbb2222: "yes", cccc2222: [900, 1] },
        days: ["2026-11-15", "yesterday", 5, "2026-11-15"],
        dailies: { a: 1 },
      }),
    );
    expect(odd).toMatchObject({ rating: 1500, history: [1400, 1500], days: ["2026-11-15"], dailies: [] });
    expect(odd.tried).toEqual({ aaaa2222: [900, true] });
  });

  it("does not grow for ever", () => {
    const many = <T>(count: number, of: (index: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => of(at));
    const name = (at: number): string =>
      `a${at.toString(8).padStart(7, "0").replace(/[01]/g, "x")}${at}`.slice(-8);
    const text = JSON.stringify({
      ...BEGINNER,
      history: many(MAX_HISTORY + 50, (at) => at),
      days: many(MAX_DAYS + 50, (at) => dayAfter("2020-01-01", at)),
      tried: Object.fromEntries(many(MAX_TRIED + 50, (at) => [`a${name(at).slice(1)}`, [900, true]])),
    });
    const read = parseStoredRecord(text);
    expect(read.history.length).toBe(MAX_HISTORY);
    expect(read.days.length).toBe(MAX_DAYS);
    expect(Object.keys(read.tried).length).toBeLessThanOrEqual(MAX_TRIED);
    expect(read.history.at(-1)).toBe(MAX_HISTORY + 49);
  });
});

describe("days", () => {
  it("are those of the calendar here", () => {
    expect(dayOf(new Date(2026, 0, 2, 23, 59))).toBe("2026-01-02");
    expect(dayAfter("2026-02-28")).toBe("2026-03-01");
    expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
  });

  it("in a row are counted up to today or yesterday", () => {
    const solved = ["2026-11-10", "2026-11-12", "2026-11-13", "2026-11-14"];
    expect(streak(solved, "2026-11-14")).toBe(3);
    expect(streak(solved, "2026-11-15")).toBe(3);
    expect(streak(solved, "2026-11-16")).toBe(0);
    expect(streak([], "2026-11-16")).toBe(0);
  });
});
