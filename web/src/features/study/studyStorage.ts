import type { RecordTree } from "../../lib/messages";
import { Stored } from "../../lib/stored";

interface StoredStudy {
  tree: RecordTree;
  ply: number;
}

const stored = new Stored<StoredStudy>("skep.study", 1, ({ tree }) =>
  Array.isArray((tree as Partial<RecordTree> | null | undefined)?.nodes),
);
/** Browsers allow a site a few megabytes in all. */
const MAX_SIZE = 1_000_000;

/** Return the study that was open last in this browser. */
export const loadStudy = (): StoredStudy | null => stored.load();

export function saveStudy(tree: RecordTree, ply: number): void {
  if (JSON.stringify(tree).length <= MAX_SIZE) stored.save({ tree, ply });
}
