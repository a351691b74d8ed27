/** The history of edits, for undo and redo. */
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
   * Store the state before an edit. Consecutive edits with the same `what`, such as letters typed into one comment,
   * count as one edit; an empty `what` is always a separate edit.
   */
  keep(state: T, what = ""): void {
    this.#after = [];
    if (what && this.#before.at(-1)?.what === what) return;
    this.#before = [...this.#before.slice(1 - this.most), { state, what }];
  }

  /** Make the next edit a separate one. */
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
