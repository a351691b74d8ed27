import type { PassView } from "../../../lib/messages";
import { sideOf, type Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps, type Mark } from "./task.svelte";

/** A task in which passing is the only legal move. The reader can try every piece first. */
export class PassTask extends Task<PassView> {
  tried: readonly string[] = $state.raw([]);

  constructor(view: PassView, deps: TaskDeps = {}) {
    super(view, deps, { refused: (why) => why.piece && this.#note(why.piece) });
    this.#allow();
  }

  override get hands(): Side[] {
    return [this.view.scene.to_move];
  }
  override get counted(): { done: number; of: number } {
    return { done: this.tried.length, of: Object.keys(this.view.refused.nowhere).length };
  }
  override get canGive(): boolean {
    return false;
  }
  override get marks(): Mark[] {
    const tried = this.tried.flatMap((piece): Mark[] => {
      const place = this.interaction.placeOf(piece);
      return place ? [{ place, kind: "tried", piece: true }] : [];
    });
    return [...super.marks, ...tried];
  }

  pass(): void {
    this.interaction.cancel();
    this.solve();
  }

  override translate(view: PassView): void {
    super.translate(view);
    this.#allow();
  }

  #note(piece: string): void {
    const mine = sideOf(piece) === this.view.scene.to_move;
    if (mine && !this.tried.includes(piece)) this.tried = [...this.tried, piece];
  }

  #allow(): void {
    this.table.allow({ moves: {}, refused: this.view.refused });
  }
}
