import { describe, expect, it } from "vitest";
import type { ReviewView } from "../../lib/messages";
import { isWrong } from "./judging";
import { annotate } from "./annotations";
import fixture from "./fixtures.json";

const review = fixture as unknown as ReviewView;
const tree = annotate(review)!;

/** Return the MoveStrings from the root to a node. */
function pathTo(at: number): string[] {
  const node = tree.nodes[at];
  return node ? [...pathTo(node.parent), node.uhp] : [];
}

describe("a review on the analysis board", () => {
  it("has the game as its main line and lists parents before their children", () => {
    const main: string[] = [];
    for (let at = -1; ;) {
      at = tree.nodes.findIndex((node) => node.parent === at);
      if (at < 0) break;
      main.push(tree.nodes[at]!.uhp);
    }
    expect(main).toEqual(review.moves.map(({ uhp }) => uhp));
    tree.nodes.forEach(({ parent }, at) => expect(parent).toBeLessThan(at));
  });

  it("has a glyph on every wrong move and the better line as a variation", () => {
    const wrong = review.moves.filter(({ judgement }) => isWrong(judgement));
    expect(wrong.length).toBeGreaterThan(5);
    const paths = tree.nodes.map((_, at) => pathTo(at).join(";"));
    for (const move of wrong) {
      const before = review.moves.slice(0, review.moves.indexOf(move)).map(({ uhp }) => uhp);
      const played = tree.nodes[paths.indexOf([...before, move.uhp].join(";"))];
      expect(played?.glyph).toMatch(/\?/);
      expect(paths).toContain([...before, ...move.line].join(";"));
    }
  });

  it("keeps existing glyphs and adds no line twice", () => {
    const nodes = review.tree!.nodes.map((node) => ({ ...node, glyph: "!?" as const }));
    const again = annotate({ ...review, tree: { ...tree, nodes: tree.nodes } })!;
    expect(again.nodes.length).toBe(tree.nodes.length);
    const result = annotate({ ...review, tree: { ...review.tree!, nodes } })!;
    expect(result.nodes.slice(0, nodes.length).every(({ glyph }) => glyph === "!?")).toBe(true);
  });

  it("is null if the review has no game", () => {
    expect(annotate({ ...review, tree: null })).toBeNull();
  });
});
