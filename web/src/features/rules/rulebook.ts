/** The rulebook as it is looked things up in: from an address to its entry, from one entry to the next, and searched. */
import type { ToldChapter, ToldEntry, ToldRulebook } from "../../lib/messages";

export const entriesOf = (book: ToldRulebook): ToldEntry[] => book.chapters.flatMap(({ entries }) => entries);

/** The entry that an address names, by itself or by the rule of a reason; `bug` is the letter of whose reason it is. */
export function entryAt(book: ToldRulebook, rule: string, bug: string | null = null): ToldEntry | null {
  const { links } = book;
  const linked = (bug ? own(links, `${rule}/${bug}`) : undefined) ?? own(links, rule);
  const entries = entriesOf(book);
  // a rule whose name is also an entry's leads there
  return entries.find(({ id }) => id === (linked ?? rule)) ?? null;
}

const own = (links: Record<string, string>, key: string): string | undefined =>
  Object.hasOwn(links, key) ? links[key] : undefined;

export const bugIn = (search: string): string | null => new URLSearchParams(search).get("bug");
export const queryIn = (search: string): string => new URLSearchParams(search).get("q") ?? "";
/** Where a search can be found again. */
export const searchPath = (query: string): string =>
  query.trim() ? `/rules?${new URLSearchParams({ q: query })}` : "/rules";

export const chapterOf = (book: ToldRulebook, entry: ToldEntry): ToldChapter | null =>
  book.chapters.find(({ id }) => id === entry.chapter) ?? null;

/** What one reads before and after an entry. */
export function around(
  book: ToldRulebook,
  entry: ToldEntry,
): { previous: ToldEntry | null; next: ToldEntry | null } {
  const entries = entriesOf(book);
  const at = entries.findIndex(({ id }) => id === entry.id);
  return { previous: entries[at - 1] ?? null, next: entries[at + 1] ?? null };
}

// searching

/** A piece of a text, found or between what was found. */
export interface Part {
  text: string;
  found: boolean;
}

export interface Hit {
  entry: ToldEntry;
  title: Part[];
  /** The passage that fits best. */
  passage: Part[];
}

/** A text as it is compared, and for each of its letters where it stood. */
interface Folded {
  text: string;
  at: number[];
}

/** Without case, accents and typographic signs; ligatures are two letters. */
function fold(text: string): Folded {
  const folded: Folded = { text: "", at: [] };
  let at = 0;
  for (const letter of text) {
    const plain = letter
      .toLowerCase()
      .replace("œ", "oe")
      .replace("æ", "ae")
      .replace(/[’‘]/, "'")
      .normalize("NFD")
      .replace(/\p{M}/gu, "");
    folded.text += plain;
    for (let n = 0; n < plain.length; n++) folded.at.push(at);
    at += letter.length;
  }
  return folded;
}

/** What is looked for, word by word; many bees are found by one bee. */
function wordsOf(query: string): string[] {
  const words = fold(query).text.split(/[\s,;:.!?«»"()]+/);
  return words.filter(Boolean).map((word) => (word.length > 3 ? word.replace(/[sx]$/, "") : word));
}

/** A text with what was found in it set apart. */
function marked(text: string, words: readonly string[]): Part[] {
  const folded = fold(text);
  const found = new Set<number>();
  for (const word of words)
    for (let at = folded.text.indexOf(word); at >= 0; at = folded.text.indexOf(word, at + 1))
      for (let n = at; n < at + word.length; n++) found.add(folded.at[n]!);
  const parts: Part[] = [];
  let at = 0;
  for (const letter of text) {
    const last = parts.at(-1);
    // an accent that is a letter of its own goes with the one before it
    const is = /\p{M}/u.test(letter) && last ? last.found : found.has(at);
    if (last?.found === is) last.text += letter;
    else parts.push({ text: letter, found: is });
    at += letter.length;
  }
  return parts;
}

/** The passages of an entry, those first that tell most about what it is. */
function passagesOf(entry: ToldEntry): string[] {
  return [
    entry.text,
    ...entry.rulings.flatMap(({ question, answer }) => [`${question} ${answer}`]),
    ...entry.boards.map(({ caption }) => caption),
    ...new Set(entry.reasons.map(({ title }) => title)),
    ...entry.comparisons.map(({ title, rows }) => `${title}: ${rows.map(({ value }) => value).join(", ")}`),
  ];
}

/** The entries in which every word stands somewhere, those first that have it in their title or near their beginning. */
export function searched(book: ToldRulebook, query: string): Hit[] {
  const words = wordsOf(query);
  if (!words.length) return [];
  const hits = entriesOf(book).flatMap((entry) => {
    const passages = passagesOf(entry);
    const folded = passages.map((passage) => fold(passage).text);
    const title = fold(entry.title).text;
    const everywhere = [title, ...folded].join("\n");
    if (!words.every((word) => everywhere.includes(word))) return [];
    const counts = folded.map((passage) => words.filter((word) => passage.includes(word)).length);
    const best = counts.indexOf(Math.max(...counts));
    const inTitle = words.filter((word) => title.includes(word)).length;
    const rank = inTitle ? inTitle / words.length + (title.startsWith(words[0]!) ? 1 : 0) : -best / 100;
    return [{ rank, entry, title: marked(entry.title, words), passage: marked(passages[best] ?? "", words) }];
  });
  return hits.sort((one, other) => other.rank - one.rank).map(({ rank: _, ...hit }) => hit);
}
