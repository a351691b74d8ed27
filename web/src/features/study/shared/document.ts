/**
 * What edits do to the chapters of a shared study.
 *
 * These are the rules of `skep/server/shared_studies/documents.py`, which explains them; both are tested with the same
 * recorded cases. Nodes are immutable. Chapters are copied before their first change unless the document owns them, so
 * that what is shown can share them with what is confirmed.
 */
import type {
  AddChapter,
  AddMove,
  DeleteMoves,
  Mark,
  OrderMove,
  SetComment,
  StudyChange,
  StudyChapter,
  StudyComment,
  StudyNode,
  StudyTouch,
} from "../../../lib/messages";
import { MAX_MARKS } from "../studyTree";

export type StudyEdit = StudyChange["edit"];

/** The id of the start of every chapter. */
export const ROOT_ID = "root";

export class SharedDocument {
  chapters: StudyChapter[];
  /** The chapters that can be changed in place. */
  #owned: WeakSet<StudyChapter>;

  constructor(chapters: readonly StudyChapter[], owns = true) {
    this.chapters = [...chapters];
    this.#owned = new WeakSet(owns ? chapters : []);
  }

  /** Return a document with the same chapters, which can be changed without changing this one. */
  copy(): SharedDocument {
    return new SharedDocument(this.chapters, false);
  }

  chapter(id: string): StudyChapter | undefined {
    return this.chapters.find((chapter) => chapter.id === id);
  }

  /** The chapters that are not deleted. */
  get visible(): StudyChapter[] {
    return this.chapters.filter((chapter) => chapter.deleted === null);
  }

  /** Apply an edit. Edits of unknown chapters and moves have no effect. */
  apply({ seq, client, edit }: StudyChange): void {
    const touch = { client, seq };
    const known = this.chapter(edit.chapter);
    if (edit.op === "add-chapter") {
      if (!known) this.#insert(newChapter(edit, touch), edit.before);
      return;
    }
    if (!known) return;
    if (edit.op === "delete-chapter") {
      const others = this.visible.some((other) => other.id !== known.id);
      if (others && known.deleted === null && !isUnseen(known.touches, edit.seen, client))
        this.#own(known).deleted = edit.id;
      return;
    }
    const chapter = this.#own(known);
    chapter.deleted = null;
    chapter.touches = touched(chapter.touches, touch);
    if (edit.op === "rename-chapter") chapter.name = edit.name;
    else if (edit.op === "turn-chapter") chapter.orientation = edit.orientation;
    else if (edit.op === "move-chapter") {
      this.chapters = this.chapters.filter((other) => other !== chapter);
      this.#insert(chapter, edit.before);
    } else if (edit.op !== "restore-chapter") editMoves(chapter, edit, touch);
  }

  #own(chapter: StudyChapter): StudyChapter {
    if (this.#owned.has(chapter)) return chapter;
    const copy = { ...chapter, nodes: { ...chapter.nodes }, aliases: { ...chapter.aliases } };
    this.chapters = this.chapters.map((other) => (other === chapter ? copy : other));
    this.#owned.add(copy);
    return copy;
  }

  #insert(chapter: StudyChapter, before: string | null): void {
    const found = this.chapters.findIndex((other) => other.id === before);
    const index = found < 0 ? this.chapters.length : found;
    this.chapters = [...this.chapters.slice(0, index), chapter, ...this.chapters.slice(index)];
    this.#owned.add(chapter);
  }
}

/** Return the move with an id or an alias, deleted or not. */
export function findNode(chapter: StudyChapter, id: string): StudyNode | undefined {
  return chapter.nodes[chapter.aliases[id] ?? id];
}

const change = (chapter: StudyChapter, id: string, changes: Partial<StudyNode>): void => {
  chapter.nodes[id] = { ...chapter.nodes[id]!, ...changes };
};

type MoveEdit = Exclude<
  StudyEdit,
  {
    op:
      | "add-chapter"
      | "delete-chapter"
      | "rename-chapter"
      | "turn-chapter"
      | "move-chapter"
      | "restore-chapter";
  }
>;

function editMoves(chapter: StudyChapter, edit: MoveEdit, touch: StudyTouch): void {
  if (edit.op === "add-move") return addMove(chapter, edit, touch);
  if (edit.op === "restore-moves") {
    const gone = Object.values(chapter.nodes).filter(({ deleted }) => deleted === edit.deletion);
    for (const node of gone) keep(chapter, node.id, touch);
    return;
  }
  const node = findNode(chapter, edit.node);
  if (!node) return;
  if (edit.op === "delete-moves") deleteMoves(chapter, node, edit, touch);
  else if (edit.op === "order-move") orderMove(chapter, node, edit);
  else if (edit.op === "set-comment") setComment(chapter, node, edit, touch);
  else if (edit.op === "set-glyph") {
    change(chapter, node.id, { glyph: edit.glyph });
    if (edit.glyph !== null) keep(chapter, node.id, touch);
  } else {
    const others = node.marks.filter((mark) => !samePlaces(mark, edit.mark));
    change(chapter, node.id, { marks: edit.on ? [...others, edit.mark].slice(-MAX_MARKS) : others });
    if (edit.on) keep(chapter, node.id, touch);
  }
}

const samePlaces = (one: Mark, other: Mark): boolean =>
  String(one.at) === String(other.at) && String(one.to) === String(other.to);

// Adding.

function newChapter(edit: AddChapter, touch: StudyTouch): StudyChapter {
  const { tree } = edit;
  const touches = [touch];
  const comments = (text: string): StudyComment[] => (text ? [{ id: edit.id, text }] : []);
  const bare = { children: [], deleted: null, touches };
  const nodes: Record<string, StudyNode> = {
    [ROOT_ID]: {
      ...bare,
      id: ROOT_ID,
      parent: null,
      uhp: "",
      piece: null,
      origin: null,
      to: null,
      comments: comments(tree.comment),
      glyph: null,
      clock: null,
      spent: null,
      marks: tree.marks,
    },
  };
  tree.nodes.forEach(({ parent: before, comment, ...move }, index) => {
    const id = `${edit.chapter}-${index}`;
    const parent = before < 0 ? ROOT_ID : `${edit.chapter}-${before}`;
    nodes[id] = { ...bare, ...move, id, parent, comments: comments(comment) };
    nodes[parent] = { ...nodes[parent]!, children: [...nodes[parent]!.children, id] };
  });
  const { start, threefold, tags, result, reason } = tree;
  return {
    id: edit.chapter,
    name: edit.name,
    start,
    threefold,
    orientation: edit.orientation,
    tags,
    result,
    reason,
    nodes,
    aliases: {},
    deleted: null,
    touches,
  };
}

/** Return the move that is already there after a parent and not deleted. */
function childBy(chapter: StudyChapter, parent: StudyNode, move: AddMove): StudyNode | undefined {
  return parent.children
    .map((id) => chapter.nodes[id]!)
    .find(
      ({ deleted, uhp, piece, to }) =>
        deleted === null &&
        (uhp === move.uhp || (to !== null && piece === move.piece && String(to) === String(move.to))),
    );
}

function addMove(chapter: StudyChapter, edit: AddMove, touch: StudyTouch): void {
  const parent = findNode(chapter, edit.parent);
  if (!parent || findNode(chapter, edit.node)) return;
  restore(chapter, parent.id);
  const there = childBy(chapter, parent, edit);
  if (there) {
    chapter.aliases[edit.node] = there.id;
    return keep(chapter, there.id, touch);
  }
  const { node: id, uhp, piece, origin, to } = edit;
  chapter.nodes[id] = {
    id,
    parent: parent.id,
    children: [],
    uhp,
    piece,
    origin,
    to,
    comments: [],
    glyph: null,
    clock: null,
    spent: null,
    marks: [],
    deleted: null,
    touches: [],
  };
  change(chapter, parent.id, { children: [...parent.children, id] });
  keep(chapter, id, touch);
}

function setComment(chapter: StudyChapter, node: StudyNode, edit: SetComment, touch: StudyTouch): void {
  if (node.comments.some(({ id }) => id === edit.id)) return;
  const first = node.comments.findIndex(({ id }) => edit.replaces.includes(id));
  const comments = node.comments.filter(({ id }) => !edit.replaces.includes(id));
  if (edit.text)
    comments.splice(first < 0 ? node.comments.length : first, 0, { id: edit.id, text: edit.text });
  change(chapter, node.id, { comments });
  if (edit.text) keep(chapter, node.id, touch);
}

function orderMove(chapter: StudyChapter, node: StudyNode, edit: OrderMove): void {
  if (node.parent === null) return;
  const parent = chapter.nodes[node.parent]!;
  const before = edit.before === null ? null : findNode(chapter, edit.before);
  if (before === undefined || before === node || (before && before.parent !== parent.id)) return;
  const children = parent.children.filter((child) => child !== node.id);
  children.splice(before ? children.indexOf(before.id) : children.length, 0, node.id);
  change(chapter, parent.id, { children });
}

// Deleting and restoring.

/** Return the latest touch, and the latest one from any other browser tab. */
const touched = (touches: readonly StudyTouch[], touch: StudyTouch): StudyTouch[] => [
  touch,
  ...touches.filter(({ client }) => client !== touch.client).slice(0, 1),
];

/** Return whether someone else has added something that the author of a deletion had not received. */
const isUnseen = (touches: readonly StudyTouch[], seen: number, author: string): boolean =>
  touches.some(({ client, seq }) => client !== author && seq > seen);

/** Note that something was added to a move, and restore it with the moves that lead to it. */
function keep(chapter: StudyChapter, id: string, touch: StudyTouch): void {
  change(chapter, id, { touches: touched(chapter.nodes[id]!.touches, touch) });
  restore(chapter, id);
}

function restore(chapter: StudyChapter, id: string): void {
  for (let node = chapter.nodes[id]!; node.deleted !== null; node = chapter.nodes[node.parent!]!)
    change(chapter, node.id, { deleted: null });
}

function deleteMoves(chapter: StudyChapter, node: StudyNode, edit: DeleteMoves, touch: StudyTouch): void {
  if (node.parent === null || node.deleted !== null) return;
  const found = [node];
  for (const { children } of found)
    found.push(...children.map((id) => chapter.nodes[id]!).filter(({ deleted }) => deleted === null));
  const spared = new Set<string>();
  for (const { id, parent, touches } of found.reverse())
    if (spared.has(id) || isUnseen(touches, edit.seen, touch.client)) spared.add(id).add(parent ?? ROOT_ID);
    else change(chapter, id, { deleted: edit.id });
}
