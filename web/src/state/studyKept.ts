import type { RecordTree } from "../messages";
import { kept, readObject } from "./settings.svelte";

const KEY = "skep.study";
/** Browsers give a site a few megabytes for everything. */
const LARGEST = 1_000_000;

/** The study that was open last in this browser, so that a page loaded again has lost nothing. */
export function lastStudy(): { tree: RecordTree; ply: number } | null {
  const { tree, ply } = readObject(kept.get(KEY));
  const told = tree as RecordTree | undefined;
  if (typeof told?.start !== "string" || !Array.isArray(told.nodes)) return null;
  return { tree: told, ply: typeof ply === "number" ? ply : 0 };
}

export function keepStudy(tree: RecordTree, ply: number): void {
  if (JSON.stringify(tree).length <= LARGEST) kept.set(KEY, { tree, ply });
}
