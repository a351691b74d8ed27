import type { ToldLesson } from "../../lib/messages";
import type { SchoolProgress } from "./schoolProgress.svelte";
import { begin, type AnyTask } from "./tasks/createTask";
import type { Around, Task } from "./tasks/task.svelte";

/** The step that an address names: its number, the end, or none. */
export function readStep(hash: string, steps: number): number | null {
  if (hash === "#end") return steps + 1;
  const match = /^#([1-9]\d?)$/.exec(hash);
  const step = match ? Number(match[1]) : 0;
  return step >= 1 && step <= steps ? step : null;
}

/** A lesson that is taken: one step after the other, and what is done of it. Steps are counted from 1. */
export class Lesson {
  told: ToldLesson = $state.raw()!;
  /** The step that is shown; one more than there are is the end. */
  step = $state(1);
  task: AnyTask | null = $state.raw(null);

  constructor(
    told: ToldLesson,
    private readonly progress: Pick<SchoolProgress, "done" | "visit" | "finish" | "resume">,
    private readonly around: Around = {},
  ) {
    this.told = told;
  }

  get steps(): number {
    return this.told.steps.length;
  }
  get ended(): boolean {
    return this.step > this.steps;
  }
  get done(): number[] {
    return this.progress.done(this.told.id, this.steps);
  }
  /** What stands behind the sign # in the address. */
  get hash(): string {
    return this.ended ? "#end" : `#${this.step}`;
  }

  /** Open the step that an address names, or where one was. */
  open(hash: string): void {
    this.go(readStep(hash, this.steps) ?? this.progress.resume(this.told.id, this.steps));
  }

  go(step: number): void {
    this.step = Math.max(1, Math.min(step, this.steps + 1));
    const told = this.told.steps[this.step - 1];
    const { id } = this.told;
    const here = this.step;
    const task: AnyTask | null = told
      ? begin(told, {
          ...this.around,
          happened: (said) => {
            if (task?.solved) this.progress.finish(id, here);
            // of a step that was left nothing is told
            if (task === this.task) this.around.happened?.(said);
          },
        })
      : null;
    this.task = task;
    if (told) this.progress.visit(id, here);
  }

  /** On to the next step. What there was only to look at is done then. */
  next(): void {
    if (this.task?.kind === "show") this.progress.finish(this.told.id, this.step);
    this.go(this.step + 1);
  }

  back(): void {
    this.go(this.step - 1);
  }

  /** The same step from its beginning. */
  restart(): void {
    this.go(this.step);
  }

  /** The same lesson in another language: the same step, and what was done of it stays done. */
  retell(told: ToldLesson): void {
    this.told = told;
    const step = told.steps[this.step - 1];
    if (step && this.task?.kind === step.kind) (this.task as Task).retell(step);
  }
}
