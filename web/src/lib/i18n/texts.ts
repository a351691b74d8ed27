export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The same texts, each with a capital first letter. */
export const capitalised = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, upper(text)]));

/**
 * Replaces the plain spaces that French puts around punctuation with no-break spaces, so that no line begins with
 * : ; ! ? or a closing guillemet. The texts themselves are written with plain spaces.
 */
export function typeset<T>(texts: T): T {
  if (typeof texts === "string") return withNoBreakSpaces(texts) as T;
  if (typeof texts === "function")
    return ((...values: unknown[]): unknown =>
      typeset((texts as (...values: unknown[]) => unknown)(...values))) as T;
  if (Array.isArray(texts)) return texts.map(typeset) as T;
  return Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, typeset(text)])) as T;
}

/** A narrow no-break space before ; ! ? and a no-break space before : and % and inside guillemets. */
function withNoBreakSpaces(text: string): string {
  return text
    .replace(/ (?=[;!?])/g, "\u202f")
    .replace(/ (?=[:%\u00bb])/g, "\u00a0")
    .replace(/\u00ab /g, "\u00ab\u00a0");
}
