import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PuzzleView } from "../../lib/messages";
import { HttpProblem, Unreachable } from "../../lib/api";
import { aWin } from "./puzzleFixtures";
import type { Solver } from "./puzzleRecord.svelte";
import { LOW, PuzzleStock } from "./puzzleStock.svelte";
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
  it("gives the most suitable untried puzzle, and the same one until it is tried", async () => {
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

  it("fetches more in the background when few are left, excluding stored and tried ones", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    const tried: Solver["tried"] = {};
    for (let count = 0; count < 20 - LOW + 1; count++) {
      const puzzle = await stock.next({}, solver({ tried }));
      tried[puzzle.id] = [puzzle.rating, true];
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

  it("fetches more when the rating has changed", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    await stock.next({}, solver());
    expect((await stock.next({}, solver({ targetRating: 1500 }))).rating).toBeLessThan(950); // immediately, from the stored ones
    await settled();
    expect((await stock.next({}, solver({ targetRating: 1500 }))).rating).toBe(1500);
  });

  it("survives a reload without a network", async () => {
    const server = serving();
    await new PuzzleStock(server).next({}, solver());
    server.up = false;
    const stock = new PuzzleStock(server);
    const tried: Solver["tried"] = {};
    for (let count = 0; count < 20; count++) {
      const puzzle = await stock.next({}, solver({ tried }));
      expect(puzzle.id in tried).toBe(false);
      tried[puzzle.id] = [puzzle.rating, true];
    }
    await settled();
    expect(stock.away).toBe(true);
    // then they are repeated
    expect((await stock.next({}, solver({ tried }))).id in tried).toBe(true);
    server.up = true;
    expect((await stock.next({}, solver({ tried }))).id in tried).toBe(false);
    expect(stock.away).toBe(false);
  });

  it("fails if it is empty and the server is unreachable", async () => {
    const server = serving();
    server.up = false;
    const stock = new PuzzleStock(server);
    await expect(stock.next({}, solver())).rejects.toThrow(Unreachable);
    expect(stock.away).toBe(true);
  });

  it("reports whether the server is reachable", async () => {
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

  it("repeats puzzles when all have been tried", async () => {
    const server = serving(ALL.slice(0, 3));
    const stock = new PuzzleStock(server);
    const tried = Object.fromEntries(ALL.slice(0, 3).map(({ id }) => [id, [800, true] as [number, boolean]]));
    expect((await stock.next({}, solver({ tried }))).id in tried).toBe(true);
  });

  it("keeps puzzles for a limited number of filters", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    await stock.next({ theme: "drop" }, solver());
    expect(server.requests[0]).toMatchObject({ theme: "drop", count: 20, rating: 800 });
    for (const game_type of ["Base", "Base+M", "Base+L", "Base+P", "Base+ML"])
      await stock.next({ game_type }, solver());
    expect(Object.keys(JSON.parse(storage.get("skep.puzzle-stock")!).data.ready)).toEqual([
      "game type Base",
      "game type Base+M",
      "game type Base+L",
      "game type Base+P",
      "game type Base+ML",
    ]);
  });

  it("fetches puzzles in another language, and falls back to the old one offline", async () => {
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

  it("excludes no more ids than the server accepts, the most suitable ones", async () => {
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

  it("ignores data that it did not write", async () => {
    const puzzle = { language: "en", puzzle: aWin() };
    const data = { ready: { any: [puzzle] }, dailies: {}, opened: [] };
    for (const text of ["", "[]", "5", JSON.stringify(data), JSON.stringify({ version: 1, data })]) {
      storage.set("skep.puzzle-stock", text);
      expect(new PuzzleStock(serving()).count({}, solver())).toBe(0);
    }
    storage.set("skep.puzzle-stock", JSON.stringify({ version: 2, data }));
    expect(new PuzzleStock(serving()).count({}, solver())).toBe(1);
  });
});

describe("the daily puzzle", () => {
  it("is stored together with the next day's", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    const puzzle = await stock.daily("2026-11-30", "en");
    await settled();
    expect(server.days).toEqual(["2026-11-30", "2026-12-01"]);
    expect(await stock.daily("2026-11-30", "en")).toEqual(puzzle);
    await settled();
    expect(server.days.length).toBe(2);
    server.up = false;
    expect((await new PuzzleStock(server).daily("2026-12-01", "en")).id).toBe("day12-01");
    expect((await new PuzzleStock(server).daily("2026-12-01", "fr")).id).toBe("day12-01");
    await expect(stock.daily("2026-12-02", "en")).rejects.toThrow(Unreachable);
  });
});

describe("a puzzle by its id", () => {
  it("is fetched unless it is stored", async () => {
    const server = serving();
    const stock = new PuzzleStock(server);
    expect((await stock.puzzle(named(3), "en")).id).toBe(named(3));
    await expect(stock.puzzle("nothere2", "en")).rejects.toThrow(HttpProblem);
    const { id } = await stock.next({}, solver());
    server.up = false;
    expect((await stock.puzzle(id, "en")).id).toBe(id);
    expect((await stock.puzzle(id, "fr")).id).toBe(id);
    expect((await new PuzzleStock(server).puzzle(named(3), "fr")).id).toBe(named(3));
    await expect(stock.puzzle(named(119), "en")).rejects.toThrow(Unreachable);
  });
});
