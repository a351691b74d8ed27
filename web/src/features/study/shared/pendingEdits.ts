/** Edits that are not stored on the server yet, kept in the browser so that a closed tab loses nothing. */
import { parseObject, storage } from "../../../lib/settings.svelte";
import type { StudyEdit } from "./document";

const prefix = (study: string): string => `skep.shared-study.${study}.`;

/** Return the edits that this tab or an earlier one has left behind. */
export function loadPending(study: string): StudyEdit[] {
  const edits = new Map<string, StudyEdit>();
  for (const key of keysOf(study)) {
    const { edits: stored } = parseObject(storage.get(key));
    if (Array.isArray(stored)) for (const edit of stored as StudyEdit[]) edits.set(edit.id, edit);
  }
  return [...edits.values()];
}

export function savePending(study: string, client: string, edits: readonly StudyEdit[]): void {
  if (edits.length) storage.set(prefix(study) + client, { edits });
  else remove(prefix(study) + client);
}

/** Forget what other tabs have left behind, which this tab has taken over and sent. */
export function forgetOthers(study: string): void {
  for (const key of keysOf(study)) remove(key);
}

function keysOf(study: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix(study)));
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // the page works without storage
  }
}
