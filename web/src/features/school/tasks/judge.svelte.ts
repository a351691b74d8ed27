import type { Drawing, PathView } from "../../../board/types";
import type { JudgeView, ExplainedMove } from "../../../lib/messages";
import type { Side } from "../../../lib/position/pieces";
import { Task } from "./task.svelte";

/** A task to pick the only legal or illegal one of several moves, and then the rule. */
export class JudgeTask extends Task<JudgeView> {
  /** The index of the move being inspected. */
  looked: number | null = $state(null);
  /** The moves and rules that were named wrongly. */
  wrongMoves: readonly number[] = $state.raw([]);
  wrongRules: readonly number[] = $state.raw([]);
  /** Whether the move was found, so that the rule is the next question. */
  #named = $state(false);

  get question(): "which" | "why" | "nothing" {
    return this.solved ? "nothing" : this.#named ? "why" : "which";
  }
  override get hands(): Side[] {
    return this.handsWith(this.view.moves.map(({ piece }) => piece));
  }
  /** The path of a move that was wrongly named as illegal. */
  override get path(): PathView | null {
    const looked = this.looked;
    if (looked === null || !this.wrongMoves.includes(looked)) return null;
    return this.view.moves[looked]?.path ?? null;
  }
  /** The moves as straight arrows. Their paths would give away which are legal. */
  get drawings(): Drawing[] {
    if (this.solved) return [];
    return this.view.moves.flatMap((move, index) => this.#drawn(move, index));
  }

  inspect(index: number): void {
    if (this.question !== "which") return;
    this.interaction.cancel();
    this.mistake = null;
    this.looked = index;
  }

  /** Name the inspected move as the answer. */
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
    const { why, to } = this.view.moves[index]!;
    this.markWrong(to);
    this.interaction.showReason(why);
    if (why) this.errWithReason();
    else this.err(this.view.wrong);
  }

  /** Name the rule. */
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
    this.interaction.cancel();
  }

  override translate(view: JudgeView): void {
    super.translate(view);
    if (this.solved) this.interaction.showReason(view.moves[view.answer]!.why);
  }

  /** Show the right move, or the reason against it. */
  #reached(): void {
    this.#named = true;
    void this.table.show(this.view.moves[this.view.answer]!);
    this.solve();
  }

  #drawn({ piece, to }: ExplainedMove, index: number): Drawing[] {
    if (!piece || !to) return [];
    const near = this.looked === index;
    if (this.looked !== null && !near && this.question === "why") return [];
    const origin = this.interaction.placeOf(piece);
    const common = {
      color: near ? "green" : "blue",
      rank: near ? 1 : 3,
      label: String(index + 1),
    } as const;
    if (!origin) return [{ at: to, to: null, piece, ...common }];
    const { label, ...arrow } = common;
    // the arrows of one piece would overlap, so only its destinations are marked
    if (!this.#onePiece) return [{ at: origin, to, label, ...arrow }];
    const goal: Drawing = { at: to, to: null, ...common };
    return near ? [{ at: origin, to, ...arrow }, goal] : [goal];
  }

  get #onePiece(): boolean {
    return new Set(this.view.moves.map(({ piece }) => piece)).size === 1;
  }
}
