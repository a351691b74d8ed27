import type { PathView } from "../../../board/types";
import type { ShowView } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps } from "./task.svelte";

/** Something to look at, with moves that can be shown again and again. */
export class ShowTask extends Task<ShowView> {
  /** Which of the moves was shown last. */
  shown: number | null = $state(null);

  constructor(view: ShowView, deps: TaskDeps = {}) {
    super(view, deps);
    this.solved = true;
  }

  override get hands(): Side[] {
    const placing = this.view.highlights.some(({ what }) => what === "place");
    const { to_move } = this.view.scene;
    return placing ? [to_move] : this.handsWith(this.view.moves.map(({ piece }) => piece));
  }
  /** The way of a move that has been shown stays to be seen. */
  override get path(): PathView | null | undefined {
    if (this.shown === null || this.table.flying) return undefined;
    return this.view.moves[this.shown]?.way ?? undefined;
  }

  async show(index: number): Promise<void> {
    const move = this.view.moves[index];
    if (!move) return;
    this.table.reset();
    this.shown = index;
    await this.table.show(move);
  }

  override again(): void {
    super.again();
    this.shown = null;
    this.table.reset();
  }

  override translate(view: ShowView): void {
    super.translate(view);
    const move = this.shown === null ? undefined : view.moves[this.shown];
    if (move?.why) this.table.why = move.why;
  }
}
