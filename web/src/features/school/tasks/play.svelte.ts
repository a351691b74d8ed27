import { samePlace } from "../../../board/geometry";
import { placesOf } from "../../../board/stacks";
import type { Place } from "../../../board/types";
import type { PlayView } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps } from "./task.svelte";

/** A move has to be made that does what was asked for. */
export class PlayTask extends Task<PlayView> {
  #slipped = $state(false);

  constructor(view: PlayView, deps: TaskDeps = {}) {
    super(view, deps, {
      tried: (piece, place, how) => void this.#try(piece, place, how.dragged),
      refused: () => this.errWithReason(),
    });
    this.#allow();
  }

  override get hands(): Side[] {
    return this.handsWith([...Object.keys(this.view.legal.moves), ...Object.keys(this.view.refused.nowhere)]);
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
    const [piece] = Object.keys(this.view.answers);
    const to = placesOf(this.view.answers[piece ?? ""])[0];
    if (!piece || !to) return;
    this.given = true;
    void this.#try(piece, to, false);
  }

  override translate(view: PlayView): void {
    super.translate(view);
    if (this.#slipped) this.mistake = { tone: "wrong", text: view.wrong };
    else if (!this.solved) this.#allow();
  }

  async #try(piece: string, to: Place, dragged: boolean): Promise<void> {
    const right = placesOf(this.view.answers[piece]).some((place) => samePlace(place, to));
    const path = this.table.pathOf(piece, to);
    this.mistake = null;
    this.table.allow(null);
    this.#slipped = !right;
    await this.table.show({ piece, to, path }, { dragged });
    if (right) this.solve();
    else if (this.#slipped) this.err(this.view.wrong);
  }

  #allow(): void {
    const { legal, ways: paths, refused } = this.view;
    this.table.allow({ moves: legal.moves, paths, refused });
  }
}
