import { samePlace } from "../../../board/geometry";
import type { Place, Way } from "../../../board/types";
import type { ToldFind } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type Around, type Mark } from "./task.svelte";

/** Every space has to be found; each stays marked, and the way to it is shown. */
export class FindTask extends Task<ToldFind> {
  found: readonly Place[] = $state.raw([]);
  #latest: Place | null = $state.raw(null);

  constructor(told: ToldFind, around: Around = {}) {
    super(told, around);
    this.#allow();
  }

  override get pointing(): boolean {
    return !this.solved;
  }
  override get meant(): string | null {
    return this.told.piece;
  }
  override get hands(): Side[] {
    return this.handsWith([this.told.piece]);
  }
  override get counted(): { done: number; of: number } {
    return { done: this.found.length, of: this.told.answers.length };
  }
  override get canGive(): boolean {
    return !this.solved;
  }
  override get marks(): Mark[] {
    const here = this.given ? this.told.answers : this.found;
    return [
      ...super.marks,
      ...here.map((place): Mark => ({ place, kind: this.isFound(place) ? "found" : "given" })),
    ];
  }
  /** The way to the answer under the pointer, or to the one found last. */
  override get way(): Way | null {
    const { hovered, why } = this.table;
    if (why) return null;
    const known = hovered && (this.isFound(hovered) || this.given) ? hovered : this.#latest;
    const index = known ? this.told.answers.findIndex((answer) => samePlace(answer, known)) : -1;
    return this.told.ways[index] ?? null;
  }

  isFound(place: Place): boolean {
    return this.found.some((other) => samePlace(other, place));
  }

  override point(place: Place): void {
    if (this.solved) return;
    this.table.cancel();
    this.mistake = null;
    if (this.told.answers.some((answer) => samePlace(answer, place))) {
      this.#latest = place;
      if (!this.isFound(place)) this.found = [...this.found, place];
      if (this.found.length === this.told.answers.length) this.solve();
      return;
    }
    this.#latest = null;
    const why = this.told.piece ? this.table.reason(this.told.piece, place) : null;
    if (!why) return this.err(this.told.wrong);
    // where it may go instead is what is asked for
    this.table.why = { ...why, instead: [] };
    this.errWithReason();
  }

  override give(): void {
    this.table.cancel();
    this.#latest = null;
    this.given = true;
    this.solve();
  }

  override retell(told: ToldFind): void {
    super.retell(told);
    this.#allow();
  }

  #allow(): void {
    this.table.allow({ moves: {}, refused: this.told.refused });
  }
}
