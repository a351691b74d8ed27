import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_ATTEMPTS, merged, PuzzleHistory, type StoredHistory } from "./puzzleHistory.svelte";

const ONE = { id: "aaaa2222", rating: 800 };
const TWO = { id: "bbbb3333", rating: 1500 };
const at = (minute: number): Date => new Date(2026, 10, 15, 12, minute);

let storage: Map<string, string>;
let listeners: Map<string, (event: unknown) => void>;

beforeEach(() => {
  storage = new Map();
  listeners = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  });
  vi.stubGlobal("addEventListener", (kind: string, listen: () => void) => listeners.set(kind, listen));
  vi.stubGlobal("removeEventListener", (kind: string) => listeners.delete(kind));
});
afterEach(() => vi.unstubAllGlobals());

const KEY = "skep.puzzle-history";
const notify = (text: string | undefined) => listeners.get("storage")!({ key: KEY, newValue: text ?? null });

describe("the puzzle history", () => {
  it("lists every attempt with its date, result and rating change, even after a reload", () => {
    const history = new PuzzleHistory();
    history.note(ONE, false, { mode: "training", change: { from: 800, to: 740 }, now: at(1) });
    history.note(ONE, true, { mode: "repeat", now: at(2) });
    expect(new PuzzleHistory().data.attempts).toEqual([
      { at: at(1).getTime(), puzzle: ONE.id, rating: 800, mode: "training", solved: false, to: 740, by: -60 },
      { at: at(2).getTime(), puzzle: ONE.id, rating: 800, mode: "repeat", solved: true, to: null, by: null },
    ]);
  });

  it("offers missed puzzles, the oldest first, until they are solved", () => {
    const history = new PuzzleHistory();
    history.note(TWO, false, { mode: "streak", now: at(1) });
    history.note(ONE, false, { mode: "training", now: at(2) });
    expect(history.toRepeat({})).toEqual([TWO.id, ONE.id]);
    history.note(TWO, false, { mode: "repeat", now: at(3) });
    expect(history.toRepeat({})).toEqual([ONE.id, TWO.id]);
    history.note(ONE, true, { mode: "repeat", now: at(4) });
    expect(history.toRepeat({})).toEqual([TWO.id]);
    history.note(ONE, false, { mode: "storm", now: at(5) });
    expect(history.toRepeat({})).toEqual([TWO.id, ONE.id]);
  });

  it("offers puzzles that were missed before the history existed", () => {
    const history = new PuzzleHistory();
    const tried = { [ONE.id]: [800, false], [TWO.id]: [1500, true] } as Record<string, [number, boolean]>;
    expect(history.toRepeat(tried)).toEqual([ONE.id]);
    history.note(ONE, true, { mode: "repeat", now: at(1) });
    expect(history.toRepeat(tried)).toEqual([]);
  });

  it("keeps the best streak and storm", () => {
    const history = new PuzzleHistory();
    expect(history.finish("streak", 5)).toBe(true);
    expect(history.finish("streak", 5)).toBe(false);
    expect(history.finish("streak", 3)).toBe(false);
    expect(history.finish("storm", 0)).toBe(false);
    expect(history.finish("storm", 9)).toBe(true);
    expect(new PuzzleHistory().data.best).toEqual({ streak: 5, storm: 9 });
  });

  it("adds to the history of another tab", () => {
    const [here, there] = [new PuzzleHistory(), new PuzzleHistory()];
    there.note(ONE, true, { mode: "training", now: at(1) });
    there.finish("storm", 7);
    here.note(TWO, false, { mode: "training", now: at(2) });
    here.finish("storm", 4);
    const { attempts, best } = new PuzzleHistory().data;
    expect(attempts.map(({ puzzle }) => puzzle)).toEqual([ONE.id, TWO.id]);
    expect(best.storm).toBe(7);
  });

  it("restores an attempt that another tab overwrote at the same moment", () => {
    const here = new PuzzleHistory();
    const stop = here.start();
    const empty = storage.get(KEY);
    here.note(ONE, true, { mode: "training", now: at(1) });
    if (empty === undefined) storage.delete(KEY);
    new PuzzleHistory().note(TWO, true, { mode: "training", now: at(2) });
    notify(storage.get(KEY));
    const names = ({ data }: PuzzleHistory) => data.attempts.map(({ puzzle }) => puzzle);
    expect(names(here)).toEqual([ONE.id, TWO.id]);
    expect(names(new PuzzleHistory())).toEqual([ONE.id, TWO.id]);
    // the other tab receives it in turn; nothing is left to write
    const written = storage.get(KEY)!;
    notify(written);
    expect(storage.get(KEY)).toBe(written);
    notify(undefined);
    expect(names(here)).toEqual([]);
    stop();
    expect(listeners.size).toBe(0);
  });

  it("merges in any order to the same result", () => {
    const [one, two] = [new PuzzleHistory(), new PuzzleHistory()];
    one.note(ONE, false, { mode: "training", now: at(3) });
    one.note(TWO, false, { mode: "training", now: at(1) });
    storage.clear();
    two.note(ONE, true, { mode: "repeat", now: at(2) });
    two.note(TWO, true, { mode: "repeat", now: at(3) });
    const text = (...[a, b]: [StoredHistory, StoredHistory]) => JSON.stringify(merged(a, b));
    expect(text(one.data, two.data)).toBe(text(two.data, one.data));
    expect(merged(one.data, two.data).outcomes).toEqual({
      [ONE.id]: [at(3).getTime(), at(2).getTime()],
      [TWO.id]: [at(1).getTime(), at(3).getTime()],
    });
  });

  it("does not grow without bound, and knows what was tried last", () => {
    const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, index) => ({
      at: index,
      puzzle: `puzzle${index}`,
      rating: 900,
      mode: "training",
      solved: true,
      to: null,
      by: null,
    }));
    storage.set(
      KEY,
      JSON.stringify({ version: 1, data: { attempts, outcomes: {}, best: { streak: 0, storm: 0 } } }),
    );
    const history = new PuzzleHistory();
    history.note(ONE, true, { mode: "training", now: at(1) });
    expect(history.data.attempts).toHaveLength(MAX_ATTEMPTS);
    expect(history.recent(2)).toEqual({ [`puzzle${MAX_ATTEMPTS - 1}`]: [900, true], [ONE.id]: [800, true] });
  });

  it("ignores data that it did not write, and works without storage", () => {
    storage.set(KEY, "nonsense");
    expect(new PuzzleHistory().data.attempts).toEqual([]);
    vi.stubGlobal("localStorage", undefined);
    const history = new PuzzleHistory();
    history.note(ONE, false, { mode: "training", now: at(1) });
    expect(history.toRepeat({})).toEqual([ONE.id]);
  });
});
