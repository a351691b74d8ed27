import { describe, expect, it } from "vitest";
import type { Mark, PlayedMove, RecordTree } from "../../lib/messages";
import { keyOfRow, Layout, rowsOf, type Branches, type Row } from "./studyLines";
import {
  childBy,
  endOf,
  fromRecord,
  isMain,
  newTree,
  nodeOf,
  pathTo,
  promote,
  remarked,
  ROOT,
  siblingsOf,
  withServerMoves,
  toRecord,
  withMark,
  withMoves,
  withMove,
  withoutNode,
  type Tree,
} from "./studyTree";

const START = "ultimate-2024 Base White[1] -";
const played = (uhp: string): PlayedMove => ({
  uhp,
  piece: uhp === "pass" ? null : uhp.split(" ")[0]!,
  origin: null,
  to: uhp === "pass" ? null : [uhp.length, uhp.charCodeAt(uhp.length - 1)],
  spent: 0,
});

/** Return a tree with these moves from the start. */
const grown = (tree: Tree, at: number, ...moves: string[]) => withMoves(tree, at, moves.map(played));
const texts = (tree: Tree, id: number): string[] => pathTo(tree, id).map((node) => node.uhp);

/** wS1 bS1 wQ bQ, with wA1 bA1 and wB1 instead of wQ, and bG1 instead of bA1. */
function branched(): { tree: Tree; ids: Record<string, number> } {
  const ids: Record<string, number> = {};
  let tree = newTree(START);
  const add = (name: string, at: number, uhp: string): void => {
    const made = withMove(tree, at, played(uhp));
    tree = made.tree;
    ids[name] = made.id;
  };
  add("S", ROOT, "wS1");
  add("s", ids["S"]!, "bS1 wS1-");
  add("Q", ids["s"]!, "wQ -wS1");
  add("q", ids["Q"]!, "bQ bS1-");
  add("A", ids["s"]!, "wA1 -wS1");
  add("a", ids["A"]!, "bA1 bS1-");
  add("B", ids["s"]!, "wB1 -wS1");
  add("g", ids["A"]!, "bG1 bS1-");
  return { tree, ids };
}

describe("a tree of moves", () => {
  it("adds a line, and follows existing moves", () => {
    const { tree, id } = grown(newTree(START), ROOT, "wS1", "bS1 wS1-");
    expect(texts(tree, id)).toEqual(["wS1", "bS1 wS1-"]);
    const again = grown(tree, ROOT, "wS1");
    expect(again.tree).toBe(tree);
    expect(again.id).toBe(1);
  });

  it("follows a move that leads to the same place under another MoveString", () => {
    const { tree } = grown(newTree(START), ROOT, "wS1");
    const to = nodeOf(tree, 1).to;
    expect(childBy(tree, ROOT, { uhp: "wS1 ?", piece: "wS1", to })?.id).toBe(1);
    expect(childBy(tree, ROOT, { uhp: "wS1 ?", piece: "wS1", to: [9, 9] })).toBeNull();
    // two passes are the same move, although they have no destination
    const passed = grown(newTree(START), ROOT, "pass");
    expect(childBy(passed.tree, ROOT, played("pass"))?.id).toBe(passed.id);
    expect(childBy(passed.tree, ROOT, { uhp: "wS1", piece: "wS1", to: [0, 0] })).toBeNull();
  });

  it("keeps variations after the main line", () => {
    const { tree, ids } = branched();
    expect(siblingsOf(tree, ids["B"]!)).toEqual([ids["Q"], ids["A"], ids["B"]]);
    expect(texts(tree, endOf(tree, ROOT))).toEqual(["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]);
    expect(isMain(tree, ids["q"]!)).toBe(true);
    expect(isMain(tree, ids["a"]!)).toBe(false);
  });

  it("promotes a variation one level at a time, the innermost first", () => {
    const { tree, ids } = branched();
    const once = promote(tree, ids["g"]!);
    expect(nodeOf(once, ids["A"]!).children).toEqual([ids["g"], ids["a"]]);
    const twice = promote(once, ids["g"]!);
    expect(siblingsOf(twice, ids["A"]!)).toEqual([ids["A"], ids["Q"], ids["B"]]);
    expect(promote(twice, ids["g"]!)).toBe(twice);
    expect(isMain(twice, ids["g"]!)).toBe(true);
  });

  it("removes a move with everything that follows, without changing the old tree", () => {
    const { tree, ids } = branched();
    const less = withoutNode(tree, ids["A"]!);
    expect(less.nodes.has(ids["a"]!)).toBe(false);
    expect(less.nodes.has(ids["g"]!)).toBe(false);
    expect(nodeOf(less, ids["s"]!).children).toEqual([ids["Q"], ids["B"]]);
    expect(tree.nodes.has(ids["g"]!)).toBe(true);
    expect(withoutNode(tree, ROOT)).toBe(tree);
  });

  it("is unchanged after conversion to a record and back", () => {
    const { tree, ids } = branched();
    const annotated = remarked(remarked(tree, ids["a"]!, { comment: "why not", glyph: "!?" }), ROOT, {
      comment: "all",
      marks: [{ at: [0, 0], to: null, color: "red" }],
    });
    const record = toRecord(annotated);
    expect(record.nodes.map((node) => [node.parent, node.uhp])).toEqual([
      [-1, "wS1"],
      [0, "bS1 wS1-"],
      [1, "wQ -wS1"],
      [2, "bQ bS1-"],
      [1, "wA1 -wS1"],
      [4, "bA1 bS1-"],
      [4, "bG1 bS1-"],
      [1, "wB1 -wS1"],
    ]);
    expect(record.comment).toBe("all");
    expect(toRecord(fromRecord(record))).toEqual(record);
  });

  it("adds the destinations that the server sends", () => {
    const bare: RecordTree = {
      ...toRecord(newTree(START)),
      nodes: toRecord(grown(newTree(START), ROOT, "wS1", "pass").tree).nodes.map((node) => ({
        ...node,
        piece: null,
        to: null,
      })),
    };
    const tree = fromRecord(bare);
    const completed = withServerMoves(tree, 2, [played("wS1"), played("pass")]);
    expect(nodeOf(completed, 1)).toMatchObject({ piece: "wS1", to: played("wS1").to });
    expect(withServerMoves(completed, 2, [played("wS1"), played("pass")])).toBe(completed);
  });
});

describe("marks", () => {
  const ring: Mark = { at: [0, 0], to: null, color: "green" };
  it("are added, recoloured and removed", () => {
    expect(withMark([], ring)).toEqual([ring]);
    expect(withMark([ring], { ...ring, color: "red" })).toEqual([{ ...ring, color: "red" }]);
    expect(withMark([ring], ring)).toEqual([]);
    expect(withMark([ring], { ...ring, to: [1, 0] })).toHaveLength(2);
  });

  it("are limited to the number that the server accepts", () => {
    const many = Array.from({ length: 64 }, (_, q): Mark => ({ at: [q, 0], to: null, color: "green" }));
    expect(withMark(many, { ...ring, at: [99, 0] })).toHaveLength(64);
  });
});

describe("rows of moves", () => {
  const text = (row: Row): string => {
    const name = (node: { uhp: string } | null): string => node?.uhp.split(" ")[0] ?? "…";
    if (row.kind === "round") return `${row.number} ${name(row.white)} ${name(row.black)}`;
    if (row.kind === "remark") return `“${row.node.comment}”`;
    const line = (items: (typeof row.lines)[number]): string =>
      items
        .map(
          (item) =>
            `${item.number}${name(item.node)}${item.branches.length ? ` (${item.branches.map(line).join("; ")})` : ""}`,
        )
        .join(" ");
    return `(${row.lines.map(line).join("; ")})`;
  };

  it("contain rounds, separated by comments and variations", () => {
    const { tree, ids } = branched();
    expect(rowsOf(tree, 0).map(text)).toEqual([
      "1 wS1 bS1",
      "2 wQ …",
      "(2.wA1 bA1 (2…bG1); 2.wB1)",
      "2 … bQ",
    ]);
    const annotated = remarked(tree, ids["S"]!, { comment: "solid" });
    expect(rowsOf(annotated, 0).map(text).slice(0, 3)).toEqual(["1 wS1 …", "“solid”", "1 … bS1"]);
  });

  it("are numbered from the start position", () => {
    const { tree } = grown(newTree("x"), ROOT, "bA1", "wA1", "bA2");
    expect(rowsOf(tree, 7).map(text)).toEqual(["4 … bA1", "5 wA1 bA2"]);
  });

  it("are the same objects after an edit elsewhere", () => {
    const { tree, ids } = branched();
    const layout = new Layout();
    const before = layout.rows(tree, 0);
    expect(before).toEqual(rowsOf(tree, 0));
    const after = layout.rows(remarked(tree, ids["g"]!, { comment: "inside" }), 0);
    expect(after.map((row, index) => row === before[index])).toEqual([true, true, false, true]);
    const [one, two] = [before[2] as Branches, after[2] as Branches];
    expect(two.lines[1]).toBe(one.lines[1]);
    expect(two.lines[0]).not.toBe(one.lines[0]);
    expect(two.lines[0]![0]).toBe(one.lines[0]![0]);
    expect(layout.rows(tree, 0)).toEqual(before);
    expect(new Set(before.map(keyOfRow)).size).toBe(before.length);
  });
});
