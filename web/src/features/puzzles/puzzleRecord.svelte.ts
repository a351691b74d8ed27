import { dayOf } from "../../lib/times";
import { after, BEGINNER, targetRating, type PlayerRating } from "./puzzleRating";
import { Stored } from "../../lib/stored";

/** The first try of a puzzle: the puzzle's rating, and whether it was solved. */
export type Tried = [rating: number, solved: boolean];

/** The puzzle record that this browser stores. */
export interface StoredRecord extends PlayerRating {
  /** The rating after each rated puzzle, the oldest first. */
  history: number[];
  /** By puzzle id, in the order of the first tries. */
  tried: Record<string, Tried>;
  /** Days on which a puzzle was solved, the oldest first. */
  days: string[];
  /** Days on which the daily puzzle was solved. */
  dailies: string[];
}

/** The player whom puzzles are chosen for. */
export interface Solver {
  /** The best rating for the next puzzle. */
  targetRating: number;
  tried: Record<string, Tried>;
  language: string;
}

/** The change of the rating by a first try. */
export interface Change {
  from: number;
  to: number;
}

/** The most points that the graph shows. */
export const MAX_HISTORY = 300;
/** More than there are puzzles. */
export const MAX_TRIED = 5000;
export const MAX_DAYS = 800;

const EMPTY: StoredRecord = { ...BEGINNER, history: [], tried: {}, days: [], dailies: [] };
/** Where it is stored. */
export const stored = new Stored<StoredRecord>(
  "skep.puzzles",
  1,
  ({ rating, tried }) => typeof rating === "number" && typeof tried === "object",
);

/** Add a day to a list of days, without repetition. */
const withDay = (days: readonly string[], day: string): string[] =>
  [...new Set([...days, day])].sort().slice(-MAX_DAYS);

/** Return the day `by` days later. */
export function dayAfter(day: string, by = 1): string {
  const [year, month, date] = day.split("-").map(Number);
  return dayOf(new Date(year!, month! - 1, date! + by));
}

/** Return the number of consecutive days with a solved puzzle, up to today or yesterday. */
export function streak(solved: readonly string[], today: string): number {
  const on = new Set(solved);
  let day = on.has(today) ? today : dayAfter(today, -1);
  let count = 0;
  for (; on.has(day); day = dayAfter(day, -1)) count += 1;
  return count;
}

/** The player's rating and tried puzzles, stored in this browser and shared by its tabs. */
export class PuzzleRecord {
  data: StoredRecord = $state.raw(stored.load() ?? EMPTY);
  readonly solved = $derived(Object.values(this.data.tried).filter(([, solved]) => solved).length);
  readonly count = $derived(Object.keys(this.data.tried).length);

  has(name: string): boolean {
    return name in this.data.tried;
  }

  solver(language: string): Solver {
    return { targetRating: targetRating(this.data), tried: this.data.tried, language };
  }

  /** Record a try. Only the first try of a puzzle changes the rating. Return the change, or null. */
  note(
    puzzle: { id: string; rating: number },
    solved: boolean,
    { now = new Date(), daily = false } = {},
  ): Change | null {
    const before = stored.load() ?? this.data;
    const first = !(puzzle.id in before.tried);
    const today = dayOf(now);
    const next: StoredRecord = {
      ...before,
      days: solved ? withDay(before.days, today) : before.days,
      dailies: solved && daily ? withDay(before.dailies, today) : before.dailies,
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
    stored.save(next);
    return first ? { from: Math.round(before.rating), to: Math.round(next.rating) } : null;
  }

  /** Record that a puzzle was solved today without changing the rating. */
  noteDay(now = new Date()): void {
    const before = stored.load() ?? this.data;
    this.data = { ...before, days: withDay(before.days, dayOf(now)) };
    stored.save(this.data);
  }

  /** Follow changes in other tabs. Return a function that stops it. */
  start(): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === stored.key || event.key === null) this.data = stored.parse(event.newValue) ?? EMPTY;
    };
    this.data = stored.load() ?? this.data;
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }
}
