import { samePlace } from "../../../board/geometry";
import type { Place } from "../../../board/types";
import type { WinView, WinMove, WinNode, WinReply } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type TaskDeps } from "./task.svelte";

/** The other queen bee has to be surrounded in time: the other side answers, and refutes what does not do it. */
export class WinTask extends Task<WinView> {
  /** Which of the best moves were made so far. */
  #line: readonly number[] = $state.raw([]);
  #slipped = $state(false);
  /** Raised by whatever makes a running answer stale. */
  #question = 0;

  constructor(view: WinView, deps: TaskDeps = {}) {
    super(view, deps, {
      tried: (piece, place, how) => void this.#try(piece, place, how.dragged),
      refused: () => this.errWithReason(),
    });
    this.#allow();
  }

  /** The position that is played in now. */
  get node(): WinNode {
    let node = this.view.start;
    for (const index of this.#line) node = node.best[index]?.then ?? node;
    return node;
  }
  override get hands(): Side[] {
    return ["white", "black"];
  }
  /** How many of one's own moves are made, and how many there are. */
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
    this.#question += 1;
    // a move and an answer each; of what is taken back the last is seen to fly
    while (this.table.made > 2 * this.#line.length) void this.table.back();
    this.#allow();
  }

  /** Play on as it is best, to the end. */
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
      const made = this.#try(best.piece, best.to, false);
      const question = this.#question;
      await made;
      await this.deps.pause?.();
      // somebody plays on alone
      if (question !== this.#question) return;
    }
  }

  async #try(piece: string, to: Place, dragged: boolean): Promise<void> {
    const question = ++this.#question;
    const is = (move: { piece: string | null; to: Place | null }): boolean =>
      move.piece === piece && move.to !== null && samePlace(move.to, to);
    const { node } = this;
    const index = node.best.findIndex(is);
    const best = node.best[index];
    const reply = (best ?? node.wrong_moves.find(is))?.reply ?? null;
    const path = this.table.pathOf(piece, to);
    this.mistake = null;
    this.table.allow(null);
    this.#slipped = index < 0;
    await this.table.show({ piece, to, path }, { dragged });
    if (question !== this.#question) return;
    if (reply && !(await this.#answer(reply, question))) return;
    if (best) this.#go(best, index);
    else this.err(this.view.wrong);
  }

  /** The other side answers; returns whether the answer still counts. */
  async #answer(reply: WinReply, question: number): Promise<boolean> {
    await this.deps.pause?.();
    if (question !== this.#question) return false;
    await this.table.show(reply);
    return question === this.#question;
  }

  #go(best: WinMove, index: number): void {
    this.#line = [...this.#line, index];
    if (!best.then) return this.solve();
    this.#allow();
  }

  #allow(): void {
    const { legal, ways: paths, refused } = this.node;
    this.table.allow({ moves: legal.moves, paths, refused });
  }
}
