/** Lookup, order and search of the rulebook's entries. */
import type { ChapterView, RuleView, RulebookView } from "../../lib/messages";

export const entriesOf = (book: RulebookView): RuleView[] => book.chapters.flatMap(({ entries }) => entries);

/** Return the entry with an id, or the entry that explains the rule of a reason; `bug` is the letter of the bug concerned. */
export function entryAt(book: RulebookView, rule: string, bug: string | null = null): RuleView | null {
  const { links } = book;
  const linked = (bug ? own(links, `${rule}/${bug}`) : undefined) ?? own(links, rule);
  const entries = entriesOf(book);
  // a rule with the same name as an entry leads to that entry
  return entries.find(({ id }) => id === (linked ?? rule)) ?? null;
}

const own = (links: Record<string, string>, key: string): string | undefined =>
  Object.hasOwn(links, key) ? links[key] : undefined;

export const bugIn = (search: string): string | null => new URLSearchParams(search).get("bug");
export const queryIn = (search: string): string => new URLSearchParams(search).get("q") ?? "";
/** Return the address of a search. */
export const searchPath = (query: string): string =>
  query.trim() ? `/rules?${new URLSearchParams({ q: query })}` : "/rules";

export const chapterOf = (book: RulebookView, entry: RuleView): ChapterView | null =>
  book.chapters.find(({ id }) => id === entry.chapter) ?? null;

/** Return the entries before and after an entry. */
export function findNeighbors(
  book: RulebookView,
  entry: RuleView,
): { previous: RuleView | null; next: RuleView | null } {
  const entries = entriesOf(book);
  const at = entries.findIndex(({ id }) => id === entry.id);
  return { previous: entries[at - 1] ?? null, next: entries[at + 1] ?? null };
}

// search

/** A part of a text, which is a match or between matches. */
export interface Part {
  text: string;
  found: boolean;
}

export interface Hit {
  entry: RuleView;
  title: Part[];
  /** The best matching passage. */
  passage: Part[];
}

/** A text folded for comparison, and the index of each letter in the original. */
interface Folded {
  text: string;
  at: number[];
}

/** Remove case, accents and typographic apostrophes, and expand ligatures. */
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

/** Split a query into words, without plural endings. */
function splitQuery(query: string): string[] {
  const words = fold(query).text.split(/[\s,;:.!?\u00ab\u00bb"()]+/);
  return words.filter(Boolean).map((word) => (word.length > 3 ? word.replace(/[sx]$/, "") : word));
}

/** Split a text into matches and the parts between them. */
function markMatches(text: string, words: readonly string[]): Part[] {
  const folded = fold(text);
  const found = new Set<number>();
  for (const word of words)
    for (let at = folded.text.indexOf(word); at >= 0; at = folded.text.indexOf(word, at + 1))
      for (let n = at; n < at + word.length; n++) found.add(folded.at[n]!);
  const parts: Part[] = [];
  let at = 0;
  for (const letter of text) {
    const last = parts.at(-1);
    // a combining accent belongs to the letter before it
    const matches = /\p{M}/u.test(letter) && last ? last.found : found.has(at);
    if (last?.found === matches) last.text += letter;
    else parts.push({ text: letter, found: matches });
    at += letter.length;
  }
  return parts;
}

/** Return the passages of an entry, the most descriptive first. */
function passagesOf(entry: RuleView): string[] {
  return [
    entry.text,
    ...entry.rulings.flatMap(({ question, answer }) => [`${question} ${answer}`]),
    ...entry.boards.map(({ caption }) => caption),
    ...new Set(entry.reasons.map(({ title }) => title)),
    ...entry.comparisons.map(({ title, rows }) => `${title}: ${rows.map(({ value }) => value).join(", ")}`),
  ];
}

/** Return the entries that contain every word of a query, matches in the title or an early passage first. */
export function searchRules(book: RulebookView, query: string): Hit[] {
  const words = splitQuery(query);
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
    return [
      {
        rank,
        entry,
        title: markMatches(entry.title, words),
        passage: markMatches(passages[best] ?? "", words),
      },
    ];
  });
  return hits.sort((one, other) => other.rank - one.rank).map(({ rank: _, ...hit }) => hit);
}
