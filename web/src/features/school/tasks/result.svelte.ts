import type { ResultView } from "../../../lib/messages";
import { Task } from "./task.svelte";

export const RESULTS = ["white", "black", "draw", "nobody"] as const;
export type Result = (typeof RESULTS)[number];

/** A task to say who has won, if the game is over. */
export class ResultTask extends Task<ResultView> {
  wrong: readonly Result[] = $state.raw([]);

  answer(result: Result): void {
    if (this.solved) return;
    if (result === this.view.answer) return this.solve();
    if (!this.wrong.includes(result)) this.wrong = [...this.wrong, result];
    this.err(this.view.wrong);
  }

  override give(): void {
    this.given = true;
    this.solve();
  }

  override pick(): void {
    this.interaction.cancel();
  }
}
