import type { PuzzleView } from "../../lib/messages";
import { Unreachable } from "../../lib/api";
import { dayAfter, type Solver } from "./puzzleRecord.svelte";
import { isPuzzle } from "./puzzleShape";
import type { PuzzlesRequest, SchoolApi } from "../../lib/schoolApi";
import { storage, parseObject } from "../../lib/settings.svelte";

/** Which puzzles are wanted: of a theme, of a game type, or any. */
export interface PuzzleFilter {
  theme?: string;
  game_type?: string;
}

/** A puzzle that lies ready, its reasons in a language. */
interface Ready {
  language: string;
  sheet: PuzzleView;
}

/** What lies ready in this browser. */
interface StoredStock {
  /** By choice, the one used longest ago first. */
  shelves: Record<string, Ready[]>;
  /** By day. */
  dailies: Record<string, Ready>;
}

const KEY = "skep.puzzle-stock";
const BATCH = 20;
/** A shelf with fewer that suit is filled up. */
export const LOW = 8;
/** A puzzle suits when its rating is so near to what is wanted. */
const NEAR = 200;
/** Puzzles take up to twenty kilobytes each, of the few megabytes that browsers give. */
const MAX_ON_SHELF = 30;
const MAX_SHELVES = 5;
/** What the server accepts of names to be left out. */
const MAX_NAMES = 200;

export const shelfOf = ({ theme, game_type }: PuzzleFilter): string =>
  theme ? `theme ${theme}` : game_type ? `game type ${game_type}` : "any";

const isReady = (value: unknown): value is Ready =>
  typeof value === "object" &&
  value !== null &&
  "language" in value &&
  typeof value.language === "string" &&
  "sheet" in value &&
  isPuzzle(value.sheet);

/** What was kept, as far as it makes sense. */
export function parseStock(text: string | null): StoredStock {
  const value = parseObject(text);
  const shelves = Object.entries(parseObject(JSON.stringify(value["shelves"] ?? {})));
  const dailies = Object.entries(parseObject(JSON.stringify(value["dailies"] ?? {})));
  return {
    shelves: Object.fromEntries(
      shelves
        .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
        .map(([name, ready]) => [name, ready.filter(isReady).slice(0, MAX_ON_SHELF)]),
    ),
    dailies: Object.fromEntries(dailies.filter((entry): entry is [string, Ready] => isReady(entry[1]))),
  };
}

const distance = ({ sheet }: Ready, rating: number): number => Math.abs(sheet.rating - rating);

/** Puzzles fetched ahead, so that the next one is there at once and without a network too. */
export class PuzzleStock {
  /** The last question found nobody to answer it. */
  away = $state(false);
  #stock: StoredStock = parseStock(storage.get(KEY));
  readonly #filling = new Map<string, Promise<number>>();

  constructor(private readonly api: Pick<SchoolApi, "puzzles" | "daily" | "puzzle" | "health">) {}

  /**
   * The puzzle to be tried next: of those not tried yet the nearest to what is wanted. It stays the same until it is
   * tried, so that a page loaded again shows it again. When all have been tried, they come again.
   */
  async next(filter: PuzzleFilter, solver: Solver): Promise<PuzzleView> {
    this.#read();
    const ready = this.#fresh(filter, solver);
    const suiting = ready.filter(
      (one) => one.language === solver.language && distance(one, solver.targetRating) <= NEAR,
    ).length;
    const filled = suiting < LOW ? this.#fill(filter, solver) : null;
    if (ready[0]?.language === solver.language) {
      filled?.catch(() => {}); // there is enough for now
      return ready[0].sheet;
    }
    let problem: unknown = null;
    await filled?.catch((error: unknown) => (problem = error));
    const found = this.#fresh(filter, solver)[0] ?? this.#any(filter);
    if (found) return found.sheet;
    throw problem ?? new Unreachable("there are no puzzles");
  }

  /** See to it that something lies ready, before anybody asks for it. */
  prepare(solver: Solver): void {
    this.next({}, solver).catch(() => {}); // whoever asks for one will hear of it
  }

  /** See whether the server is there: what lies ready does not tell. */
  refresh(): void {
    this.#track(this.api.health()).catch(() => {}); // said by `away`
  }

  /** How many lie ready. */
  count(filter: PuzzleFilter, solver: Solver): number {
    return this.#fresh(filter, solver).length;
  }

  /** The puzzle of a day; the one of the next day is fetched along, for who wakes up without a network. */
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
    return this.#stock.dailies[day]!.sheet;
  }

  /** A puzzle by its name. */
  async puzzle(name: string, language: string): Promise<PuzzleView> {
    this.#read();
    const all = [...Object.values(this.#stock.dailies), ...Object.values(this.#stock.shelves).flat()];
    const found = all.filter(({ sheet }) => sheet.id === name);
    const ready = found.find((one) => one.language === language);
    if (ready) return ready.sheet;
    try {
      return await this.#track(this.api.puzzle(name, language));
    } catch (error) {
      if (found[0]) return found[0].sheet;
      throw error;
    }
  }

  async #fetchDaily(day: string, language: string): Promise<void> {
    const sheet = await this.#track(this.api.daily(day, language));
    const dailies = { ...this.#stock.dailies, [day]: { language, sheet } };
    // the days before are over; two are enough
    const days = Object.keys(dailies).sort().slice(-2);
    this.#stock.dailies = Object.fromEntries(days.map((one) => [one, dailies[one]!]));
    this.#write();
  }

  /** Of a shelf what was not tried yet: in the language first, then the nearest. */
  #fresh(filter: PuzzleFilter, { targetRating: request, tried, language }: Solver): Ready[] {
    const shelf = this.#stock.shelves[shelfOf(filter)] ?? [];
    return shelf
      .filter(({ sheet }) => !(sheet.id in tried))
      .sort(
        (one, two) =>
          Number(two.language === language) - Number(one.language === language) ||
          distance(one, request) - distance(two, request),
      );
  }

  /** When all of a choice were tried: any of them. */
  #any(filter: PuzzleFilter): Ready | undefined {
    const shelf = this.#stock.shelves[shelfOf(filter)] ?? [];
    return shelf[Math.floor(Math.random() * shelf.length)];
  }

  /** Fill a shelf up; answers with how many came. */
  #fill(filter: PuzzleFilter, solver: Solver): Promise<number> {
    const name = shelfOf(filter);
    const running = this.#filling.get(name);
    if (running) return running;
    const filling = this.#filled(filter, solver).finally(() => this.#filling.delete(name));
    this.#filling.set(name, filling);
    return filling;
  }

  async #filled(filter: PuzzleFilter, solver: Solver): Promise<number> {
    const { targetRating, language } = solver;
    const request: PuzzlesRequest = { ...filter, rating: targetRating, count: BATCH };
    let { puzzles } = await this.#track(
      this.api.puzzles({ ...request, without: this.#without(filter, solver) }, language),
    );
    // all were tried: they come again
    if (!puzzles.length && !this.#fresh(filter, solver).length)
      ({ puzzles } = await this.#track(this.api.puzzles(request, language)));
    this.#read();
    const came = puzzles.map((sheet): Ready => ({ language, sheet }));
    this.#put(filter, solver, came);
    return came.length;
  }

  /** What came and what is left, the nearest; of a puzzle in two languages the new one. */
  #put(filter: PuzzleFilter, solver: Solver, came: Ready[]): void {
    const names = new Set(came.map(({ sheet }) => sheet.id));
    const left = this.#fresh(filter, solver).filter(({ sheet }) => !names.has(sheet.id));
    const shelf = [...came, ...left].sort(
      (one, two) => distance(one, solver.targetRating) - distance(two, solver.targetRating),
    );
    const { [shelfOf(filter)]: _, ...others } = this.#stock.shelves;
    const remaining = Object.entries(others).slice(1 - MAX_SHELVES);
    this.#stock.shelves = {
      ...Object.fromEntries(remaining),
      [shelfOf(filter)]: shelf.slice(0, MAX_ON_SHELF),
    };
    this.#write();
  }

  /** Names that need not come: what lies ready, and of what was tried the nearest. */
  #without(filter: PuzzleFilter, solver: Solver): string[] {
    const ready = this.#fresh(filter, solver).filter(({ language }) => language === solver.language);
    const tried = Object.entries(solver.tried).sort(
      ([, [one]], [, [two]]) => Math.abs(one - solver.targetRating) - Math.abs(two - solver.targetRating),
    );
    return [...ready.map(({ sheet }) => sheet.id), ...tried.map(([name]) => name)].slice(0, MAX_NAMES);
  }

  async #track<T>(question: Promise<T>): Promise<T> {
    try {
      const answer = await question;
      this.away = false;
      return answer;
    } catch (error) {
      this.away = error instanceof Unreachable;
      throw error;
    }
  }

  /** As another tab may have left it; where nothing can be kept, as it is here. */
  #read(): void {
    const text = storage.get(KEY);
    if (text !== null) this.#stock = parseStock(text);
  }

  #write(): void {
    storage.set(KEY, this.#stock);
  }
}
