/** The search of the rulebook: it finds what people type, with the keywords of the rulebook's data. */
import type { RuleView, RulebookView } from "../../lib/messages";
import { entriesOf } from "./rulebook";
import { closest, foldText, splitWords, stem } from "../../lib/words";

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

const WEIGHTS = { title: 6, keywords: 5, text: 2, other: 1 } as const;
const SAME_WORDS = 70;
const SAME_PHRASE = 50;
const SAME_TITLE = 60;
const WITHIN_PHRASE = 4;
const PREFIX_SHARE = 0.7;
/** Only longer words match the beginnings of words; a shorter one is compared as a whole, unless it is still being typed. */
const MIN_PREFIX = 3;

type Field = keyof typeof WEIGHTS;

/** An entry, prepared for searching. */
interface IndexedEntry {
  entry: RuleView;
  passages: string[];
  words: Record<Field, Set<string>>;
  title: string;
  /** The keywords and keyphrases as stems, separated by spaces. */
  phrases: string[];
  /** The same, with the ignored words. */
  wholePhrases: string[];
}

interface Index {
  language: string;
  ignored: Set<string>;
  entries: IndexedEntry[];
  vocabulary: Set<string>;
}

const indexes = new WeakMap<RulebookView, Index>();

function indexOf(book: RulebookView): Index {
  let index = indexes.get(book);
  if (!index) indexes.set(book, (index = buildIndex(book)));
  return index;
}

function buildIndex(book: RulebookView): Index {
  const { language } = book;
  const ignored = new Set(book.ignored_words.flatMap((word) => splitWords(word)));
  const stems = (text: string): string[] => contentStems(text, ignored, language);
  const entries = entriesOf(book).map((entry): IndexedEntry => {
    const passages = passagesOf(entry);
    return {
      entry,
      passages,
      title: stems(entry.title).join(" "),
      phrases: entry.keywords.map((phrase) => stems(phrase).join(" ")),
      wholePhrases: entry.keywords.map((phrase) => allStems(phrase, language)),
      words: {
        title: new Set(stems(entry.title)),
        keywords: new Set(entry.keywords.flatMap(stems)),
        text: new Set(stems(entry.text)),
        other: new Set(passages.slice(1).flatMap(stems)),
      },
    };
  });
  const vocabulary = new Set(entries.flatMap(({ words }) => Object.values(words).flatMap((set) => [...set])));
  return { language, ignored, entries, vocabulary };
}

/** Return the passages of an entry, the most descriptive first. */
function passagesOf(entry: RuleView): string[] {
  return [
    entry.text,
    ...entry.rulings.map(({ question, answer }) => `${question} ${answer}`),
    ...entry.boards.map(({ caption }) => caption),
    ...new Set(entry.reasons.map(({ title }) => title)),
    ...entry.comparisons.map(({ title, rows }) => `${title}: ${rows.map(({ value }) => value).join(", ")}`),
  ];
}

/** Return the stems of the words that say something; of all words if none does. */
function contentStems(text: string, ignored: ReadonlySet<string>, language: string): string[] {
  const words = splitWords(text);
  const content = words.filter((word) => !ignored.has(word));
  return (content.length ? content : words).map((word) => stem(word, language));
}

/** Return the stems of all words, separated by spaces. */
const allStems = (text: string, language: string): string =>
  splitWords(text)
    .map((word) => stem(word, language))
    .join(" ");

/** A word of the query. */
interface QueryWord {
  stem: string;
  /** Whether it matches the beginning of a word. */
  isPrefix: boolean;
}

/** Return the words of a query. An unknown word is replaced by known ones that are spelt almost like it. */
function readQuery(index: Index, query: string): QueryWord[] {
  const words = contentStems(query, index.ignored, index.language);
  const isTyping = !/\s$/.test(query);
  return words.flatMap((word, at): QueryWord[] => {
    const isPrefix = word.length >= MIN_PREFIX || (isTyping && at === words.length - 1);
    const known = index.vocabulary.has(word) || (isPrefix && hasPrefix(index.vocabulary, word));
    if (known) return [{ stem: word, isPrefix }];
    const similar = closest(word, index.vocabulary);
    return similar === null ? [{ stem: word, isPrefix: false }] : [{ stem: similar, isPrefix: false }];
  });
}

function hasPrefix(words: Iterable<string>, prefix: string): boolean {
  for (const word of words) if (word.startsWith(prefix)) return true;
  return false;
}

/** Return the share of a match: 1 for the word itself, less for its beginning, 0 for none. */
function matchShare(words: ReadonlySet<string>, { stem: word, isPrefix }: QueryWord): number {
  if (words.has(word)) return 1;
  return isPrefix && hasPrefix(words, word) ? PREFIX_SHARE : 0;
}

function wordScore({ words }: IndexedEntry, word: QueryWord): number {
  const scores = (Object.keys(WEIGHTS) as Field[]).map(
    (field) => WEIGHTS[field] * matchShare(words[field], word),
  );
  return Math.max(...scores);
}

/** Return a bonus for a title or keyphrase that is the query, or that has all of its words. */
function phraseScore(
  { title, phrases, wholePhrases }: IndexedEntry,
  query: readonly QueryWord[],
  wholeQuery: string,
): number {
  const stems = query.map((word) => word.stem);
  const asked = [...stems].sort().join(" ");
  const sorted = (phrase: string): string => phrase.split(" ").sort().join(" ");
  if (wholePhrases.includes(wholeQuery)) return SAME_WORDS;
  if (sorted(title) === asked) return SAME_TITLE;
  let best = 0;
  phrases.forEach((phrase, at) => {
    const parts = phrase.split(" ");
    // an entry lists its most typical phrases first
    if (sorted(phrase) === asked) best = Math.max(best, SAME_PHRASE - at / 10);
    else if (parts.length > 1 && parts.every((part) => stems.includes(part)))
      best = Math.max(best, WITHIN_PHRASE * parts.length);
    else if (stems.length > 1 && stems.every((one) => parts.includes(one)))
      best = Math.max(best, WITHIN_PHRASE * stems.length);
  });
  return best;
}

/** Return the entries that answer a query, the best first: those with all of its words or, if there is none, with most of them. */
export function searchRules(book: RulebookView, query: string): Hit[] {
  const index = indexOf(book);
  const words = readQuery(index, query);
  if (!words.length) return [];
  const wholeQuery = allStems(query, index.language);
  const scored = index.entries.map((indexed) => {
    const scores = words.map((word) => wordScore(indexed, word));
    const matched = scores.filter(Boolean).length;
    const score = scores.reduce((sum, one) => sum + one, 0) + phraseScore(indexed, words, wholeQuery);
    return { indexed, matched, score };
  });
  const most = Math.max(...scored.map(({ matched }) => matched));
  return scored
    .filter(({ matched }) => matched > 0 && matched === most)
    .sort((one, other) => other.score - one.score)
    .map(({ indexed }) => toHit(indexed, words, index.language));
}

function toHit({ entry, passages }: IndexedEntry, words: readonly QueryWord[], language: string): Hit {
  const marked = passages.map((passage) => markMatches(passage, words, language));
  const counts = marked.map((parts) => countFound(parts, language));
  const best = counts.indexOf(Math.max(...counts));
  return { entry, title: markMatches(entry.title, words, language), passage: marked[best] ?? [] };
}

/** Return the number of different words found. */
function countFound(parts: readonly Part[], language: string): number {
  return new Set(parts.filter(({ found }) => found).map(({ text }) => stem(foldText(text), language))).size;
}

/** Split a text into the words that match and the parts between them. */
function markMatches(text: string, words: readonly QueryWord[], language: string): Part[] {
  const parts: Part[] = [];
  for (const piece of text.split(/([\p{L}\p{M}\p{N}]+)/u)) {
    const root = stem(foldText(piece), language);
    const found = piece !== "" && words.some((word) => matchShare(new Set([root]), word) > 0);
    const last = parts.at(-1);
    if (last?.found === found) last.text += piece;
    else if (piece) parts.push({ text: piece, found });
  }
  return parts;
}
