import { Stored } from "../../lib/stored";

/** The progress in a lesson. Steps are counted from 1, as in addresses. */
export interface LessonProgress {
  done: number[];
  /** The step visited last; 0 if the progress was forgotten. */
  last: number;
  /** How often the progress was forgotten. Devices of an account keep the progress since the last time. */
  round?: number;
}
export type Progress = Record<string, LessonProgress>;

const isBegun = (lesson: LessonProgress | undefined): boolean => lesson !== undefined && lesson.last > 0;

/** Where it is stored. */
export const stored = new Stored<Progress>("skep.school", 1, (value) =>
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
    return isBegun(this.#progress[lesson]);
  }

  /** Whether there is any progress. */
  get any(): boolean {
    return Object.values(this.#progress).some(isBegun);
  }

  /** Return the step to continue with: the last visited one if it is not done, else the first that is not, else 1. */
  resume(lesson: string, steps: number): number {
    const done = this.done(lesson, steps);
    const last = this.#progress[lesson]?.last || 1;
    if (last <= steps && !done.includes(last)) return last;
    for (let step = 1; step <= steps; step++) if (!done.includes(step)) return step;
    return 1;
  }

  visit(lesson: string, step: number): void {
    this.#change(lesson, (before) => ({ ...before, last: step }));
  }

  finish(lesson: string, step: number): void {
    this.#change(lesson, (before) => ({
      ...before,
      done: [...new Set([...before.done, step])].sort((a, b) => a - b),
      last: before.last || step,
    }));
  }

  /** Forget one lesson, or all. */
  forget(lesson?: string): void {
    const progress = { ...(stored.load() ?? this.#progress) };
    for (const name of lesson === undefined ? Object.keys(progress) : [lesson])
      progress[name] = { done: [], last: 0, round: (progress[name]?.round ?? 0) + 1 };
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
