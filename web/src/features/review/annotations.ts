import type { RecordNode, RecordTree, ReviewView } from "../../lib/messages";
import { isWrong, type Judgement } from "./judging";

/** The glyphs of judgements that annotators usually mark. */
const GLYPHS: Partial<Record<Judgement, RecordNode["glyph"]>> = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  "missed-win": "??",
  "only-move": "!",
};

/**
 * Return the reviewed game as a tree for the analysis board, with glyphs on wrong moves and better lines as
 * variations. Existing glyphs and variations are kept. Return null if the review has no game.
 */
export function annotate(review: ReviewView): RecordTree | null {
  if (!review.tree) return null;
  const nodes = [...review.tree.nodes];
  let parent = -1;
  for (const move of review.moves) {
    const at = nodes.findIndex((node) => node.parent === parent && node.uhp === move.uhp);
    if (at < 0) break;
    nodes[at] = { ...nodes[at]!, glyph: nodes[at]!.glyph ?? GLYPHS[move.judgement] ?? null };
    if (isWrong(move.judgement)) addLine(nodes, parent, move.line);
    parent = at;
  }
  return { ...review.tree, nodes };
}

/** Add the moves of a line that the tree does not contain yet. */
function addLine(nodes: RecordNode[], from: number, line: readonly string[]): void {
  let parent = from;
  for (const uhp of line) {
    const known = nodes.findIndex((node) => node.parent === parent && node.uhp === uhp);
    parent = known >= 0 ? known : nodes.push(makeNode(parent, uhp)) - 1;
  }
}

const makeNode = (parent: number, uhp: string): RecordNode => ({
  parent,
  uhp,
  piece: null,
  origin: null,
  to: null,
  comment: "",
  glyph: null,
  clock: null,
  spent: null,
  marks: [],
});
