/** Lookup and order of the rulebook's entries, and addresses of searches. */
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
/** Return the query of an address. Older links call it `q`. */
export function queryIn(search: string): string {
  const parameters = new URLSearchParams(search);
  return parameters.get("search") ?? parameters.get("q") ?? "";
}
/** Whether an address asks for the search field, with or without a query. */
export const wantsSearch = (search: string): boolean => new URLSearchParams(search).has("search");
/** Return the address of a search. */
export const searchPath = (query: string): string =>
  query.trim() ? `/rules?${new URLSearchParams({ search: query })}` : "/rules";

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
