import { Stored } from "../../lib/stored";
import type { Change, Tried } from "./puzzleRecord.svelte";

/** The modes in which puzzles are tried. */
export type AttemptMode = "training" | "daily" | "one" | "repeat" | "streak" | "storm";

/** An attempt at a puzzle, with the result of its first try. */
export interface Attempt {
  /** When it was decided, in milliseconds since 1970. Together with the puzzle, it identifies the attempt. */
  at: number;
  puzzle: string;
  /** The rating of the puzzle. */
  rating: number;
  mode: AttemptMode;
  solved: boolean;
  /** The player's rating afterwards and its change; null if the attempt did not count. */
  to: number | null;
  by: number | null;
}

/** The best results of the modes that are played for a result. */
export interface BestResults {
  streak: number;
  storm: number;
}

/** When a puzzle was last missed and last solved, in milliseconds since 1970; 0 for never. */
type Outcome = [missed: number, solved: number];

/** The history that this browser stores. Two versions of it can always be merged without loss. */
export interface StoredHistory {
  /** The oldest first. */
  attempts: Attempt[];
  /** By puzzle id. They outlive the attempts, whose number is limited. */
  outcomes: Record<string, Outcome>;
  best: BestResults;
}

/** About a hundred bytes each. */
export const MAX_ATTEMPTS = 1500;
/** More than there are puzzles. */
export const MAX_OUTCOMES = 5000;

const EMPTY: StoredHistory = { attempts: [], outcomes: {}, best: { streak: 0, storm: 0 } };
/** Where it is stored. */
export const stored = new Stored<StoredHistory>("skep.puzzle-history", 1);

const keyOf = ({ at, puzzle }: Attempt): string => `${at} ${puzzle}`;

/** Return everything that either history contains. The order of the arguments does not matter. */
export function merged(one: StoredHistory, two: StoredHistory): StoredHistory {
  const attempts = new Map([...one.attempts, ...two.attempts].map((attempt) => [keyOf(attempt), attempt]));
  const outcomes = { ...one.outcomes };
  for (const [id, [missed, solved]] of Object.entries(two.outcomes)) {
    const [missedBefore, solvedBefore] = outcomes[id] ?? [0, 0];
    outcomes[id] = [Math.max(missed, missedBefore), Math.max(solved, solvedBefore)];
  }
  return {
    attempts: [...attempts.values()]
      .sort((a, b) => a.at - b.at || a.puzzle.localeCompare(b.puzzle))
      .slice(-MAX_ATTEMPTS),
    outcomes: Object.fromEntries(
      Object.entries(outcomes)
        .sort(([id, a], [other, b]) => Math.max(...a) - Math.max(...b) || id.localeCompare(other))
        .slice(-MAX_OUTCOMES),
    ),
    best: {
      streak: Math.max(one.best.streak, two.best.streak),
      storm: Math.max(one.best.storm, two.best.storm),
    },
  };
}

/** Every attempt, the puzzles to repeat and the best results, stored in this browser and shared by its tabs. */
export class PuzzleHistory {
  data: StoredHistory = $state.raw(stored.load() ?? EMPTY);

  /** Record an attempt. `change` is the change of the rating, if there was one. */
  note(
    puzzle: { id: string; rating: number },
    solved: boolean,
    { mode, change = null, now = new Date() }: { mode: AttemptMode; change?: Change | null; now?: Date },
  ): void {
    const at = now.getTime();
    const attempt: Attempt = {
      at,
      puzzle: puzzle.id,
      rating: puzzle.rating,
      mode,
      solved,
      to: change?.to ?? null,
      by: change ? change.to - change.from : null,
    };
    const outcomes = { [puzzle.id]: (solved ? [0, at] : [at, 0]) as Outcome };
    this.#add({ attempts: [attempt], outcomes, best: EMPTY.best });
  }

  /** Record the result of a streak or a storm. Return whether it is a new best. */
  finish(mode: keyof BestResults, result: number): boolean {
    const better = result > Math.max(this.data.best[mode], stored.load()?.best[mode] ?? 0);
    this.#add({ ...EMPTY, best: { ...EMPTY.best, [mode]: result } });
    return better;
  }

  /**
   * Return the ids of the missed puzzles that were not solved since, the oldest miss first. `tried` are the first tries
   * of the rated puzzles, some of which are older than the history.
   */
  toRepeat(tried: Record<string, Tried>): string[] {
    const outcomes = new Map<string, Outcome>(
      Object.entries(tried).flatMap(([id, [, solved]]) => (solved ? [] : [[id, [1, 0]] as const])),
    );
    for (const [id, outcome] of Object.entries(this.data.outcomes)) outcomes.set(id, outcome);
    return [...outcomes]
      .filter(([, [missed, solved]]) => missed > solved)
      .sort(([, [one]], [, [two]]) => one - two)
      .map(([id]) => id);
  }

  /** Return the puzzles tried last, which should not come again soon. */
  recent(count = 200): Record<string, Tried> {
    const last = this.data.attempts.slice(-count);
    return Object.fromEntries(last.map(({ puzzle, rating, solved }) => [puzzle, [rating, solved]]));
  }

  /** Follow changes in other tabs. Return a function that stops it. */
  start(): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== stored.key && event.key !== null) return;
      const there = stored.parse(event.newValue);
      // the storage was cleared
      if (!there) this.data = EMPTY;
      // another tab may have written at the same moment and not have read our last attempt
      else if (JSON.stringify(this.#merge(there)) !== JSON.stringify(there)) this.#save();
    };
    this.#merge(stored.load() ?? EMPTY);
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }

  #add(added: StoredHistory): void {
    this.#merge(stored.load() ?? EMPTY);
    this.#merge(added);
    this.#save();
  }

  #merge(other: StoredHistory): StoredHistory {
    return (this.data = merged(this.data, other));
  }

  #save(): void {
    stored.save(this.data);
  }
}
