import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpProblem, Unreachable } from "../../lib/api";
import type { PuzzleView } from "../../lib/messages";
import { aSave, aWin } from "./puzzleFixtures";
import { PuzzleHistory } from "./puzzleHistory.svelte";
import { PuzzleRecord, type Solver } from "./puzzleRecord.svelte";
import { STORM } from "./puzzleRun.svelte";
import { PuzzleSession, type SolvingMode } from "./puzzleSession.svelte";

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const ids = ["aaaa2222", "bbbb3333", "cccc4444", "dddd5555", "eeee6666"];

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Return a session whose puzzles are saves: one move solves them. */
function begin(mode: SolvingMode) {
  let time = 0;
  const solvers: Solver[] = [];
  const asked: string[] = [];
  const gone = new Set<string>();
  const record = new PuzzleRecord();
  const history = new PuzzleHistory();
  const stock = {
    next: (_: unknown, solver: Solver): Promise<PuzzleView> => {
      solvers.push(solver);
      return Promise.resolve(aSave({ id: ids.find((id) => !(id in solver.tried)) ?? ids[0]! }));
    },
    daily: () => Promise.resolve(aSave({ id: "dayday22" })),
    puzzle: (id: string): Promise<PuzzleView> => {
      asked.push(id);
      if (gone.has(id)) return Promise.reject(new HttpProblem(404, "no"));
      return Promise.resolve(aSave({ id }));
    },
  };
  const ended = vi.fn();
  const session = new PuzzleSession(mode, {
    stock,
    record,
    history,
    language: () => "en",
    today: "2026-11-15",
    now: () => time,
    wait: () => Promise.resolve(),
    rest: () => Promise.resolve(),
    onEnd: ended,
  });
  return { session, record, history, solvers, asked, gone, stock, ended, pass: (by: number) => (time += by) };
}

async function answer(session: PuzzleSession, right: boolean): Promise<void> {
  const { interaction } = session.solving!.table;
  interaction.pick("wA1");
  interaction.place("wA1", right ? [1, 0] : [2, 0]);
  await settled();
  await settled();
}

describe("training", () => {
  it("records every attempt with the change of the rating", async () => {
    const { session, record, history, solvers } = begin({ kind: "training", filter: {} });
    await session.load();
    await answer(session, false);
    expect(session.change!.to).toBe(Math.round(record.data.rating));
    await session.solving!.again();
    await answer(session, true);
    expect(history.data.attempts).toMatchObject([
      { puzzle: ids[0], mode: "training", solved: false, by: session.change!.to - 800 },
    ]);
    expect(history.toRepeat({})).toEqual([ids[0]]);
    expect(record.data.days).toHaveLength(1);
    await session.load();
    expect(session.solving!.puzzle.id).toBe(ids[1]);
    expect(Object.keys(solvers[1]!.tried)).toEqual([ids[0]]);
    expect(session.run).toBeNull();
  });

  it("reports a problem and can try again", async () => {
    const { session, stock } = begin({ kind: "training", filter: {} });
    const { next } = stock;
    stock.next = () => Promise.reject(new Unreachable(""));
    await session.load();
    expect(session.problem).toBeInstanceOf(Unreachable);
    stock.next = next;
    await session.load();
    expect([session.problem, session.solving?.phase]).toEqual([null, "trying"]);
  });
});

describe("missed puzzles", () => {
  it("are repeated until they are solved, and do not change the rating", async () => {
    const { session, record, history, gone } = begin({ kind: "repeat" });
    for (const id of ids.slice(0, 3)) {
      const change = record.note({ id, rating: 900 }, false);
      history.note({ id, rating: 900 }, false, { mode: "training", change, now: new Date(2026, 1, 1) });
    }
    gone.add(ids[1]!);
    const { rating } = record.data;
    await session.load();
    expect(session.solving!.puzzle.id).toBe(ids[0]);
    await answer(session, false);
    await session.load();
    // the second no longer exists
    expect(session.solving!.puzzle.id).toBe(ids[2]);
    await answer(session, true);
    await session.load();
    expect(session.solving!.puzzle.id).toBe(ids[0]);
    await answer(session, true);
    await session.load();
    expect(session.empty).toBe(true);
    expect(record.data.rating).toBe(rating);
  });
});

describe("a streak", () => {
  it("continues automatically until the first miss, leaves the rating alone, and keeps the best", async () => {
    const { session, record, history, solvers, ended } = begin({ kind: "run", run: "streak" });
    await session.load();
    for (let count = 0; count < 3; count++) await answer(session, true);
    expect(solvers.map(({ targetRating }) => targetRating)).toEqual([500, 560, 620, 680]);
    expect(session.run!.solved).toBe(3);
    await answer(session, false);
    expect([session.run!.over, session.isBest, session.solving!.phase]).toEqual([true, true, "wrong"]);
    expect([history.data.best.streak, record.count, record.data.rating]).toEqual([3, 0, 800]);
    expect(history.data.attempts.map(({ mode, solved }) => [mode, solved])).toEqual([
      ["streak", true],
      ["streak", true],
      ["streak", true],
      ["streak", false],
    ]);
    expect(record.data.days).toHaveLength(1);
    expect(ended).toHaveBeenCalledTimes(1);
    await session.again();
    expect([session.run!.solved, session.run!.over, session.solving!.phase]).toEqual([0, false, "trying"]);
    await answer(session, false);
    expect([session.isBest, history.data.best.streak]).toEqual([false, 3]);
  });
});

describe("a storm", () => {
  it("starts with the first move, continues after a miss and ends with the time", async () => {
    const { session, history, pass } = begin({ kind: "run", run: "storm" });
    await session.load();
    pass(60_000);
    expect(session.run!.started).toBe(false);
    for (const right of [true, true, false]) await answer(session, right);
    expect([session.run!.solved, session.run!.combo, session.run!.bestCombo]).toEqual([2, 0, 2]);
    expect(session.solving!.phase).toBe("trying");
    pass(STORM);
    await answer(session, true);
    expect([session.run!.over, session.run!.solved, session.isBest]).toEqual([true, 2, true]);
    expect(history.data.attempts).toHaveLength(3);
    expect(history.data.best.storm).toBe(2);
  });

  it("counts a skipped puzzle as missed", async () => {
    const { session } = begin({ kind: "run", run: "storm" });
    await session.load();
    const skipped = session.solving!;
    void skipped.giveUp();
    await settled();
    await settled();
    expect(session.run!.missed.map(({ id }) => id)).toEqual([skipped.puzzle.id]);
    expect(session.solving).not.toBe(skipped);
  });
});

it("translates the current puzzle, if it can be fetched", async () => {
  const { session, stock } = begin({ kind: "daily" });
  await session.translate("fr");
  await session.load();
  expect(session.solving!.puzzle.id).toBe("dayday22");
  const french = aSave({ id: "dayday22", source: "club.pgn/1" });
  stock.puzzle = () => Promise.resolve(french);
  await session.translate("fr");
  expect(session.solving!.puzzle).toBe(french);
  stock.puzzle = () => Promise.reject(new Unreachable(""));
  await session.translate("en");
  expect(session.solving!.puzzle).toBe(french);
  expect(aWin().id).not.toBe(french.id);
});
