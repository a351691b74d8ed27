import { nodeOf, ROOT, type Node, type Tree } from "./studyTree";
import { turnOf } from "./pieces";

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
/** The main line from top to bottom, with what was said and tried in between. */
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

/** A variation from its first move on, played after so many turns. */
function lineFrom(tree: Tree, first: Node, firstPly: number): Line {
  const line: Line = [];
  let others: Node[] = [];
  let ply = firstPly;
  for (let node: Node | undefined = first; node; ply++) {
    const white = turnOf(ply) === "white";
    const before = line.at(-1);
    const anew = !before || before.node.comment !== "" || before.branches.length > 0;
    const number = white ? `${roundOf(ply)}.` : anew ? `${roundOf(ply)}…` : "";
    const at = ply;
    line.push({ node, ply, number, branches: others.map((other) => lineFrom(tree, other, at)) });
    const next: Node[] = node.children.map((id) => nodeOf(tree, id));
    others = next.slice(1);
    node = next[0];
  }
  return line;
}
