/** The rulebook as it is looked things up in: from an address to its entry, from one entry to the next, and searched. */
import type { ChapterView, RuleView, RulebookView } from "../../lib/messages";

export const entriesOf = (book: RulebookView): RuleView[] => book.chapters.flatMap(({ entries }) => entries);

/** The entry that an address names, by itself or by the rule of a reason; `bug` is the letter of whose reason it is. */
export function entryAt(book: RulebookView, rule: string, bug: string | null = null): RuleView | null {
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

export const chapterOf = (book: RulebookView, entry: RuleView): ChapterView | null =>
  book.chapters.find(({ id }) => id === entry.chapter) ?? null;

/** What one reads before and after an entry. */
export function around(
  book: RulebookView,
  entry: RuleView,
): { previous: RuleView | null; next: RuleView | null } {
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
  entry: RuleView;
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
  const strings = fold(query).text.split(/[\s,;:.!?«»"()]+/);
  return strings.filter(Boolean).map((word) => (word.length > 3 ? word.replace(/[sx]$/, "") : word));
}

/** A text with what was found in it set apart. */
function marked(text: string, strings: readonly string[]): Part[] {
  const folded = fold(text);
  const found = new Set<number>();
  for (const word of strings)
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
function passagesOf(entry: RuleView): string[] {
  return [
    entry.text,
    ...entry.rulings.flatMap(({ question, answer }) => [`${question} ${answer}`]),
    ...entry.boards.map(({ caption }) => caption),
    ...new Set(entry.reasons.map(({ title }) => title)),
    ...entry.comparisons.map(({ title, rows }) => `${title}: ${rows.map(({ value }) => value).join(", ")}`),
  ];
}

/** The entries in which every word stands somewhere, those first that have it in their title or near their beginning. */
export function searchRules(book: RulebookView, query: string): Hit[] {
  const strings = wordsOf(query);
  if (!strings.length) return [];
  const hits = entriesOf(book).flatMap((entry) => {
    const passages = passagesOf(entry);
    const folded = passages.map((passage) => fold(passage).text);
    const title = fold(entry.title).text;
    const everywhere = [title, ...folded].join("\n");
    if (!strings.every((word) => everywhere.includes(word))) return [];
    const counts = folded.map((passage) => strings.filter((word) => passage.includes(word)).length);
    const best = counts.indexOf(Math.max(...counts));
    const inTitle = strings.filter((word) => title.includes(word)).length;
    const rank = inTitle ? inTitle / strings.length + (title.startsWith(strings[0]!) ? 1 : 0) : -best / 100;
    return [
      { rank, entry, title: marked(entry.title, strings), passage: marked(passages[best] ?? "", strings) },
    ];
  });
  return hits.sort((one, other) => other.rank - one.rank).map(({ rank: _, ...hit }) => hit);
}
