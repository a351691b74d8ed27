/** What was, and can be again: edits undone and redone. */
export class History<T> {
  #before: { state: T; what: string }[] = [];
  #after: { state: T; what: string }[] = [];

  constructor(private readonly most = 200) {}

  get canUndo(): boolean {
    return this.#before.length > 0;
  }
  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  /**
   * Remember how it was before an edit. Edits of the same kind one after the other, as letters typed into one
   * comment, are one edit: pass the same `what`, or an empty one for an edit that stands alone.
   */
  keep(state: T, what = ""): void {
    this.#after = [];
    if (what && this.#before.at(-1)?.what === what) return;
    this.#before = [...this.#before.slice(1 - this.most), { state, what }];
  }

  /** The next edit is another one, whatever it is. */
  rest(): void {
    const last = this.#before.at(-1);
    if (last) last.what = "";
  }

  undo(now: T): T | null {
    const last = this.#before.pop();
    if (!last) return null;
    this.#after.push({ state: now, what: "" });
    return last.state;
  }

  redo(now: T): T | null {
    const next = this.#after.pop();
    if (!next) return null;
    this.#before.push({ state: now, what: "" });
    return next.state;
  }

  clear(): void {
    this.#before = [];
    this.#after = [];
  }
}
