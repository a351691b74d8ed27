import { Unreachable } from "../../lib/api";
import type { PuzzleView } from "../../lib/messages";
import type { PuzzlesRequest, SchoolApi } from "../../lib/schoolApi";
import { Stored } from "../../lib/stored";
import { dayAfter, type Solver } from "./puzzleRecord.svelte";

/** The puzzles to choose from: of a theme, of a game type, or any. */
export interface PuzzleFilter {
  theme?: string;
  game_type?: string;
  /** Any puzzles, but stored apart: those of streaks and storms begin far below the player's rating. */
  run?: true;
}

/** A puzzle, with its reasons in a language. */
interface StoredPuzzle {
  language: string;
  puzzle: PuzzleView;
}

/** The puzzles that this browser stores. Raise the version when the type or PuzzleView changes. */
interface StoredStock {
  /** Fetched ahead, by filter; the filter used longest ago first. */
  ready: Record<string, StoredPuzzle[]>;
  /** The daily puzzles, by day. */
  dailies: Record<string, StoredPuzzle>;
  /** Opened by their addresses, the latest first. */
  opened: StoredPuzzle[];
}

const stored = new Stored<StoredStock>("skep.puzzle-stock", 2);
const EMPTY: StoredStock = { ready: {}, dailies: {}, opened: [] };

const BATCH = 20;
/** With fewer suitable puzzles than this, more are fetched. */
export const LOW = 8;
/** The largest difference between the ratings of a suitable puzzle and of the solver. */
const NEAR = 200;
/** A puzzle takes up to twenty kilobytes of the few megabytes that browsers allow. */
const MAX_READY = 30;
const MAX_FILTERS = 5;
const MAX_OPENED = 5;
/** The number of excluded ids that the server accepts. */
const MAX_EXCLUDED = 200;

const filterKey = ({ theme, game_type, run }: PuzzleFilter): string =>
  theme ? `theme ${theme}` : game_type ? `game type ${game_type}` : run ? "run" : "any";

const distance = ({ puzzle }: StoredPuzzle, rating: number): number => Math.abs(puzzle.rating - rating);

/** The page's only store of puzzles, fetched ahead so that the next one is there immediately and offline. */
export class PuzzleStock {
  /** Whether the last request found the server unreachable. */
  away = $state(false);
  #stock: StoredStock = stored.load() ?? EMPTY;
  readonly #filling = new Map<string, Promise<void>>();

  constructor(private readonly api: Pick<SchoolApi, "puzzles" | "daily" | "puzzle" | "health">) {}

  /**
   * Return the next puzzle: the untried one with the most suitable rating. It stays the same until it is tried, even
   * after a reload. When all puzzles have been tried, they are repeated.
   */
  async next(filter: PuzzleFilter, solver: Solver): Promise<PuzzleView> {
    this.#read();
    const untried = this.#untried(filter, solver);
    const suitable = untried.filter(
      (one) => one.language === solver.language && distance(one, solver.targetRating) <= NEAR,
    ).length;
    const filled = suitable < LOW ? this.#fill(filter, solver) : null;
    if (untried[0]?.language === solver.language) {
      filled?.catch(() => {}); // there are enough for now
      return untried[0].puzzle;
    }
    let problem: unknown = null;
    await filled?.catch((error: unknown) => (problem = error));
    const found = this.#untried(filter, solver)[0] ?? this.#any(filter);
    if (found) return found.puzzle;
    throw problem ?? new Unreachable("there are no puzzles");
  }

  /** Fetch puzzles before the player wants one. */
  prepare(solver: Solver): void {
    this.next({}, solver).catch(() => {}); // reported when the player wants one
  }

  /** Check whether the server is reachable: stored puzzles do not show it. */
  refresh(): void {
    this.#track(this.api.health()).catch(() => {}); // reported by `away`
  }

  /** Return the number of untried puzzles. */
  count(filter: PuzzleFilter, solver: Solver): number {
    return this.#untried(filter, solver).length;
  }

  /** Return the puzzle of a day. The next day's puzzle is fetched too, in case there is no network then. */
  async daily(day: string, language: string): Promise<PuzzleView> {
    this.#read();
    const found = this.#stock.dailies[day];
    if (found?.language !== language) {
      try {
        await this.#fetchDaily(day, language);
      } catch (error) {
        if (!found) throw error;
      }
    }
    const tomorrow = dayAfter(day);
    if (!this.#stock.dailies[tomorrow]) this.#fetchDaily(tomorrow, language).catch(() => {});
    return this.#stock.dailies[day]!.puzzle;
  }

  /** Return a puzzle by its id, in another language rather than not at all. */
  async puzzle(id: string, language: string): Promise<PuzzleView> {
    this.#read();
    const { ready, dailies, opened } = this.#stock;
    const all = [...Object.values(dailies), ...Object.values(ready).flat(), ...opened];
    const found = all.filter(({ puzzle }) => puzzle.id === id);
    const known = found.find((one) => one.language === language);
    if (known) return known.puzzle;
    try {
      const puzzle = await this.#track(this.api.puzzle(id, language));
      this.#write({ opened: [{ language, puzzle }, ...this.#stock.opened].slice(0, MAX_OPENED) });
      return puzzle;
    } catch (error) {
      if (found[0]) return found[0].puzzle;
      throw error;
    }
  }

  async #fetchDaily(day: string, language: string): Promise<void> {
    const puzzle = await this.#track(this.api.daily(day, language));
    const dailies = { ...this.#stock.dailies, [day]: { language, puzzle } };
    // earlier days are over; two are enough
    const days = Object.keys(dailies).sort().slice(-2);
    this.#write({ dailies: Object.fromEntries(days.map((one) => [one, dailies[one]!])) });
  }

  /** Return the untried puzzles of a filter, those in the solver's language first, then by rating. */
  #untried(filter: PuzzleFilter, { targetRating, tried, language }: Solver): StoredPuzzle[] {
    const ready = this.#stock.ready[filterKey(filter)] ?? [];
    return ready
      .filter(({ puzzle }) => !(puzzle.id in tried))
      .sort(
        (one, two) =>
          Number(two.language === language) - Number(one.language === language) ||
          distance(one, targetRating) - distance(two, targetRating),
      );
  }

  /** Return any puzzle of a filter: all of them have been tried. */
  #any(filter: PuzzleFilter): StoredPuzzle | undefined {
    const ready = this.#stock.ready[filterKey(filter)] ?? [];
    return ready[Math.floor(Math.random() * ready.length)];
  }

  /** Fetch more puzzles of a filter, once at a time. */
  #fill(filter: PuzzleFilter, solver: Solver): Promise<void> {
    const key = filterKey(filter);
    const running = this.#filling.get(key);
    if (running) return running;
    const filling = this.#fetch(filter, solver).finally(() => this.#filling.delete(key));
    this.#filling.set(key, filling);
    return filling;
  }

  async #fetch(filter: PuzzleFilter, solver: Solver): Promise<void> {
    const { targetRating, language } = solver;
    const { run: _, ...wanted } = filter;
    const request: PuzzlesRequest = { ...wanted, rating: targetRating, count: BATCH };
    let { puzzles } = await this.#track(
      this.api.puzzles({ ...request, without: this.#excluded(filter, solver) }, language),
    );
    // all have been tried, so they are repeated
    if (!puzzles.length && !this.#untried(filter, solver).length)
      ({ puzzles } = await this.#track(this.api.puzzles(request, language)));
    this.#read();
    this.#add(
      filter,
      solver,
      puzzles.map((puzzle) => ({ language, puzzle })),
    );
  }

  /** Store new puzzles with the untried ones, the most suitable first. A new language replaces the old one. */
  #add(filter: PuzzleFilter, solver: Solver, added: StoredPuzzle[]): void {
    const ids = new Set(added.map(({ puzzle }) => puzzle.id));
    const left = this.#untried(filter, solver).filter(({ puzzle }) => !ids.has(puzzle.id));
    const all = [...added, ...left].sort(
      (one, two) => distance(one, solver.targetRating) - distance(two, solver.targetRating),
    );
    const { [filterKey(filter)]: _, ...others } = this.#stock.ready;
    const remaining = Object.entries(others).slice(1 - MAX_FILTERS);
    this.#write({
      ready: { ...Object.fromEntries(remaining), [filterKey(filter)]: all.slice(0, MAX_READY) },
    });
  }

  /** Return the ids of puzzles not to fetch: the untried ones, and the most suitable of the tried ones. */
  #excluded(filter: PuzzleFilter, solver: Solver): string[] {
    const ready = this.#untried(filter, solver).filter(({ language }) => language === solver.language);
    const tried = Object.entries(solver.tried).sort(
      ([, [one]], [, [two]]) => Math.abs(one - solver.targetRating) - Math.abs(two - solver.targetRating),
    );
    return [...ready.map(({ puzzle }) => puzzle.id), ...tried.map(([id]) => id)].slice(0, MAX_EXCLUDED);
  }

  async #track<T>(request: Promise<T>): Promise<T> {
    try {
      const response = await request;
      this.away = false;
      return response;
    } catch (error) {
      this.away = error instanceof Unreachable;
      throw error;
    }
  }

  /** Read the stock as another tab may have left it; without storage it stays the same. */
  #read(): void {
    this.#stock = stored.load() ?? this.#stock;
  }

  #write(change: Partial<StoredStock>): void {
    this.#stock = { ...this.#stock, ...change };
    stored.save(this.#stock);
  }
}
