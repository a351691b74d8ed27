import { samePlace } from "../../../board/geometry";
import { placesOf } from "../../../board/stacks";
import type { Place } from "../../../board/types";
import type { ToldPlay } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type Around } from "./task.svelte";

/** A move has to be made that does what was asked for. */
export class PlayTask extends Task<ToldPlay> {
  #slipped = $state(false);

  constructor(told: ToldPlay, around: Around = {}) {
    super(told, around, {
      tried: (piece, place, how) => void this.#try(piece, place, how.dragged),
      refused: () => this.errWithReason(),
    });
    this.#allow();
  }

  override get hands(): Side[] {
    return this.handsWith([...Object.keys(this.told.legal.moves), ...Object.keys(this.told.refused.nowhere)]);
  }
  override get slipped(): boolean {
    return this.#slipped;
  }

  /** Whoever touches the table after a slip has it taken back first. */
  override pick(piece: string): void {
    if (this.#slipped) this.again();
    super.pick(piece);
  }

  override again(): void {
    super.again();
    if (!this.#slipped) return;
    this.#slipped = false;
    void this.table.back();
    this.#allow();
  }

  override give(): void {
    this.again();
    const [piece] = Object.keys(this.told.answers);
    const to = placesOf(this.told.answers[piece ?? ""])[0];
    if (!piece || !to) return;
    this.given = true;
    void this.#try(piece, to, false);
  }

  override retell(told: ToldPlay): void {
    super.retell(told);
    if (this.#slipped) this.mistake = { tone: "wrong", text: told.wrong };
    else if (!this.solved) this.#allow();
  }

  async #try(piece: string, to: Place, dragged: boolean): Promise<void> {
    const right = placesOf(this.told.answers[piece]).some((place) => samePlace(place, to));
    const way = this.table.wayOf(piece, to);
    this.mistake = null;
    this.table.allow(null);
    this.#slipped = !right;
    await this.table.show({ piece, to, way }, { dragged });
    if (right) this.solve();
    else if (this.#slipped) this.err(this.told.wrong);
  }

  #allow(): void {
    const { legal, ways, refused } = this.told;
    this.table.allow({ moves: legal.moves, ways, refused });
  }
}
