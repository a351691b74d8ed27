import { ChooseTask } from "./choose.svelte";
import { FindTask } from "./find.svelte";
import { JudgeTask } from "./judge.svelte";
import { PassTask } from "./pass.svelte";
import { PlayTask } from "./play.svelte";
import { ResultTask } from "./result.svelte";
import { ShowTask } from "./show.svelte";
import type { Around, Step } from "./task.svelte";
import { WinTask } from "./win.svelte";

export type AnyTask =
  ShowTask | FindTask | ChooseTask | JudgeTask | PlayTask | WinTask | PassTask | ResultTask;

/** A step to be done from its beginning. */
export function begin(step: Step, around: Around = {}): AnyTask {
  switch (step.kind) {
    case "show":
      return new ShowTask(step, around);
    case "find":
      return new FindTask(step, around);
    case "choose":
      return new ChooseTask(step, around);
    case "judge":
      return new JudgeTask(step, around);
    case "play":
      return new PlayTask(step, around);
    case "win":
      return new WinTask(step, around);
    case "pass":
      return new PassTask(step, around);
    case "result":
      return new ResultTask(step, around);
  }
}
