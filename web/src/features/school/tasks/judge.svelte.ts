import type { Drawing, PathView } from "../../../board/types";
import type { JudgeView, ExplainedMove } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task } from "./task.svelte";

/** Moves to look at one by one; then which one is meant, and then why. */
export class JudgeTask extends Task<JudgeView> {
  /** The move that is looked at. */
  looked: number | null = $state(null);
  /** The moves and the rules that were named in vain. */
  wrongMoves: readonly number[] = $state.raw([]);
  wrongRules: readonly number[] = $state.raw([]);
  /** Whether the move is found, and the rule is asked for. */
  #named = $state(false);

  get question(): "which" | "why" | "nothing" {
    return this.solved ? "nothing" : this.#named ? "why" : "which";
  }
  override get hands(): Side[] {
    return this.handsWith(this.view.moves.map(({ piece }) => piece));
  }
  /** While a move has just been named in vain, the way it takes is shown: it is allowed. */
  override get path(): PathView | null {
    const looked = this.looked;
    if (looked === null || !this.wrongMoves.includes(looked)) return null;
    return this.view.moves[looked]?.way ?? null;
  }
  /** The moves as arrows, straight ones: their ways would tell which is allowed. */
  get drawings(): Drawing[] {
    if (this.solved) return [];
    return this.view.moves.flatMap((move, index) => this.#drawn(move, index));
  }

  inspect(index: number): void {
    if (this.question !== "which") return;
    this.table.cancel();
    this.mistake = null;
    this.looked = index;
  }

  /** Say that the move that is looked at is the one. */
  name(): void {
    const index = this.looked;
    if (index === null || this.question !== "which") return;
    if (index === this.view.answer) {
      this.mistake = null;
      if (this.view.because.length) this.#named = true;
      else this.#reached();
      return;
    }
    this.wrongMoves = [...this.wrongMoves, index];
    const { why } = this.view.moves[index]!;
    this.table.why = why;
    if (why) this.errWithReason();
    else this.err(this.view.wrong);
  }

  /** Say by which rule. */
  because(index: number): void {
    if (this.question !== "why") return;
    if (this.view.because[index]?.right) return this.#reached();
    this.wrongRules = [...this.wrongRules, index];
    this.mistakes += 1;
    this.object({ tone: "wrong", what: "otherRule" });
  }

  override give(): void {
    this.given = true;
    this.looked = this.view.answer;
    this.#reached();
  }

  override pick(): void {
    this.table.cancel();
  }

  override translate(view: JudgeView): void {
    super.translate(view);
    if (this.solved) this.table.why = view.moves[view.answer]!.why;
  }

  /** The right one is shown: the reason against it, or the move itself. */
  #reached(): void {
    this.#named = true;
    void this.table.show(this.view.moves[this.view.answer]!);
    this.solve();
  }

  #drawn({ piece, to }: ExplainedMove, index: number): Drawing[] {
    if (!piece || !to) return [];
    const near = this.looked === index;
    if (this.looked !== null && !near && this.question === "why") return [];
    const origin = this.table.placeOf(piece);
    const common = {
      color: near ? "green" : "blue",
      rank: near ? 1 : 3,
      label: String(index + 1),
    } as const;
    if (!origin) return [{ at: to, to: null, piece, ...common }];
    const { label, ...arrow } = common;
    // the arrows of one piece would lie over each other: its moves are told apart by where they lead
    if (!this.#onePiece) return [{ at: origin, to, label, ...arrow }];
    const goal: Drawing = { at: to, to: null, ...common };
    return near ? [{ at: origin, to, ...arrow }, goal] : [goal];
  }

  get #onePiece(): boolean {
    return new Set(this.view.moves.map(({ piece }) => piece)).size === 1;
  }
}
