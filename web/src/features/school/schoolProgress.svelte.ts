import { storage, parseObject } from "../../lib/settings.svelte";

/** How far somebody is in a lesson; steps are counted from 1, as in addresses. */
export interface LessonProgress {
  done: number[];
  /** The step that was looked at last. */
  last: number;
}
type Progress = Record<string, LessonProgress>;

const KEY = "skep.school";
/** More steps than any lesson has: what is kept may have been written by anybody. */
const MAX_STEPS = 50;

const isStep = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_STEPS;

/** What was kept, as far as it makes sense. */
export function parseProgress(text: string | null): Progress {
  const progress: Progress = {};
  for (const [lesson, value] of Object.entries(parseObject(text))) {
    if (!/^[a-z]+(-[a-z]+)*$/.test(lesson) || typeof value !== "object" || value === null) continue;
    const { done, last } = value as Record<string, unknown>;
    const steps = Array.isArray(done) ? [...new Set(done.filter(isStep))].sort((a, b) => a - b) : [];
    const looked = isStep(last) ? last : 1;
    if (steps.length || isStep(last)) progress[lesson] = { done: steps, last: looked };
  }
  return progress;
}

/**
 * What somebody has done of the course, kept in this browser. Every change begins with what is kept now, so that
 * several tabs do not undo one another's.
 */
export class SchoolProgress {
  #progress: Progress = $state.raw(parseProgress(storage.get(KEY)));

  /** Which steps of a lesson are done, of as many as it has. */
  done(lesson: string, steps: number): number[] {
    return (this.#progress[lesson]?.done ?? []).filter((step) => step <= steps);
  }

  isDone(lesson: string, steps: number): boolean {
    return steps > 0 && this.done(lesson, steps).length === steps;
  }

  isBegun(lesson: string): boolean {
    return lesson in this.#progress;
  }

  /** Whether there is anything to forget. */
  get any(): boolean {
    return Object.keys(this.#progress).length > 0;
  }

  /** Where to go on: at the step that was looked at last if it is not done, else at the first that is not, else at the first. */
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
    const progress = lesson === undefined ? {} : { ...parseProgress(storage.get(KEY)) };
    if (lesson !== undefined) delete progress[lesson];
    this.#keep(progress);
  }

  /** Hear what other tabs do; the answer stops it. */
  start(): () => void {
    this.#progress = parseProgress(storage.get(KEY));
    const onStorage = (event: StorageEvent): void => {
      // without a key everything was cleared
      if (event.key === KEY || event.key === null) this.#progress = parseProgress(storage.get(KEY));
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }

  #change(lesson: string, change: (progress: LessonProgress) => LessonProgress): void {
    // where nothing may be kept, what is known here is all there is
    const text = storage.get(KEY);
    const now = text === null ? this.#progress : parseProgress(text);
    this.#keep({ ...now, [lesson]: change(now[lesson] ?? { done: [], last: 1 }) });
  }

  #keep(progress: Progress): void {
    this.#progress = progress;
    storage.set(KEY, progress);
  }
}

export const schoolProgress = new SchoolProgress();
