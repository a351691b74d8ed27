/** Pictures of games in the database. */
import { saveFile } from "../../lib/files";
import { studyApi } from "../../lib/studyApi";
import type { RecordTree } from "../../lib/messages";

/** Return the moves of the main line: the first child of each node, from the start. */
export function mainLine(tree: Pick<RecordTree, "nodes">): string[] {
  const moves: string[] = [];
  let parent = -1;
  for (;;) {
    const next = tree.nodes.findIndex((node) => node.parent === parent);
    if (next < 0) return moves;
    moves.push(tree.nodes[next]!.uhp);
    parent = next;
  }
}

/** Draw the final position or the whole game, and let the browser save the file. */
export async function savePicture(id: number, form: "png" | "gif", theme: "light" | "dark"): Promise<void> {
  const tree = await studyApi.archived(id);
  const blob = await studyApi.picture({ start: tree.start, moves: mainLine(tree), form, theme });
  saveFile(blob, `skep-${id}.${form}`);
}
