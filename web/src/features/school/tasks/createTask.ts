import { ChooseTask } from "./choose.svelte";
import { FindTask } from "./find.svelte";
import { JudgeTask } from "./judge.svelte";
import { PassTask } from "./pass.svelte";
import { PlayTask } from "./play.svelte";
import { ResultTask } from "./result.svelte";
import { ShowTask } from "./show.svelte";
import type { TaskDeps, Step } from "./task.svelte";
import { WinTask } from "./win.svelte";

export type AnyTask =
  ShowTask | FindTask | ChooseTask | JudgeTask | PlayTask | WinTask | PassTask | ResultTask;

/** Return the task of a step, at its beginning. */
export function begin(step: Step, deps: TaskDeps = {}): AnyTask {
  switch (step.kind) {
    case "show":
      return new ShowTask(step, deps);
    case "find":
      return new FindTask(step, deps);
    case "choose":
      return new ChooseTask(step, deps);
    case "judge":
      return new JudgeTask(step, deps);
    case "play":
      return new PlayTask(step, deps);
    case "win":
      return new WinTask(step, deps);
    case "pass":
      return new PassTask(step, deps);
    case "result":
      return new ResultTask(step, deps);
  }
}
