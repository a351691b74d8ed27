import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PuzzleView } from "../../lib/messages";
import { HttpProblem, Unreachable } from "../../lib/api";
import { aWin } from "./puzzleFixtures";
import type { Solver } from "./puzzleRecord.svelte";
import { LOW, PuzzleStock, parseStock } from "./puzzleStock.svelte";
import type { PuzzlesRequest } from "../../lib/schoolApi";

const NAMES = "abcdefghijkmnpqrstuvwxyz";
const named = (at: number): string => `puzz${NAMES[Math.floor(at / 24)]}${NAMES[at % 24]}22`;
/** Puzzles of rising rating. */
const ALL = Array.from({ length: 120 }, (_, at) => aWin({ id: named(at), rating: 500 + 10 * at }));

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

function serving(all: PuzzleView[] = ALL) {
  const server = {
    up: true,
    requests: [] as PuzzlesRequest[],
    days: [] as string[],
    puzzles: (request: PuzzlesRequest) => {
      server.requests.push(request);
      if (!server.up) return Promise.reject(new Unreachable(""));
      const puzzles = all
        .filter(({ id }) => !request.without?.includes(id))
        .sort((one, two) => Math.abs(one.rating - request.rating!) - Math.abs(two.rating - request.rating!))
        .slice(0, request.count);
      return Promise.resolve({ puzzles });
    },
    daily: (day: string) => {
      server.days.push(day);
      return server.up
        ? Promise.resolve(aWin({ id: `day${day.slice(-5)}` }))
        : Promise.reject(new Unreachable(""));
    },
    health: () => (server.up ? Promise.resolve({}) : Promise.reject(new Unreachable(""))),
    puzzle: (name: string) => {
      if (!server.up) return Promise.reject(new Unreachable(""));
      const found = all.find(({ id }) => id === name);
      return found ? Promise.resolve(found) : Promise.reject(new HttpProblem(404, "no"));
    },
  };
  return server;
}
const solver = (change: Partial<Solver> = {}): Solver => ({
  targetRating: 800,
  tried: {},
  language: "en",
  ...change,
});
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("the stock of puzzles", () => {
  it("gives the nearest that was not tried, and the same until it is", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    const first = await stock.next({}, solver());
    expect(first.rating).toBe(800);
    expect(server.requests.length).toBe(1);
    expect((await stock.next({}, solver())).id).toBe(first.id);
    const second = await stock.next({}, solver({ tried: { [first.id]: [800, true] } }));
    expect(second.id).not.toBe(first.id);
    expect(Math.abs(second.rating - 800)).toBe(10);
    expect(server.requests.length).toBe(1);
  });

  it("is filled up in the background when it gets low, without what is there or was tried", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    const tried: Solver["tried"] = {};
    for (let count = 0; count < 20 - LOW + 1; count++) {
      const sheet = await stock.next({}, solver({ tried }));
      tried[sheet.id] = [sheet.rating, true];
    }
    expect(server.requests.length).toBe(1);
    await stock.next({}, solver({ tried }));
    expect(server.requests.length).toBe(2);
    const { without } = server.requests[1]!;
    expect(new Set(without).size).toBe(20);
    expect(without).toEqual(expect.arrayContaining(Object.keys(tried)));
    await settled();
    expect(stock.count({}, solver({ tried }))).toBe(LOW - 1 + 20);
  });

  it("asks again when the rating has moved on", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    await stock.next({}, solver());
    expect((await stock.next({}, solver({ targetRating: 1500 }))).rating).toBeLessThan(950); // at once, from what there is
    await settled();
    expect((await stock.next({}, solver({ targetRating: 1500 }))).rating).toBe(1500);
  });

  it("lasts when the page is loaded again without a network", async () => {
    const server = serving();
    await new PuzzleStock(server).next({}, solver());
    server.up = false;
    const stock = new PuzzleStock(server);
    const tried: Solver["tried"] = {};
    for (let count = 0; count < 20; count++) {
      const sheet = await stock.next({}, solver({ tried }));
      expect(sheet.id in tried).toBe(false);
      tried[sheet.id] = [sheet.rating, true];
    }
    await settled();
    expect(stock.away).toBe(true);
    // then they come again, rather than nothing
    expect((await stock.next({}, solver({ tried }))).id in tried).toBe(true);
    server.up = true;
    expect((await stock.next({}, solver({ tried }))).id in tried).toBe(false);
    expect(stock.away).toBe(false);
  });

  it("says so when there is nothing and nobody answers", async () => {
    const server = serving();
    server.up = false;
    const stock = new PuzzleStock(server);
    await expect(stock.next({}, solver())).rejects.toThrow(Unreachable);
    expect(stock.away).toBe(true);
  });

  it("sees whether anybody is there", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    server.up = false;
    stock.refresh();
    await settled();
    expect(stock.away).toBe(true);
    server.up = true;
    stock.refresh();
    await settled();
    expect(stock.away).toBe(false);
  });

  it("gives puzzles again when all were tried", async () => {
    const server = serving(ALL.slice(0, 3));
    const stock = new PuzzleStock(server);
    const tried = Object.fromEntries(ALL.slice(0, 3).map(({ id }) => [id, [800, true] as [number, boolean]]));
    expect((await stock.next({}, solver({ tried }))).id in tried).toBe(true);
  });

  it("has a shelf for each choice, and not too many", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    await stock.next({ theme: "drop" }, solver());
    expect(server.requests[0]).toMatchObject({ theme: "drop", count: 20, rating: 800 });
    for (const game_type of ["Base", "Base+M", "Base+L", "Base+P", "Base+ML"])
      await stock.next({ game_type }, solver());
    expect(Object.keys(parseStock(storage.get("skep.puzzle-stock")!).shelves)).toEqual([
      "game type Base",
      "game type Base+M",
      "game type Base+L",
      "game type Base+P",
      "game type Base+ML",
    ]);
  });

  it("is asked for again in another language, but speaks the old one rather than nothing", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    const { id } = await stock.next({}, solver());
    server.up = false;
    expect((await stock.next({}, solver({ language: "fr" }))).id).toBe(id);
    server.up = true;
    await stock.next({}, solver({ language: "fr" }));
    expect(server.requests.length).toBe(3);
    await stock.next({}, solver({ language: "fr" }));
    expect(server.requests.length).toBe(3);
  });

  it("leaves out no more names than the server accepts, the nearest ones", async () => {
    const server = serving();
    const tried = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `${named(at % 300)}${at}`.slice(-8),
        [at * 5, true] as [number, boolean],
      ]),
    );
    await new PuzzleStock(server).next({}, solver({ tried, targetRating: 1990 }));
    expect(server.requests[0]!.without!.length).toBe(200);
  });

  it("ignores what is broken", async () => {
    const good = { language: "en", sheet: aWin({ rating: 800 }) };
    const bad = [
      { language: "en", sheet: { ...aWin(), turns: [] } },
      { language: "en", sheet: { ...aWin(), scene: null } },
      { language: "en", sheet: { ...aWin(), turns: [{ ...aWin().turns[0], right: [{ uhp: 3 }] }] } },
      { sheet: aWin() },
      null,
      "x",
    ];
    storage.set(
      "skep.puzzle-stock",
      JSON.stringify({ shelves: { any: [...bad, good], x: 3 }, dailies: { d: bad[0] } }),
    );
    const server = serving();
    server.up = false;
    const stock = new PuzzleStock(server);
    expect(await stock.next({}, solver())).toEqual(good.sheet);
    expect(stock.count({}, solver())).toBe(1);
    for (const text of ["", "[]", "5", '{"shelves":[]}', '{"shelves":{"any":{}}}'])
      expect(parseStock(text).dailies).toEqual({});
  });
});

describe("the daily puzzle", () => {
  it("is kept for the day, with the next one", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    const sheet = await stock.daily("2026-11-30", "en");
    await settled();
    expect(server.days).toEqual(["2026-11-30", "2026-12-01"]);
    expect(await stock.daily("2026-11-30", "en")).toEqual(sheet);
    await settled();
    expect(server.days.length).toBe(2);
    server.up = false;
    expect((await new PuzzleStock(server).daily("2026-12-01", "en")).id).toBe("day12-01");
    expect((await new PuzzleStock(server).daily("2026-12-01", "fr")).id).toBe("day12-01");
    await expect(stock.daily("2026-12-02", "en")).rejects.toThrow(Unreachable);
  });
});

describe("a puzzle by its name", () => {
  it("is asked for, or lies ready", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    expect((await stock.puzzle(named(3), "en")).id).toBe(named(3));
    await expect(stock.puzzle("nothere2", "en")).rejects.toThrow(HttpProblem);
    const { id } = await stock.next({}, solver());
    server.up = false;
    expect((await stock.puzzle(id, "en")).id).toBe(id);
    expect((await stock.puzzle(id, "fr")).id).toBe(id);
    await expect(stock.puzzle(named(119), "en")).rejects.toThrow(Unreachable);
  });
});
