import type { RecordTree, StudyChapter, StudyPerson } from "../../../lib/messages";
import { EMPTY, type SharedEdits } from "../studyEdits.svelte";
import type { Study } from "../study.svelte";
import { newTree, ROOT, toRecord, type Tree } from "../studyTree";
import { ROOT_ID, type StudyEdit } from "./document";
import { editsBetween, inverseOf, Numbering, treeOf, type NewEdit } from "./projection";
import type { SharedApi } from "./sharedApi";
import { newId, SharedSession, type Link } from "./sharedSession.svelte";

/** The number of own edits that can be undone. */
const MAX_UNDO = 200;

/** An own edit, and what undoes it. */
interface Undoable {
  ids: string[];
  undo: NewEdit[];
}

/** A shared study on the analysis board: the chapter being viewed, and everyone's edits of it. */
export class SharedStudy implements SharedEdits {
  readonly session: SharedSession;
  /** The id of the chapter being viewed. */
  chapterId = $state("");
  /** The browser tab whose author is followed. */
  following = $state("");
  readonly chapters: StudyChapter[] = $derived.by(() => this.session.chapters);
  readonly chapter: StudyChapter | null = $derived.by(
    () => this.chapters.find(({ id }) => id === this.chapterId) ?? null,
  );
  readonly index = $derived(this.chapters.findIndex(({ id }) => id === this.chapterId));
  /** The others who have the study open, once each. */
  readonly others: StudyPerson[] = $derived.by(() =>
    this.session.people.filter(({ client }) => client !== this.session.client),
  );
  readonly canEdit = $derived.by(() => this.session.canEdit);
  #undo: Undoable[] = $state.raw([]);
  #redo: Undoable[] = $state.raw([]);
  readonly canUndo = $derived(this.#undo.length > 0);
  readonly canRedo = $derived(this.#redo.length > 0);
  #numbering = new Numbering();
  /** The chapter as it was drawn last. */
  #seen: StudyChapter | null = null;

  constructor(
    id: string,
    link: Link,
    private readonly api: SharedApi,
    private readonly study: Study,
    private readonly deps: { onChapter: (chapter: StudyChapter) => void },
  ) {
    this.session = new SharedSession(id, link, api, () => this.#onChange());
  }

  /** Open the study at a chapter, or at the first one. Fails if it cannot be opened. */
  async open(chapter: string | null): Promise<void> {
    await this.session.open();
    this.show(this.chapters.find(({ id }) => id === chapter)?.id ?? this.chapters[0]?.id ?? "");
  }

  close(): void {
    this.session.close();
    if (this.study.shared === this) this.study.shared = null;
  }

  // Viewing.

  /** View another chapter, at its start or at a move. */
  show(id: string, node = ROOT_ID): void {
    const chapter = this.session.shown.chapter(id);
    if (!chapter) return;
    this.chapterId = id;
    this.#numbering = new Numbering();
    this.#undo = this.#redo = [];
    this.#seen = chapter;
    const tree = treeOf(chapter, this.#numbering, null);
    const at = this.#numbering.number(chapter.aliases[node] ?? node);
    this.study.openShared(tree, this, tree.nodes.has(at) ? at : ROOT);
    this.deps.onChapter(chapter);
    this.look();
  }

  step(by: 1 | -1): void {
    const next = this.chapters[this.index + by];
    if (next) this.show(next.id);
  }

  /** Show the others the move that is being viewed. */
  look(): void {
    const node = this.#numbering.id(this.study.at);
    if (node && this.chapterId) this.session.look(this.chapterId, node);
  }

  /** Follow another person, or stop. */
  follow(client: string): void {
    this.following = this.following === client ? "" : client;
    this.goAlong();
  }

  /** View what the person who is followed views. */
  goAlong(): void {
    const person = this.others.find(({ client }) => client === this.following);
    if (!person) {
      this.following = "";
      return;
    }
    if (person.chapter !== this.chapterId) return this.show(person.chapter, person.node);
    const node = this.chapter?.aliases[person.node] ?? person.node;
    if (this.chapter?.nodes[node]?.deleted === null) this.study.go(this.#numbering.number(node));
  }

  #onChange(): void {
    const chapter = this.session.shown.chapter(this.chapterId);
    if (!this.chapterId) return;
    if (!chapter || chapter.deleted !== null) {
      const next = this.session.shown.visible[0];
      if (next) this.show(next.id);
      return;
    }
    if (chapter === this.#seen || this.study.shared !== this) return;
    this.#seen = chapter;
    this.study.adopt(treeOf(chapter, this.#numbering, this.study.tree));
  }

  // Editing.

  record(before: Tree, after: Tree): void {
    const chapter = this.chapter;
    if (!chapter) return;
    const { seq } = this.session;
    const edits = editsBetween(before, after, chapter, this.#numbering, { seen: seq, newId });
    if (!edits.length) return;
    this.following = "";
    this.#redo = [];
    this.#make(edits, chapter, "undo");
  }

  undo(): void {
    const last = this.#undo.at(-1);
    if (!last || !this.chapter) return;
    this.#undo = this.#undo.slice(0, -1);
    this.#make(last.undo, this.chapter, "redo");
  }

  redo(): void {
    const last = this.#redo.at(-1);
    if (!last || !this.chapter) return;
    this.#redo = this.#redo.slice(0, -1);
    this.#make(last.undo, this.chapter, "undo");
  }

  #make(edits: readonly NewEdit[], chapter: StudyChapter, stack: "undo" | "redo"): void {
    const made: StudyEdit[] = this.session.edit(edits);
    const ids = made.map(({ id }) => id);
    const list = stack === "undo" ? this.#undo : this.#redo;
    // letters typed into one comment are undone together
    if (String(list.at(-1)?.ids) === String(ids)) return;
    const undo = made.flatMap((edit) => inverseOf(edit, chapter)).reverse();
    if (!undo.length) return;
    const grown = [...list, { ids, undo }].slice(-MAX_UNDO);
    if (stack === "undo") this.#undo = grown;
    else this.#redo = grown;
  }

  // Chapters.

  async add(name: string, tree: RecordTree = toRecord(newTree(EMPTY))): Promise<void> {
    this.show(await this.session.addChapter(name, tree));
  }

  rename(chapter: string, name: string): void {
    this.session.edit([{ op: "rename-chapter", chapter, name }]);
  }

  /** Let a chapter open in this rotation. */
  turn(chapter: string, orientation: number): void {
    this.session.edit([{ op: "turn-chapter", chapter, orientation }]);
  }

  /** Move a chapter one place up or down. */
  move(chapter: string, by: 1 | -1): void {
    const ids = this.chapters.map(({ id }) => id);
    const index = ids.indexOf(chapter);
    const before = ids[by < 0 ? index - 1 : index + 2] ?? null;
    this.session.edit([{ op: "move-chapter", chapter, before }]);
  }

  remove(chapter: string): void {
    this.session.edit([{ op: "delete-chapter", chapter, seen: this.session.seq }]);
  }

  restore(chapter: string): void {
    this.session.edit([{ op: "restore-chapter", chapter }]);
  }

  /** Copy the study into one of the visitor's own, and return its id. */
  async copy(): Promise<string> {
    return (await this.api.copy(this.session.id)).study;
  }
}
