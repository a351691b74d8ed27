import { samePlace } from "../../../board/geometry";
import type { BoardMove } from "../../../board/interaction.svelte";
import { placesOf } from "../../../board/stacks";
import type { PlayView } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps } from "./task.svelte";

/** A task to make any move that meets a goal. */
export class PlayTask extends Task<PlayView> {
  #slipped = $state(false);

  constructor(view: PlayView, deps: TaskDeps = {}) {
    super(view, deps, {
      play: (move) => void this.#try(move),
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

  /** Touching a piece takes a wrong move back first. */
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
    void this.#try(this.interaction.moveTo(piece, to));
  }

  override translate(view: PlayView): void {
    super.translate(view);
    if (this.#slipped) this.mistake = { tone: "wrong", text: view.wrong };
    else if (!this.solved) this.#allow();
  }

  async #try(move: BoardMove): Promise<void> {
    const right = placesOf(this.view.answers[move.piece ?? ""]).some((place) => samePlace(place, move.to));
    this.mistake = null;
    this.table.allow(null);
    this.#slipped = !right;
    await this.table.show(move);
    if (right) return this.solve();
    if (!this.#slipped) return;
    this.markWrong(move.to, true);
    this.err(this.view.wrong);
  }

  #allow(): void {
    const { legal, paths, refused } = this.view;
    this.table.allow({ moves: legal.moves, paths, refused });
  }
}
