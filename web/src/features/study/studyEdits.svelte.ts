import type { Mark } from "../../lib/messages";
import { History } from "./studyHistory";
import {
  endOf,
  newTree,
  nodeOf,
  pathTo,
  promote,
  remarked,
  ROOT,
  siblingsOf,
  withMark,
  withoutNode,
  type Glyph,
  type Node,
  type Tree,
} from "./studyTree";

export const EMPTY = "ultimate-2024 Base+MLP White[1] -";

/** A state to return to with undo and redo. */
interface Moment {
  tree: Tree;
  at: number;
}

/** What receives the edits of a tree that several people edit, instead of a history of its own. */
export interface SharedEdits {
  readonly canEdit: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The tree was edited. */
  record(before: Tree, after: Tree): void;
  undo(): void;
  redo(): void;
}

/** A tree of moves with the node being viewed, and its edits, which can be undone. */
export abstract class EditableTree {
  tree: Tree = $state.raw(newTree(EMPTY));
  at = $state(ROOT);
  /** The end of the line being viewed, so that stepping back and forth stays in a variation. */
  protected leaf = $state(ROOT);
  protected readonly history = new History<Moment>();
  /** Who receives the edits; null for a study of one person. */
  shared: SharedEdits | null = $state.raw(null);
  /** The number of edits; the history itself is not reactive. */
  #edits = $state(0);

  readonly node: Node = $derived(nodeOf(this.tree, this.at));
  readonly nodes: Node[] = $derived(pathTo(this.tree, this.at));
  /** The line being viewed, beyond the current node. */
  readonly line: Node[] = $derived(pathTo(this.tree, this.leaf));
  readonly shown = $derived(this.nodes.length);
  readonly latest = $derived(this.line.length);
  readonly marks: readonly Mark[] = $derived(this.node.marks);
  readonly siblings: readonly number[] = $derived(siblingsOf(this.tree, this.at));
  readonly canEdit = $derived(this.shared?.canEdit ?? true);
  readonly canUndo = $derived(this.shared ? this.shared.canUndo : this.#edits >= 0 && this.history.canUndo);
  readonly canRedo = $derived(this.shared ? this.shared.canRedo : this.#edits >= 0 && this.history.canRedo);

  /** Drop what is in progress: a picked piece, a flight, a move without a response. */
  protected abstract interrupt(): void;
  /** Say that the tree cannot be edited. */
  protected abstract refuse(): void;
  /** Request the position of a node unless it is known. */
  protected abstract load(node: number): void;

  /** Replace everything by another tree, which has no history. */
  protected replace(tree: Tree, at: number): void {
    this.history.clear();
    this.#edits += 1;
    this.tree = tree;
    this.at = at;
    this.leaf = endOf(tree, at);
  }

  comment(text: string): void {
    this.edit(remarked(this.tree, this.at, { comment: text }), `comment ${this.at}`);
  }

  /** Set the glyph of the current move, or remove it if it is the same. */
  glyph(glyph: Glyph): void {
    if (this.at === ROOT) return;
    this.edit(remarked(this.tree, this.at, { glyph: this.node.glyph === glyph ? null : glyph }));
  }

  mark(mark: Mark): void {
    this.edit(remarked(this.tree, this.at, { marks: withMark(this.node.marks, mark) }));
  }

  clearMarks(): void {
    if (this.node.marks.length) this.edit(remarked(this.tree, this.at, { marks: [] }));
  }

  promote(id = this.at): void {
    const tree = promote(this.tree, id);
    if (tree !== this.tree) this.edit(tree);
  }

  /** Remove a move with everything that follows. */
  remove(id = this.at): void {
    const { parent } = nodeOf(this.tree, id);
    if (parent === null) return;
    const within = this.nodes.some((node) => node.id === id);
    this.interrupt();
    this.edit(withoutNode(this.tree, id), "", this.at, within ? parent : this.at);
  }

  undo(): void {
    if (this.shared) return this.shared.undo();
    this.#return(this.history.undo({ tree: this.tree, at: this.at }));
  }

  redo(): void {
    if (this.shared) return this.shared.redo();
    this.#return(this.history.redo({ tree: this.tree, at: this.at }));
  }

  #return(moment: Moment | null): void {
    if (!moment) return;
    this.interrupt();
    // no id is used twice, so that known positions stay valid
    this.tree = { ...moment.tree, next: Math.max(moment.tree.next, this.tree.next) };
    this.at = moment.at;
    this.leaf = endOf(this.tree, this.at);
    this.#edits += 1;
    this.load(this.at);
  }

  /** Change the tree; `what` names edits that are undone together, `was` the node to return to with undo. */
  protected edit(tree: Tree, what = "", was = this.at, at = was): void {
    if (!this.canEdit) return this.refuse();
    const before = this.tree;
    if (!this.shared) this.history.keep({ tree: before, at: was }, what);
    this.#edits += 1;
    const { leaf } = this;
    // the current node has to be in the tree at all times
    if (at !== this.at) this.at = at;
    this.tree = tree;
    if (!tree.nodes.has(leaf) || nodeOf(tree, leaf).children.length) this.leaf = endOf(tree, this.at);
    this.load(this.at);
    this.shared?.record(before, tree);
  }

  /** Take over a tree that others have changed, without moving away from the node being viewed if it is still there. */
  adopt(tree: Tree): void {
    const path = [...this.nodes].reverse();
    const at = path.find(({ id }) => tree.nodes.has(id))?.id ?? ROOT;
    if (at !== this.at) {
      this.interrupt();
      this.at = at;
    }
    this.tree = tree;
    const onLine =
      at === ROOT || (tree.nodes.has(this.leaf) && pathTo(tree, this.leaf).some(({ id }) => id === at));
    this.leaf = endOf(tree, onLine && tree.nodes.has(this.leaf) ? this.leaf : at);
    this.load(at);
  }
}
