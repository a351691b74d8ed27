import { describe, expect, it } from "vitest";
import type { ReviewTold } from "../../lib/messages";
import { isWrong } from "./judging";
import { annotated } from "./annotations";
import fixture from "./fixtures.json";

const told = fixture as unknown as ReviewTold;
const tree = annotated(told)!;

/** The MoveStrings that lead to a node, its own last. */
function wayTo(at: number): string[] {
  const node = tree.nodes[at];
  return node ? [...wayTo(node.parent), node.uhp] : [];
}

describe("a review on the analysis board", () => {
  it("has the game as its main line, and parents before their children", () => {
    const main: string[] = [];
    for (let at = -1; ;) {
      at = tree.nodes.findIndex((node) => node.parent === at);
      if (at < 0) break;
      main.push(tree.nodes[at]!.uhp);
    }
    expect(main).toEqual(told.moves.map(({ uhp }) => uhp));
    tree.nodes.forEach(({ parent }, at) => expect(parent).toBeLessThan(at));
  });

  it("has a glyph on every wrong move, and the better line beside it", () => {
    const wrong = told.moves.filter(({ judgement }) => isWrong(judgement));
    expect(wrong.length).toBeGreaterThan(5);
    const ways = tree.nodes.map((_, at) => wayTo(at).join(";"));
    for (const move of wrong) {
      const before = told.moves.slice(0, told.moves.indexOf(move)).map(({ uhp }) => uhp);
      const played = tree.nodes[ways.indexOf([...before, move.uhp].join(";"))];
      expect(played?.glyph).toMatch(/\?/);
      expect(ways).toContain([...before, ...move.line].join(";"));
    }
  });

  it("keeps what somebody wrote, and adds no line twice", () => {
    const nodes = told.tree!.nodes.map((node) => ({ ...node, glyph: "!?" as const }));
    const again = annotated({ ...told, tree: { ...tree, nodes: tree.nodes } })!;
    expect(again.nodes.length).toBe(tree.nodes.length);
    const kept = annotated({ ...told, tree: { ...told.tree!, nodes } })!;
    expect(kept.nodes.slice(0, nodes.length).every(({ glyph }) => glyph === "!?")).toBe(true);
  });

  it("of a review that tells no game is none", () => {
    expect(annotated({ ...told, tree: null })).toBeNull();
  });
});
