import type { Mark, PlayedMove, RecordNode, RecordTree } from "../../lib/messages";

export type Glyph = NonNullable<RecordNode["glyph"]>;
export const GLYPHS: readonly Glyph[] = ["!", "?", "!!", "??", "!?", "?!"];

/** The limits of the server. */
export const MAX_MARKS = 64;
export const MAX_NODES = 5000;
export const MAX_COMMENT_LENGTH = 4000;

/** One move of a study, or its start. */
export interface Node {
  readonly id: number;
  /** The move before it; null for the start. */
  readonly parent: number | null;
  readonly uhp: string;
  readonly piece: string | null;
  readonly origin: [number, number] | null;
  readonly to: [number, number] | null;
  readonly comment: string;
  readonly glyph: Glyph | null;
  readonly clock: number | null;
  readonly spent: number | null;
  readonly marks: readonly Mark[];
  /** The next moves, the main line first. */
  readonly children: readonly number[];
}

/**
 * A game with its variations. Trees are immutable: every edit returns another tree, which shares unchanged nodes with
 * the old one, so that undo returns to the old one. A node keeps its id through all edits.
 */
export interface Tree {
  readonly start: string;
  readonly threefold: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly result: RecordTree["result"];
  readonly reason: string;
  readonly nodes: ReadonlyMap<number, Node>;
  /** The id of the next node. */
  readonly next: number;
}

export const ROOT = 0;

const BARE = { comment: "", glyph: null, clock: null, spent: null, marks: [], children: [] } as const;
const START: Node = { ...BARE, id: ROOT, parent: null, uhp: "", piece: null, origin: null, to: null };

/** Return a tree without moves. */
export function newTree(start: string, threefold = false): Tree {
  const nodes = new Map([[ROOT, START]]);
  return { start, threefold, tags: {}, result: "InProgress", reason: "", nodes, next: 1 };
}

export function nodeOf(tree: Tree, id: number): Node {
  const node = tree.nodes.get(id);
  if (!node) throw new Error(`there is no move ${id} in this study`);
  return node;
}

/** Return the nodes from the first move to a node, without the start. */
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = [];
  for (let node = nodeOf(tree, id); node.parent !== null; node = nodeOf(tree, node.parent)) path.push(node);
  return path.reverse();
}

/** Return the last move of the main line after a node, or the node itself. */
export function endOf(tree: Tree, id: number): number {
  let node = nodeOf(tree, id);
  while (node.children.length) node = nodeOf(tree, node.children[0]!);
  return node.id;
}

/** Return a node and its alternatives, the main one first. */
export function siblingsOf(tree: Tree, id: number): readonly number[] {
  const { parent } = nodeOf(tree, id);
  return parent === null ? [id] : nodeOf(tree, parent).children;
}

/** Return whether a node is on the main line. */
export function isMain(tree: Tree, id: number): boolean {
  return pathTo(tree, id).every((node) => siblingsOf(tree, node.id)[0] === node.id);
}

const sameMove = (node: Node, move: Pick<PlayedMove, "uhp" | "piece" | "to">): boolean =>
  node.uhp === move.uhp ||
  (node.piece !== null &&
    node.piece === move.piece &&
    node.to !== null &&
    move.to !== null &&
    node.to[0] === move.to[0] &&
    node.to[1] === move.to[1]);

/** Return the child of a node for a move, or null. */
export function childBy(tree: Tree, at: number, move: Pick<PlayedMove, "uhp" | "piece" | "to">): Node | null {
  return (
    nodeOf(tree, at)
      .children.map((id) => nodeOf(tree, id))
      .find((node) => sameMove(node, move)) ?? null
  );
}

function changed(tree: Tree, changes: Iterable<Node>, gone: Iterable<number> = []): Tree {
  const nodes = new Map(tree.nodes);
  for (const node of changes) nodes.set(node.id, node);
  for (const id of gone) nodes.delete(id);
  return { ...tree, nodes };
}

/** Add a move after a node, or follow it if it exists. */
export function withMove(tree: Tree, at: number, move: PlayedMove): { tree: Tree; id: number } {
  const there = childBy(tree, at, move);
  if (there) return { tree, id: there.id };
  const parent = nodeOf(tree, at);
  const id = tree.next;
  const { uhp, piece, origin, to } = move;
  const node: Node = { ...BARE, id, parent: at, uhp, piece, origin, to };
  const grown = changed(tree, [{ ...parent, children: [...parent.children, id] }, node]);
  return { tree: { ...grown, next: id + 1 }, id };
}

/** Add several consecutive moves. */
export function withMoves(tree: Tree, at: number, moves: readonly PlayedMove[]): { tree: Tree; id: number } {
  return moves.reduce(({ tree, id }, move) => withMove(tree, id, move), { tree, id: at });
}

/** Remove a move with everything that follows. The start cannot be removed. */
export function withoutNode(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const before = nodeOf(tree, parent);
  const gone = [id];
  for (const one of gone) gone.push(...nodeOf(tree, one).children);
  return changed(tree, [{ ...before, children: before.children.filter((child) => child !== id) }], gone);
}

/** Move the variation of a node one level towards the main line. */
export function promote(tree: Tree, id: number): Tree {
  const branch = pathTo(tree, id)
    .filter((node) => siblingsOf(tree, node.id)[0] !== node.id)
    .at(-1);
  if (!branch || branch.parent === null) return tree;
  const parent = nodeOf(tree, branch.parent);
  const index = parent.children.indexOf(branch.id);
  const children = parent.children.filter((child) => child !== branch.id);
  children.splice(index - 1, 0, branch.id);
  return changed(tree, [{ ...parent, children }]);
}

/** Change the comment, glyph or marks of a node. */
export function remarked(
  tree: Tree,
  id: number,
  remarks: Partial<Pick<Node, "comment" | "glyph" | "marks">>,
): Tree {
  return changed(tree, [{ ...nodeOf(tree, id), ...remarks }]);
}

/** Add the pieces and places that the server sends for moves known only by their MoveStrings. */
export function withServerMoves(tree: Tree, id: number, moves: readonly PlayedMove[]): Tree {
  const changes = pathTo(tree, id).flatMap((node, index) => {
    const move = moves[index];
    if (!move || node.to !== null || move.to === null) return [];
    return [{ ...node, piece: move.piece, origin: move.origin, to: move.to }];
  });
  return changes.length ? changed(tree, changes) : tree;
}

const sameMark = (one: Mark, other: Mark): boolean =>
  String(one.at) === String(other.at) && String(one.to) === String(other.to);

/** Add a mark, remove it if it exists, or change its colour. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const rest = marks.filter((other) => !sameMark(other, mark));
  const again = marks.some((other) => sameMark(other, mark) && other.color === mark.color);
  return again ? rest : [...rest, mark].slice(-MAX_MARKS);
}

/** Return the tree of a record. */
export function fromRecord(record: RecordTree): Tree {
  const nodes = new Map<number, Node>([[ROOT, { ...START, comment: record.comment, marks: record.marks }]]);
  const children = new Map<number, number[]>([[ROOT, []]]);
  record.nodes.forEach((recorded, index) => {
    const parent = recorded.parent + 1;
    nodes.set(index + 1, { ...recorded, id: index + 1, parent, children: [] });
    children.set(index + 1, []);
    children.get(parent)?.push(index + 1);
  });
  for (const [id, list] of children) nodes.set(id, { ...nodes.get(id)!, children: list });
  const { start, threefold, tags, result, reason } = record;
  return { start, threefold, tags, result, reason, nodes, next: record.nodes.length + 1 };
}

/** Return a tree as a record: parents first, the main line before its variations. */
export function toRecord(tree: Tree): RecordTree {
  const nodes: RecordNode[] = [];
  const numbers = new Map<number, number>([[ROOT, -1]]);
  // the main line continues before its variations, so that a game reads from top to bottom
  const waiting = [...nodeOf(tree, ROOT).children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { parent, uhp, piece, origin, to, comment, glyph, clock, spent, marks, children } = nodeOf(
      tree,
      id,
    );
    numbers.set(id, nodes.length);
    nodes.push({
      parent: numbers.get(parent!)!,
      uhp,
      piece,
      origin,
      to,
      comment,
      glyph,
      clock,
      spent,
      marks: [...marks],
    });
    waiting.push(...[...children].reverse());
  }
  const { start, threefold, tags, result, reason } = tree;
  const { comment, marks } = nodeOf(tree, ROOT);
  return { start, threefold, tags: { ...tags }, result, reason, comment, marks: [...marks], nodes };
}
