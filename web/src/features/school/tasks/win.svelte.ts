import { samePlace } from "../../../board/geometry";
import type { Place } from "../../../board/types";
import type { ToldWin, WinMove, WinNode, WinReply } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task, type Around } from "./task.svelte";

/** The other queen bee has to be surrounded in time: the other side answers, and refutes what does not do it. */
export class WinTask extends Task<ToldWin> {
  /** Which of the best moves were made so far. */
  #line: readonly number[] = $state.raw([]);
  #slipped = $state(false);
  /** Raised by whatever makes a running answer stale. */
  #question = 0;

  constructor(told: ToldWin, around: Around = {}) {
    super(told, around, {
      tried: (piece, place, how) => void this.#try(piece, place, how.dragged),
      refused: () => this.errWithReason(),
    });
    this.#allow();
  }

  /** The position that is played in now. */
  get node(): WinNode {
    let node = this.told.start;
    for (const index of this.#line) node = node.best[index]?.then ?? node;
    return node;
  }
  override get hands(): Side[] {
    return ["white", "black"];
  }
  /** How many of one's own moves are made, and how many there are. */
  override get counted(): { done: number; of: number } | null {
    const of = this.told.start.moves;
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

  override retell(told: ToldWin): void {
    super.retell(told);
    if (this.#slipped) this.mistake = { tone: "wrong", text: told.wrong };
    else if (!this.solved && this.table.made === 2 * this.#line.length) this.#allow();
  }

  async #giveOn(): Promise<void> {
    while (!this.solved) {
      const best = this.node.best[0];
      if (!best) return;
      const made = this.#try(best.piece, best.to, false);
      const question = this.#question;
      await made;
      await this.around.pause?.();
      // somebody plays on alone
      if (question !== this.#question) return;
    }
  }

  async #try(piece: string, to: Place, dragged: boolean): Promise<void> {
    const question = ++this.#question;
    const is = (move: { piece: string; to: Place }): boolean =>
      move.piece === piece && samePlace(move.to, to);
    const { node } = this;
    const index = node.best.findIndex(is);
    const best = node.best[index];
    const reply = (best ?? node.slips.find(is))?.reply ?? null;
    const way = this.table.wayOf(piece, to);
    this.mistake = null;
    this.table.allow(null);
    this.#slipped = index < 0;
    await this.table.show({ piece, to, way }, { dragged });
    if (question !== this.#question) return;
    if (reply && !(await this.#answer(reply, question))) return;
    if (best) this.#go(best, index);
    else this.err(this.told.wrong);
  }

  /** The other side answers; returns whether the answer still counts. */
  async #answer(reply: WinReply, question: number): Promise<boolean> {
    await this.around.pause?.();
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
    const { legal, ways, refused } = this.node;
    this.table.allow({ moves: legal.moves, ways, refused });
  }
}
