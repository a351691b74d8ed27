import type { LessonView } from "../../lib/messages";
import type { SchoolProgress } from "./schoolProgress.svelte";
import { begin, type AnyTask } from "./tasks/createTask";
import type { TaskDeps, Task } from "./tasks/task.svelte";

/** Return the step of an address: its number, the end, or null. */
export function readStep(hash: string, steps: number): number | null {
  if (hash === "#end") return steps + 1;
  const match = /^#([1-9]\d?)$/.exec(hash);
  const step = match ? Number(match[1]) : 0;
  return step >= 1 && step <= steps ? step : null;
}

/** A lesson in progress. Steps are counted from 1. */
export class Lesson {
  view: LessonView = $state.raw()!;
  /** The current step; one more than the last is the end. */
  step = $state(1);
  task: AnyTask | null = $state.raw(null);

  constructor(
    view: LessonView,
    private readonly progress: Pick<SchoolProgress, "done" | "visit" | "finish" | "resume">,
    private readonly around: TaskDeps = {},
  ) {
    this.view = view;
  }

  get steps(): number {
    return this.view.steps.length;
  }
  get ended(): boolean {
    return this.step > this.steps;
  }
  get done(): number[] {
    return this.progress.done(this.view.id, this.steps);
  }
  /** The fragment of the address. */
  get hash(): string {
    return this.ended ? "#end" : `#${this.step}`;
  }

  /** Open the step of an address, or the one to continue with. */
  open(hash: string): void {
    this.go(readStep(hash, this.steps) ?? this.progress.resume(this.view.id, this.steps));
  }

  go(step: number): void {
    this.step = Math.max(1, Math.min(step, this.steps + 1));
    const stepView = this.view.steps[this.step - 1];
    const { id } = this.view;
    const here = this.step;
    const task: AnyTask | null = stepView
      ? begin(stepView, {
          ...this.around,
          onEvent: (feedback) => {
            if (task?.solved) this.progress.finish(id, here);
            // no events of a step that was left
            if (task === this.task) this.around.onEvent?.(feedback);
          },
        })
      : null;
    this.task = task;
    if (stepView) this.progress.visit(id, here);
  }

  /** Go to the next step. A step that only shows something is then done. */
  next(): void {
    if (this.task?.kind === "show") this.progress.finish(this.view.id, this.step);
    this.go(this.step + 1);
  }

  back(): void {
    this.go(this.step - 1);
  }

  /** Start the step again. */
  restart(): void {
    this.go(this.step);
  }

  /** Show the lesson in another language, keeping step and progress. */
  translate(view: LessonView): void {
    this.view = view;
    const step = view.steps[this.step - 1];
    if (step && this.task?.kind === step.kind) (this.task as Task).translate(step);
  }
}
