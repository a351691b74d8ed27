import type { RecordNode, RecordTree, ReviewView } from "../../lib/messages";
import { isWrong, type Judgement } from "./judging";

/** How annotators write a judgement; the others go without saying. */
const GLYPHS: Partial<Record<Judgement, RecordNode["glyph"]>> = {
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  "missed-win": "??",
  "only-move": "!",
};

/**
 * The reviewed game as a tree for the analysis board: wrong moves with their glyphs, and the better lines as
 * variations. What was there already, glyphs and variations, stays; null where the review tells no game.
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

/** Go along a line as far as it is there already, and add the rest. */
function addLine(nodes: RecordNode[], from: number, line: readonly string[]): void {
  let parent = from;
  for (const uhp of line) {
    const known = nodes.findIndex((node) => node.parent === parent && node.uhp === uhp);
    parent = known >= 0 ? known : nodes.push(added(parent, uhp)) - 1;
  }
}

const added = (parent: number, uhp: string): RecordNode => ({
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
