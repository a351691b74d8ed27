import type { RecordTree } from "../../lib/messages";
import { storage, parseObject } from "../../lib/settings.svelte";

const KEY = "skep.study";
/** Browsers give a site a few megabytes for everything. */
const MAX_SIZE = 1_000_000;

/** The study that was open last in this browser, so that a page loaded again has lost nothing. */
export function loadStudy(): { tree: RecordTree; ply: number } | null {
  const { tree, ply } = parseObject(storage.get(KEY));
  return isRecord(tree) ? { tree, ply: typeof ply === "number" ? ply : 0 } : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Whether something has the shape of a record: an older page, or a hand, may have written it. */
export function isRecord(value: unknown): value is RecordTree {
  return (
    isObject(value) &&
    typeof value["start"] === "string" &&
    typeof value["comment"] === "string" &&
    isObject(value["tags"]) &&
    Array.isArray(value["marks"]) &&
    Array.isArray(value["nodes"]) &&
    value["nodes"].every(isNode)
  );
}

function isNode(value: unknown, index: number): boolean {
  if (!isObject(value)) return false;
  const { parent, uhp, comment, marks } = value;
  return (
    typeof parent === "number" &&
    Number.isInteger(parent) &&
    parent >= -1 &&
    parent < index &&
    typeof uhp === "string" &&
    typeof comment === "string" &&
    Array.isArray(marks)
  );
}

export function saveStudy(tree: RecordTree, ply: number): void {
  if (JSON.stringify(tree).length <= MAX_SIZE) storage.set(KEY, { tree, ply });
}
