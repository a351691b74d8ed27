/** Between a chapter of a shared study and the tree that the analysis board shows: numbers for ids, and edits. */
import type { Mark, StudyChapter, StudyNode } from "../../../lib/messages";
import { MAX_COMMENT_LENGTH, ROOT, type Node, type Tree } from "../studyTree";
import { findNode, ROOT_ID, type StudyEdit } from "./document";

/** An edit without its id, which the session chooses. */
export type NewEdit<E extends StudyEdit = StudyEdit> = E extends StudyEdit ? Omit<E, "id"> : never;

/** The numbers by which the board knows the moves of a chapter. A move keeps its number. */
export class Numbering {
  readonly #numbers = new Map<string, number>([[ROOT_ID, ROOT]]);
  readonly #ids = new Map<number, string>([[ROOT, ROOT_ID]]);
  next = ROOT + 1;

  number(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.set(this.next, id);
    return this.next - 1;
  }

  id(number: number): string | undefined {
    return this.#ids.get(number);
  }

  set(number: number, id: string): void {
    this.#numbers.set(id, number);
    this.#ids.set(number, id);
    this.next = Math.max(this.next, number + 1);
  }
}

const textOf = ({ comments }: StudyNode): string => comments.map(({ text }) => text).join("\n");

/** Return the moves of a chapter that are not deleted. Nodes that have not changed are those of the tree before. */
export function treeOf(chapter: StudyChapter, numbering: Numbering, before: Tree | null): Tree {
  const nodes = new Map<number, Node>();
  const waiting = [chapter.nodes[ROOT_ID]!];
  for (const node of waiting) {
    const children = node.children.map((id) => chapter.nodes[id]!).filter(({ deleted }) => deleted === null);
    const { uhp, piece, origin, to, glyph, clock, spent, marks } = node;
    const id = numbering.number(node.id);
    const made: Node = {
      id,
      parent: node.parent === null ? null : numbering.number(node.parent),
      uhp,
      piece,
      origin,
      to,
      comment: textOf(node),
      glyph,
      clock,
      spent,
      marks,
      children: children.map((child) => numbering.number(child.id)),
    };
    const old = before?.nodes.get(id);
    nodes.set(id, old && sameNode(old, made) ? old : made);
    waiting.push(...children);
  }
  const { start, threefold, tags, result, reason } = chapter;
  return { start, threefold, tags, result, reason, nodes, next: numbering.next };
}

const sameNode = (one: Node, other: Node): boolean =>
  one.uhp === other.uhp &&
  one.parent === other.parent &&
  one.comment === other.comment &&
  one.glyph === other.glyph &&
  one.marks === other.marks &&
  one.to === other.to &&
  String(one.children) === String(other.children);

const keyOf = ({ at, to, color }: Mark): string => `${String(at)} ${String(to)} ${color}`;

/** Return the edits that lead from one tree to another; new moves get ids. */
export function editsBetween(
  before: Tree,
  after: Tree,
  chapter: StudyChapter,
  numbering: Numbering,
  { seen, newId }: { seen: number; newId: () => string },
): NewEdit[] {
  const edits: NewEdit[] = [];
  const place = (node: number) => ({ chapter: chapter.id, node: numbering.id(node)! });
  for (const [id, node] of after.nodes) {
    if (before.nodes.has(id) || node.parent === null) continue;
    numbering.set(id, newId());
    const { uhp, piece, origin, to } = node;
    const parent = numbering.id(node.parent)!;
    edits.push({ op: "add-move", ...place(id), parent, uhp, piece, origin, to });
  }
  for (const [id, node] of before.nodes)
    if (!after.nodes.has(id) && node.parent !== null && after.nodes.has(node.parent))
      edits.push({ op: "delete-moves", ...place(id), seen });
  for (const [id, node] of after.nodes) {
    const old = before.nodes.get(id);
    if (old && old !== node)
      edits.push(...remarks(old, node, place(id), chapter), ...orders(old, node, place));
  }
  return edits;
}

function remarks(
  old: Node,
  node: Node,
  place: { chapter: string; node: string },
  chapter: StudyChapter,
): NewEdit[] {
  const edits: NewEdit[] = [];
  if (node.comment !== old.comment) {
    const replaces = (findNode(chapter, place.node)?.comments ?? []).map(({ id }) => id);
    // merged texts can be longer than what one person may type
    const text = node.comment.slice(0, Math.max(MAX_COMMENT_LENGTH, old.comment.length));
    edits.push({ op: "set-comment", ...place, text, replaces });
  }
  if (node.glyph !== old.glyph) edits.push({ op: "set-glyph", ...place, glyph: node.glyph });
  if (node.marks === old.marks) return edits;
  const [had, has] = [new Set(old.marks.map(keyOf)), new Set(node.marks.map(keyOf))];
  const places = new Set(node.marks.map(({ at, to }) => `${String(at)} ${String(to)}`));
  for (const mark of old.marks)
    if (!places.has(`${String(mark.at)} ${String(mark.to)}`))
      edits.push({ op: "set-mark", ...place, mark, on: false });
  for (const mark of node.marks)
    if (has.has(keyOf(mark)) && !had.has(keyOf(mark)))
      edits.push({ op: "set-mark", ...place, mark, on: true });
  return edits;
}

/** Return the edits for a changed order of the same moves: each one that another has overtaken. */
function orders(
  old: Node,
  node: Node,
  place: (node: number) => { chapter: string; node: string },
): NewEdit[] {
  const kept = node.children.filter((child) => old.children.includes(child));
  const had = old.children.filter((child) => kept.includes(child));
  const index = kept.findIndex((child, at) => child !== had[at]);
  if (index < 0) return [];
  // promoting moves one variation forwards
  return [{ op: "order-move", ...place(kept[index]!), before: place(kept[index + 1]!).node }];
}

/** Return the edits that undo an edit, given the chapter before it. */
export function inverseOf(edit: StudyEdit, chapter: StudyChapter): NewEdit[] {
  if (edit.op === "add-move")
    // moves that others have added after it are spared
    return [{ op: "delete-moves", chapter: edit.chapter, node: edit.node, seen: 0 }];
  if (edit.op === "delete-moves") return [{ op: "restore-moves", chapter: edit.chapter, deletion: edit.id }];
  if (edit.op === "restore-moves")
    return Object.values(chapter.nodes)
      .filter(({ deleted, parent }) => deleted === edit.deletion && chapter.nodes[parent!]?.deleted === null)
      .map(({ id }) => ({ op: "delete-moves", chapter: edit.chapter, node: id, seen: 0 }) as const);
  if (!("node" in edit)) return [];
  const node = findNode(chapter, edit.node);
  if (!node) return [];
  const place = { chapter: edit.chapter, node: edit.node };
  if (edit.op === "set-glyph") return [{ op: "set-glyph", ...place, glyph: node.glyph }];
  if (edit.op === "set-comment") {
    const gone = node.comments.filter(({ id }) => edit.replaces.includes(id)).map(({ text }) => text);
    return [{ op: "set-comment", ...place, text: gone.join("\n"), replaces: [edit.id] }];
  }
  if (edit.op === "order-move") {
    const siblings = node.parent === null ? [] : chapter.nodes[node.parent]!.children;
    return [{ op: "order-move", ...place, before: siblings[siblings.indexOf(node.id) + 1] ?? null }];
  }
  const there = node.marks.find(
    ({ at, to }) => String(at) === String(edit.mark.at) && String(to) === String(edit.mark.to),
  );
  return [{ op: "set-mark", ...place, mark: there ?? edit.mark, on: there !== undefined }];
}
