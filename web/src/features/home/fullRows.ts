/** Return how many of `count` cards to show, at most `most`, so that no row of several is left unfinished. */
export function fullRows(count: number, columns: number, most: number): number {
  const shown = Math.min(count, most);
  return columns > 1 && shown > columns ? shown - (shown % columns) : shown;
}
