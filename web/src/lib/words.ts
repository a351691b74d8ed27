/** Words of a search: folding, splitting, removing endings, and tolerating typing mistakes. */

/** Remove case, accents and typographic apostrophes, and expand ligatures. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replace(/[’‘]/g, "'")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

/** Split a text into folded words. */
export const splitWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The shortest stem. */
const MIN_STEM = 3;

/** Return a folded word without the endings of plurals and verbs. The result need not be a word. */
export function stem(word: string, language: string): string {
  return language === "fr" ? frenchStem(word) : englishStem(word);
}

function englishStem(word: string): string {
  let root = dropEnding(word, /(?<![su])s$/);
  root = dropEnding(root, /(?:ing|ed)$/);
  root = dropEnding(root, /e$/);
  return dropEnding(root, /([b-df-hj-np-tv-z])(?=\1$)/);
}

function frenchStem(word: string): string {
  const root = dropEnding(word, /[sx]$/);
  return dropEnding(root, /(?:ements?|ment|ees?|er|ez|ent|e)$/);
}

function dropEnding(word: string, ending: RegExp): string {
  const root = word.replace(ending, "");
  return root.length >= MIN_STEM ? root : word;
}

/** Return the known word that is spelt almost like a word, or null: one letter may differ, two in a long word. */
export function closest(word: string, known: Iterable<string>): string | null {
  const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  let best: string | null = null;
  let least = allowed + 1;
  for (const candidate of known) {
    if (candidate.length < 4 || Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word, candidate);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Return the number of letters to insert, delete, replace or swap with the next one. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = last[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, changed);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length]!;
}
