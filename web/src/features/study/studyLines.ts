import { nodeOf, ROOT, type Node, type Tree } from "./studyTree";
import { turnOf } from "../../lib/position/pieces";

/** Two turns side by side; one is missing where something stands between them. */
export interface Round {
  kind: "round";
  number: number;
  white: Node | null;
  black: Node | null;
}
export interface Remark {
  kind: "remark";
  node: Node;
}
export interface Branches {
  kind: "branches";
  lines: Line[];
}
/** The main line from top to bottom, with comments and variations in between. */
export type Row = Round | Remark | Branches;

/** One move in a variation. */
export interface Item {
  node: Node;
  /** After how many turns of the game it was played. */
  ply: number;
  /** Its number, as `12.` or `12…`; empty where it follows from the move before. */
  number: string;
  /** What else was tried in its place. */
  branches: Line[];
}
export type Line = Item[];

const roundOf = (ply: number): number => Math.floor(ply / 2) + 1;

/** The tree as rows to be read; `firstPly` turns were taken before its start. */
export function rowsOf(tree: Tree, firstPly: number): Row[] {
  const root = nodeOf(tree, ROOT);
  const rows: Row[] = root.comment ? [{ kind: "remark", node: root }] : [];
  let open: Round | null = null;
  let ply = firstPly;
  for (let node = root; node.children.length; ply++) {
    const [main, ...others] = node.children.map((id) => nodeOf(tree, id));
    node = main!;
    if (turnOf(ply) === "white" || !open) {
      const white = turnOf(ply) === "white" ? node : null;
      open = { kind: "round", number: roundOf(ply), white, black: white ? null : node };
      rows.push(open);
    } else open.black = node;
    if (turnOf(ply) === "black") open = null;
    if (node.comment) rows.push({ kind: "remark", node });
    if (others.length)
      rows.push({ kind: "branches", lines: others.map((other) => lineFrom(tree, other, ply)) });
    if (node.comment || others.length) open = null;
  }
  return rows;
}

/** A variation from its first move on, which was played after `ply` turns. */
function lineFrom(tree: Tree, first: Node, firstPly: number): Line {
  const line: Line = [];
  let others: Node[] = [];
  let ply = firstPly;
  for (let node: Node | undefined = first; node; ply++) {
    const white = turnOf(ply) === "white";
    const before = line.at(-1);
    const restarts = !before || before.node.comment !== "" || before.branches.length > 0;
    const number = white ? `${roundOf(ply)}.` : restarts ? `${roundOf(ply)}…` : "";
    const at = ply;
    line.push({ node, ply, number, branches: others.map((other) => lineFrom(tree, other, at)) });
    const next: Node[] = node.children.map((id) => nodeOf(tree, id));
    others = next.slice(1);
    node = next[0];
  }
  return line;
}

const sameParts = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);

/** What a row is known by, through edits elsewhere in the tree. */
export function keyOfRow(row: Row): string {
  if (row.kind === "round") return `round ${(row.white ?? row.black)!.id}`;
  return row.kind === "remark" ? `remark ${row.node.id}` : `branches ${row.lines[0]![0]!.node.id}`;
}

function sameRow(one: Row, other: Row): boolean {
  if (one.kind === "round" && other.kind === "round")
    return one.number === other.number && one.white === other.white && one.black === other.black;
  if (one.kind === "remark" && other.kind === "remark") return one.node === other.node;
  return one.kind === "branches" && other.kind === "branches" && sameParts(one.lines, other.lines);
}

/**
 * Lays out one tree after the other. What is the same in both is the very same object, so that a page that shows
 * thousands of moves draws only what changed.
 */
export class Layout {
  readonly #items = new Map<number, Item>();
  readonly #lines = new Map<number, Line>();
  readonly #rows = new Map<string, Row>();

  rows(tree: Tree, firstPly: number): Row[] {
    return rowsOf(tree, firstPly).map((row) => {
      const made: Row =
        row.kind === "branches" ? { ...row, lines: row.lines.map((line) => this.#line(line)) } : row;
      return reuse(this.#rows, keyOfRow(made), made, sameRow);
    });
  }

  #line(line: Line): Line {
    const made = line.map((item) => this.#item(item));
    return reuse(this.#lines, made[0]!.node.id, made, sameParts);
  }

  #item(item: Item): Item {
    const made = { ...item, branches: item.branches.map((line) => this.#line(line)) };
    return reuse(
      this.#items,
      item.node.id,
      made,
      (one, other) =>
        one.node === other.node &&
        one.ply === other.ply &&
        one.number === other.number &&
        sameParts(one.branches, other.branches),
    );
  }
}

/** The one kept under a key if it is the same, else the new one, which is kept then. */
function reuse<K, T>(cache: Map<K, T>, key: K, made: T, same: (one: T, other: T) => boolean): T {
  const old = cache.get(key);
  if (old !== undefined && same(old, made)) return old;
  cache.set(key, made);
  return made;
}
