import { dayOf } from "../../lib/times";
import { after, BEGINNER, targetRating, type PlayerRating } from "./puzzleRating";
import { storage, parseObject } from "../../lib/settings.svelte";

/** A puzzle that was tried: its rating, and whether the first try solved it. */
export type Tried = [rating: number, solved: boolean];

/** What this browser remembers of somebody's puzzles. */
export interface StoredRecord extends PlayerRating {
  /** The rating after each rated puzzle, the oldest first. */
  history: number[];
  /** By name, in the order they were first tried. */
  tried: Record<string, Tried>;
  /** Days on which a puzzle was solved, the oldest first. */
  days: string[];
  /** Days whose own puzzle was solved. */
  dailies: string[];
}

/** Whom puzzles are chosen for. */
export interface Solver {
  /** How hard the next one should be. */
  targetRating: number;
  tried: Record<string, Tried>;
  language: string;
}

/** What a first try did to the rating. */
export interface Change {
  from: number;
  to: number;
}

const KEY = "skep.puzzles";
/** More points than this no small graph shows. */
export const MAX_HISTORY = 300;
/** More than there are puzzles. */
export const MAX_TRIED = 5000;
export const MAX_DAYS = 800;

const NAME = /^[2-9a-z]{8}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const number = (value: unknown, least: number, most: number): number | null =>
  typeof value === "number" && value >= least && value <= most ? value : null;

const isTried = (value: unknown): value is Tried =>
  Array.isArray(value) &&
  value.length === 2 &&
  number(value[0], 0, 4000) !== null &&
  typeof value[1] === "boolean";

function days(value: unknown): string[] {
  const found = Array.isArray(value) ? value.filter((day) => typeof day === "string" && DAY.test(day)) : [];
  return [...new Set(found as string[])].sort().slice(-MAX_DAYS);
}

/** What was kept, as far as it makes sense: an older page, or a hand, may have written it. */
export function parseStoredRecord(text: string | null): StoredRecord {
  const value = parseObject(text);
  const rating = number(value["rating"], 0, 4000);
  const deviation = number(value["deviation"], 1, BEGINNER.deviation);
  const volatility = number(value["volatility"], 0.001, 1);
  // the three make sense together only
  const playerRating =
    rating !== null && deviation !== null && volatility !== null
      ? { rating, deviation, volatility }
      : BEGINNER;
  const history = Array.isArray(value["history"]) ? value["history"] : [];
  const tried = Object.entries(parseObject(JSON.stringify(value["tried"] ?? {})));
  return {
    ...playerRating,
    history: history.filter((point) => number(point, 0, 4000) !== null).slice(-MAX_HISTORY),
    tried: Object.fromEntries(
      tried
        .filter((entry): entry is [string, Tried] => NAME.test(entry[0]) && isTried(entry[1]))
        .slice(-MAX_TRIED),
    ),
    days: days(value["days"]),
    dailies: days(value["dailies"]),
  };
}

export function dayAfter(day: string, by = 1): string {
  const [year, month, date] = day.split("-").map(Number);
  return dayOf(new Date(year!, month! - 1, date! + by));
}

/** On how many days in a row something was solved, up to today; a day that is not over yet breaks nothing. */
export function streak(solved: readonly string[], today: string): number {
  const on = new Set(solved);
  let day = on.has(today) ? today : dayAfter(today, -1);
  let count = 0;
  for (; on.has(day); day = dayAfter(day, -1)) count += 1;
  return count;
}

/** Somebody's standing and what they tried, kept in this browser and shared by its tabs. */
export class PuzzleRecord {
  data: StoredRecord = $state.raw(parseStoredRecord(storage.get(KEY)));
  readonly solved = $derived(Object.values(this.data.tried).filter(([, solved]) => solved).length);
  readonly count = $derived(Object.keys(this.data.tried).length);

  has(name: string): boolean {
    return name in this.data.tried;
  }

  /** Whom puzzles are chosen for. */
  solver(language: string): Solver {
    return { targetRating: targetRating(this.data), tried: this.data.tried, language };
  }

  /** Note the outcome of a try. Only the first of a puzzle changes the rating; answers with what it did, or null. */
  note(
    puzzle: { id: string; rating: number },
    solved: boolean,
    { now = new Date(), daily = false } = {},
  ): Change | null {
    const before = this.#read();
    const first = !(puzzle.id in before.tried);
    const today = dayOf(now);
    const next: StoredRecord = {
      ...before,
      days: solved ? days([...before.days, today]) : before.days,
      dailies: solved && daily ? days([...before.dailies, today]) : before.dailies,
    };
    if (first) {
      Object.assign(next, after(before, puzzle.rating, solved));
      next.history = [...before.history, Math.round(next.rating)].slice(-MAX_HISTORY);
      next.tried = Object.fromEntries(
        [...Object.entries(before.tried), [puzzle.id, [puzzle.rating, solved] as Tried] as const].slice(
          -MAX_TRIED,
        ),
      );
    }
    this.data = next;
    storage.set(KEY, next);
    return first ? { from: Math.round(before.rating), to: Math.round(next.rating) } : null;
  }

  /** Follow what other tabs note; answers with the way to stop. */
  start(): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === KEY || event.key === null) this.data = parseStoredRecord(event.newValue);
    };
    this.data = this.#read();
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }

  /** As another tab may have left it just now; where nothing can be kept, as it was noted here. */
  #read(): StoredRecord {
    const text = storage.get(KEY);
    return text === null ? this.data : parseStoredRecord(text);
  }
}
