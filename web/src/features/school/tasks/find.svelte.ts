import { samePlace } from "../../../board/geometry";
import type { Place, PathView } from "../../../board/types";
import type { FindView } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps, type Mark } from "./task.svelte";

/** A task to find all spaces of a kind. Each stays marked, and the path to it is shown. */
export class FindTask extends Task<FindView> {
  found: readonly Place[] = $state.raw([]);
  #latest: Place | null = $state.raw(null);

  constructor(view: FindView, deps: TaskDeps = {}) {
    super(view, deps);
    this.#allow();
  }

  override get pointing(): boolean {
    return !this.solved;
  }
  override get meant(): string | null {
    return this.view.piece;
  }
  override get hands(): Side[] {
    return this.handsWith([this.view.piece]);
  }
  override get counted(): { done: number; of: number } {
    return { done: this.found.length, of: this.view.answers.length };
  }
  override get canGive(): boolean {
    return !this.solved;
  }
  override get marks(): Mark[] {
    const here = this.given ? this.view.answers : this.found;
    return [
      ...super.marks,
      ...here.map((place): Mark => ({ place, kind: this.isFound(place) ? "found" : "given" })),
    ];
  }
  /** The path to the answer under the pointer, or to the one found last. */
  override get path(): PathView | null {
    const { hovered, why } = this.interaction;
    if (why) return null;
    const known = hovered && (this.isFound(hovered) || this.given) ? hovered : this.#latest;
    const index = known ? this.view.answers.findIndex((answer) => samePlace(answer, known)) : -1;
    return this.view.paths[index] ?? null;
  }

  isFound(place: Place): boolean {
    return this.found.some((other) => samePlace(other, place));
  }

  override point(place: Place): void {
    if (this.solved) return;
    this.interaction.cancel();
    this.mistake = null;
    if (this.view.answers.some((answer) => samePlace(answer, place))) {
      this.#latest = place;
      if (!this.isFound(place)) this.found = [...this.found, place];
      if (this.found.length === this.view.answers.length) this.solve();
      return;
    }
    this.#latest = null;
    this.markWrong(place);
    const why = this.view.piece ? this.table.reason(this.view.piece, place) : null;
    if (!why) return this.err(this.view.wrong);
    // the alternatives are the answer
    this.interaction.showReason({ ...why, alternatives: [] });
    this.errWithReason();
  }

  override give(): void {
    this.interaction.cancel();
    this.#latest = null;
    this.given = true;
    this.solve();
  }

  override translate(view: FindView): void {
    super.translate(view);
    this.#allow();
  }

  #allow(): void {
    this.table.allow({ moves: {}, refused: this.view.refused });
  }
}
