import type { PathView } from "../../../board/types";
import type { ShowView } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps } from "./task.svelte";

/** A step to look at, with moves that can be shown repeatedly. */
export class ShowTask extends Task<ShowView> {
  /** The index of the move that was shown last. */
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
  /** The path of a move stays visible after it was shown. */
  override get path(): PathView | null | undefined {
    if (this.shown === null || this.interaction.flying) return undefined;
    return this.view.moves[this.shown]?.path ?? undefined;
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
    if (move?.why) this.interaction.showReason(move.why);
  }
}
