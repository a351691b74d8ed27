import type { Place, PathView } from "../../../board/types";
import type { LessonView } from "../../../lib/messages";
import { sideOf, type Side } from "../../../lib/position/pieces";
import { SceneTable, type SceneTableDeps } from "../../../lib/position/sceneTable.svelte";

export type Step = LessonView["steps"][number];

/** What is said of what was done: in the lesson's own words, or in the page's. */
export type Feedback = { tone: "right" | "wrong" } & ({ text: string } | { what: "otherRule" | "notYours" });

/** Something to be marked on the board. */
export interface Mark {
  place: Place;
  /** Found by the reader, shown because the reader gave up, tried in vain, or pointed at by the lesson. */
  kind: "found" | "given" | "tried" | "lit";
  /** Whether the piece there is meant rather than the place. */
  piece?: boolean;
}

/** What a task needs of the page. */
export interface TaskDeps {
  animate?: () => boolean;
  /** A moment to look before the other side answers. */
  pause?: () => Promise<void>;
  landed?: () => void;
  /** Something was said, or the task is solved. */
  onEvent?: (what: Feedback) => void;
}

/** A step of a lesson while it is done: one class a kind, each with a table of its own. */
export abstract class Task<T extends Step = Step> {
  view: T = $state.raw()!;
  solved = $state(false);
  /** Whether the answer was asked for. */
  given = $state(false);
  mistakes = $state(0);
  /** What was said of the last mistake, until something else is done. */
  mistake: Feedback | null = $state.raw(null);
  readonly table: SceneTable;

  constructor(
    view: T,
    protected readonly deps: TaskDeps = {},
    tableDeps: SceneTableDeps = {},
  ) {
    this.view = view;
    this.table = new SceneTable(view.scene, {
      animate: () => deps.animate?.() ?? false,
      landed: () => deps.landed?.(),
      ...tableDeps,
    });
  }

  get kind(): T["kind"] {
    return this.view.kind;
  }
  /** What is said now. */
  get feedback(): Feedback | null {
    if (this.solved) return "notice" in this.view ? { tone: "right", text: this.view.notice } : null;
    return this.mistake;
  }
  get marks(): Mark[] {
    return this.view.highlights.flatMap(({ places, pieces }) =>
      places.map((place): Mark => ({ place, kind: "lit", piece: pieces.length > 0 })),
    );
  }
  /** Whether places are pointed at, rather than pieces taken up. */
  get pointing(): boolean {
    return false;
  }
  /** The piece that is spoken of. */
  get meant(): string | null {
    return null;
  }
  /** Whose hands matter here: the others would only distract. */
  get hands(): Side[] {
    return [];
  }
  /** A way to be drawn; undefined: the one to where a piece might go. */
  get path(): PathView | null | undefined {
    return undefined;
  }
  /** How far it is done, where that can be counted. */
  get counted(): { done: number; of: number } | null {
    return null;
  }
  /** Whether a wrong move stands on the table and has to be taken back. */
  get slipped(): boolean {
    return false;
  }
  /** Whether the answer can be asked for. */
  get canGive(): boolean {
    return !this.solved && this.mistakes > 0;
  }

  /** The same step in another language: what was done stays done. */
  translate(view: T): void {
    this.view = view;
    this.table.cancel();
    this.mistake = null;
  }

  /** A piece was touched. */
  pick(piece: string): void {
    this.mistake = null;
    this.table.pick(this.#explain(piece));
    // the rules were only asked about pieces that somebody may play
    if (this.table.movable.length && !this.table.picked && !this.table.why && !this.#isMine(piece))
      this.object({ tone: "wrong", what: "notYours" });
  }

  /** Who touches an enemy on top of an own piece asks about the latter, unless the enemy can be thrown. */
  #explain(piece: string): string {
    if (this.#isMine(piece) || this.table.movable.includes(piece) || this.table.reason(piece, null))
      return piece;
    const under = this.table.stacks.find(({ pieces }) => pieces.includes(piece))?.pieces ?? [];
    return under.filter((other) => this.#isMine(other)).at(-1) ?? piece;
  }

  /** A place was pointed at. */
  point(_place: Place): void {}

  /** Take a wrong move back. */
  again(): void {
    this.mistake = null;
    this.table.cancel();
  }

  /** Show the answer. */
  give(): void {}

  /** The side to move, where one of these pieces waits in its hand. */
  protected handsWith(pieces: Iterable<string | null>): Side[] {
    const { white, black, to_move } = this.view.scene;
    const held = new Set(to_move === "white" ? white : black);
    return [...pieces].some((piece) => piece !== null && held.has(piece)) ? [to_move] : [];
  }

  #isMine(piece: string): boolean {
    return sideOf(piece) === this.table.toMove;
  }

  protected err(text: string): void {
    this.mistakes += 1;
    this.object({ tone: "wrong", text });
  }

  protected object(feedback: Feedback): void {
    this.mistake = feedback;
    this.deps.onEvent?.(feedback);
  }

  /** A mistake for which the rules' reason is shown: nothing else needs to be said. */
  protected errWithReason(): void {
    this.mistakes += 1;
    this.mistake = null;
  }

  protected solve(): void {
    this.solved = true;
    this.mistake = null;
    const feedback = this.feedback;
    if (feedback) this.deps.onEvent?.(feedback);
  }
}
