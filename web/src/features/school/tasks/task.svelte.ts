import { samePlace } from "../../../board/geometry";
import type { Place, PathView } from "../../../board/types";
import type { LessonView } from "../../../lib/messages";
import { sideOf, type Side } from "../../../lib/position/pieces";
import type { Interaction } from "../../../board/interaction.svelte";
import { SceneTable, type SceneTableDeps } from "../../../lib/position/sceneTable.svelte";

export type Step = LessonView["steps"][number];

/** The response to an action: the lesson's own text, or one of the page's. */
export type Feedback = { tone: "right" | "wrong" } & ({ text: string } | { what: "otherRule" | "notYours" });

/** A mark on the board. */
export interface Mark {
  place: Place;
  /** Found by the reader, shown because the reader gave up, tried in vain, chosen wrongly, or highlighted by the lesson. */
  kind: "found" | "given" | "tried" | "wrong" | "lit";
  /** Whether the mark is about the piece there rather than the place. */
  piece?: boolean;
}

/** What a task needs from the page. */
export interface TaskDeps {
  animate?: () => boolean;
  /** Wait a moment before the other side replies. */
  pause?: () => Promise<void>;
  landed?: () => void;
  /** There is feedback, or the task is solved. */
  onEvent?: (what: Feedback) => void;
}

/** A step of a lesson in progress. Each kind of step has its own class. */
export abstract class Task<T extends Step = Step> {
  view: T = $state.raw()!;
  solved = $state(false);
  /** Whether the answer was given away. */
  given = $state(false);
  mistakes = $state(0);
  /** The feedback on the last mistake, until the next action. */
  mistake: Feedback | null = $state.raw(null);
  readonly table: SceneTable;
  /** The wrong choices, which stay marked so that the feedback has a place on the board. */
  #wrong: readonly Mark[] = $state.raw([]);

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

  get interaction(): Interaction {
    return this.table.interaction;
  }
  get kind(): T["kind"] {
    return this.view.kind;
  }
  /** The current feedback. */
  get feedback(): Feedback | null {
    if (this.solved) return "notice" in this.view ? { tone: "right", text: this.view.notice } : null;
    return this.mistake;
  }
  get marks(): Mark[] {
    const lit = this.view.highlights.flatMap(({ places, pieces }) =>
      places.map((place): Mark => ({ place, kind: "lit", piece: pieces.length > 0 })),
    );
    return this.solved ? lit : [...lit, ...this.#wrong];
  }
  /** Whether the reader points at places instead of picking pieces up. */
  get pointing(): boolean {
    return false;
  }
  /** The piece that the task is about. */
  get meant(): string | null {
    return null;
  }
  /** The hands that are shown; others would only distract. */
  get hands(): Side[] {
    return [];
  }
  /** A path to draw; undefined for the path to the place under the pointer. */
  get path(): PathView | null | undefined {
    return undefined;
  }
  /** The progress, where it can be counted. */
  get counted(): { done: number; of: number } | null {
    return null;
  }
  /** Whether a wrong move is on the board and has to be taken back. */
  get slipped(): boolean {
    return false;
  }
  /** Whether the answer can be given away. */
  get canGive(): boolean {
    return !this.solved && this.mistakes > 0;
  }

  /** Show the same step in another language, keeping the progress. */
  translate(view: T): void {
    this.view = view;
    this.interaction.cancel();
    this.mistake = null;
  }

  /** The reader touched a piece. */
  pick(piece: string): void {
    this.mistake = null;
    this.unmark();
    const { interaction } = this;
    interaction.pick(this.#explain(piece));
    // there are reasons for the pieces of the side to move only
    if (interaction.movable.length && !interaction.picked && !interaction.why && !this.#isMine(piece)) {
      this.markWrong(interaction.placeOf(piece), true);
      this.object({ tone: "wrong", what: "notYours" });
    }
  }

  /** Return the piece to explain: for an enemy on top of one's own piece the latter, unless the enemy can be thrown. */
  #explain(piece: string): string {
    if (this.#isMine(piece) || this.interaction.movable.includes(piece) || this.table.reason(piece, null))
      return piece;
    const under = this.table.stacks.find(({ pieces }) => pieces.includes(piece))?.pieces ?? [];
    return under.filter((other) => this.#isMine(other)).at(-1) ?? piece;
  }

  /** The reader pointed at a place. */
  point(_place: Place): void {}

  /** Take a wrong move back. */
  again(): void {
    this.mistake = null;
    this.unmark();
    this.interaction.cancel();
  }

  /** Show the answer. */
  give(): void {}

  /** Return the side to move if one of these pieces is in its hand. */
  protected handsWith(pieces: Iterable<string | null>): Side[] {
    const { white, black, to_move } = this.view.scene;
    const held = new Set(to_move === "white" ? white : black);
    return [...pieces].some((piece) => piece !== null && held.has(piece)) ? [to_move] : [];
  }

  #isMine(piece: string): boolean {
    return sideOf(piece) === this.table.toMove;
  }

  /** Mark a wrong choice: a place, or the piece there. */
  protected markWrong(place: Place | null, piece = false): void {
    if (!place || this.#wrong.some((mark) => samePlace(mark.place, place))) return;
    this.#wrong = [...this.#wrong, piece ? { place, kind: "wrong", piece } : { place, kind: "wrong" }];
  }

  /** Remove the marks of wrong choices. */
  protected unmark(): void {
    this.#wrong = [];
  }

  protected err(text: string): void {
    this.mistakes += 1;
    this.object({ tone: "wrong", text });
  }

  protected object(feedback: Feedback): void {
    this.mistake = feedback;
    this.deps.onEvent?.(feedback);
  }

  /** Count a mistake for which the reason is shown on the board, without further feedback. */
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
