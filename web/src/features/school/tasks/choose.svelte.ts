import type { ChooseView } from "../../../lib/messages";
import { Task, type Mark } from "./task.svelte";

/** A task to choose all pieces of a kind. Each choice is commented on. */
export class ChooseTask extends Task<ChooseView> {
  chosen: readonly string[] = $state.raw([]);
  /** The right piece that was chosen last. */
  #latest: string | null = $state(null);

  override get counted(): { done: number; of: number } {
    return { done: this.chosen.length, of: this.view.answers.length };
  }
  override get canGive(): boolean {
    return !this.solved;
  }
  override get marks(): Mark[] {
    const here = this.given ? this.view.answers : this.chosen;
    const chosen = here.flatMap((piece): Mark[] => {
      const place = this.interaction.placeOf(piece);
      return place ? [{ place, kind: this.chosen.includes(piece) ? "found" : "given", piece: true }] : [];
    });
    return [...super.marks, ...chosen];
  }
  /** The comment on a right piece while there are more to find. */
  get praise(): string | null {
    const note = this.#latest && !this.solved ? this.view.notes[this.#latest] : null;
    return note && !note.why ? note.sentence : null;
  }

  override pick(piece: string): void {
    if (this.solved) return;
    this.interaction.cancel();
    this.mistake = null;
    const note = this.view.notes[piece];
    if (!note) return;
    this.#latest = note.right ? piece : null;
    // a right piece may be right because of the reason
    this.interaction.showReason(note.why);
    if (!note.right) this.markWrong(this.interaction.placeOf(piece), true);
    if (note.right) {
      if (!this.chosen.includes(piece)) this.chosen = [...this.chosen, piece];
      if (this.chosen.length === this.view.answers.length) this.solve();
      else if (this.praise) this.deps.onEvent?.({ tone: "right", text: this.praise });
    } else if (note.why) this.errWithReason();
    else this.err(note.sentence);
  }

  override give(): void {
    this.interaction.cancel();
    this.given = true;
    this.solve();
  }
}
