import { Stored } from "../../lib/stored";

/** The progress in a lesson. Steps are counted from 1, as in addresses. */
export interface LessonProgress {
  done: number[];
  /** The step visited last. */
  last: number;
}
type Progress = Record<string, LessonProgress>;

const stored = new Stored<Progress>("skep.school", 1, (value) =>
  Object.values(value).every((lesson) => Array.isArray((lesson as Partial<LessonProgress> | null)?.done)),
);

/**
 * The progress in the course, stored in this browser. Every change starts from the stored progress, so that tabs do not
 * overwrite each other's.
 */
export class SchoolProgress {
  #progress: Progress = $state.raw(stored.load() ?? {});

  /** Return the completed steps of a lesson with `steps` steps. */
  done(lesson: string, steps: number): number[] {
    return (this.#progress[lesson]?.done ?? []).filter((step) => step <= steps);
  }

  isDone(lesson: string, steps: number): boolean {
    return steps > 0 && this.done(lesson, steps).length === steps;
  }

  isBegun(lesson: string): boolean {
    return lesson in this.#progress;
  }

  /** Whether there is any progress. */
  get any(): boolean {
    return Object.keys(this.#progress).length > 0;
  }

  /** Return the step to continue with: the last visited one if it is not done, else the first that is not, else 1. */
  resume(lesson: string, steps: number): number {
    const done = this.done(lesson, steps);
    const last = this.#progress[lesson]?.last ?? 1;
    if (last <= steps && !done.includes(last)) return last;
    for (let step = 1; step <= steps; step++) if (!done.includes(step)) return step;
    return 1;
  }

  visit(lesson: string, step: number): void {
    this.#change(lesson, ({ done }) => ({ done, last: step }));
  }

  finish(lesson: string, step: number): void {
    this.#change(lesson, ({ done, last }) => ({
      done: [...new Set([...done, step])].sort((a, b) => a - b),
      last,
    }));
  }

  /** Forget one lesson, or all. */
  forget(lesson?: string): void {
    const progress = lesson === undefined ? {} : { ...(stored.load() ?? this.#progress) };
    if (lesson !== undefined) delete progress[lesson];
    this.#keep(progress);
  }

  /** Follow changes in other tabs. Return a function that stops it. */
  start(): () => void {
    this.#progress = stored.load() ?? {};
    const onStorage = (event: StorageEvent): void => {
      // the key is null if the whole storage was cleared
      if (event.key === stored.key || event.key === null) this.#progress = stored.load() ?? {};
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }

  #change(lesson: string, change: (progress: LessonProgress) => LessonProgress): void {
    const now = stored.load() ?? this.#progress;
    this.#keep({ ...now, [lesson]: change(now[lesson] ?? { done: [], last: 1 }) });
  }

  #keep(progress: Progress): void {
    this.#progress = progress;
    stored.save(progress);
  }
}

export const schoolProgress = new SchoolProgress();
