import { samePlace } from "../../../board/geometry";
import type { BoardMove } from "../../../board/interaction.svelte";
import type { Place } from "../../../board/types";
import type { WinView, WinMove, WinNode, WinReply } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps } from "./task.svelte";

/** A task to surround the other queen bee in a number of moves. The other side replies, and refutes wrong moves. */
export class WinTask extends Task<WinView> {
  /** The indices of the best moves made so far. */
  #line: readonly number[] = $state.raw([]);
  #slipped = $state(false);
  /** Raised by every action, so that a reply that is still pending is dropped. */
  #run = 0;

  constructor(view: WinView, deps: TaskDeps = {}) {
    super(view, deps, {
      play: (move) => void this.#try(move),
      refused: () => this.errWithReason(),
    });
    this.#allow();
  }

  /** The current position. */
  get node(): WinNode {
    let node = this.view.start;
    for (const index of this.#line) node = node.best[index]?.then ?? node;
    return node;
  }
  override get hands(): Side[] {
    return ["white", "black"];
  }
  /** The number of the reader's moves, made and in all. */
  override get counted(): { done: number; of: number } | null {
    const of = this.view.start.moves;
    return of > 1 ? { done: this.#line.length, of } : null;
  }
  override get slipped(): boolean {
    return this.#slipped;
  }

  override pick(piece: string): void {
    if (this.#slipped) this.again();
    super.pick(piece);
  }

  override again(): void {
    super.again();
    if (!this.#slipped) return;
    this.#slipped = false;
    this.#run += 1;
    // two moves per turn; only the last one taken back is seen to fly
    while (this.table.made > 2 * this.#line.length) void this.table.back();
    this.#allow();
  }

  /** Play the best moves to the end. */
  override give(): void {
    this.again();
    this.given = true;
    void this.#giveOn();
  }

  override translate(view: WinView): void {
    super.translate(view);
    if (this.#slipped) this.mistake = { tone: "wrong", text: view.wrong };
    else if (!this.solved && this.table.made === 2 * this.#line.length) this.#allow();
  }

  async #giveOn(): Promise<void> {
    while (!this.solved) {
      const best = this.node.best[0];
      if (!best?.piece || !best.to) return;
      const made = this.#try(this.interaction.moveTo(best.piece, best.to));
      const run = this.#run;
      await made;
      await this.deps.pause?.();
      // the reader has taken over
      if (run !== this.#run) return;
    }
  }

  async #try(made: BoardMove): Promise<void> {
    const run = ++this.#run;
    const is = (move: { piece: string | null; to: Place | null }): boolean =>
      move.piece === made.piece && move.to !== null && samePlace(move.to, made.to);
    const { node } = this;
    const index = node.best.findIndex(is);
    const best = node.best[index];
    const reply = (best ?? node.wrong_moves.find(is))?.reply ?? null;
    this.mistake = null;
    this.table.allow(null);
    this.#slipped = index < 0;
    await this.table.show(made);
    if (run !== this.#run) return;
    if (reply && !(await this.#answer(reply, run))) return;
    if (best) return this.#go(best, index);
    this.markWrong(made.to, true);
    this.err(this.view.wrong);
  }

  /** Show the other side's reply. Return whether it still counts. */
  async #answer(reply: WinReply, run: number): Promise<boolean> {
    await this.deps.pause?.();
    if (run !== this.#run) return false;
    await this.table.show(reply);
    return run === this.#run;
  }

  #go(best: WinMove, index: number): void {
    this.#line = [...this.#line, index];
    if (!best.then) return this.solve();
    this.#allow();
  }

  #allow(): void {
    const { legal, paths, refused } = this.node;
    this.table.allow({ moves: legal.moves, paths, refused });
  }
}
