import type { Way } from "../../../board/types";
import type { ToldShow } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type Around } from "./task.svelte";

/** Something to look at, with moves that can be shown again and again. */
export class ShowTask extends Task<ToldShow> {
  /** Which of the moves was shown last. */
  shown: number | null = $state(null);

  constructor(told: ToldShow, around: Around = {}) {
    super(told, around);
    this.solved = true;
  }

  override get hands(): Side[] {
    const placing = this.told.highlights.some(({ what }) => what === "place");
    const { to_move } = this.told.scene;
    return placing ? [to_move] : this.handsWith(this.told.moves.map(({ piece }) => piece));
  }
  /** The way of a move that has been shown stays to be seen. */
  override get way(): Way | null | undefined {
    if (this.shown === null || this.table.flying) return undefined;
    return this.told.moves[this.shown]?.way ?? undefined;
  }

  async show(index: number): Promise<void> {
    const move = this.told.moves[index];
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

  override retell(told: ToldShow): void {
    super.retell(told);
    const move = this.shown === null ? undefined : told.moves[this.shown];
    if (move?.why) this.table.why = move.why;
  }
}
