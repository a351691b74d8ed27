/** A value at a time, in seconds since 1970. */
export interface TimedValue {
  at: number;
  value: number;
}

/** The box of a graph in pixels, without the room for its labels. */
export interface GraphBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A point of a graph in pixels. */
export interface GraphPoint {
  x: number;
  y: number;
}

/** Return where values lie in a graph, from the first time to the last one. Values at one time are spread evenly. */
export function placePoints(
  values: readonly TimedValue[],
  low: number,
  high: number,
  box: GraphBox,
): GraphPoint[] {
  const [first, last] = [values[0]?.at ?? 0, values.at(-1)?.at ?? 0];
  return values.map(({ at, value }, index) => {
    const share = last > first ? (at - first) / (last - first) : index / Math.max(1, values.length - 1);
    return {
      x: box.left + share * (box.right - box.left),
      y: box.bottom - ((value - low) / (high - low)) * (box.bottom - box.top),
    };
  });
}

/** Return the range of a graph: all values, with a margin, and at least `least` from its lower to its upper end. */
export function rangeOf(values: readonly TimedValue[], least: number): { low: number; high: number } {
  const all = values.map(({ value }) => value);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = Math.max((least - (high - low)) / 2, 0.12 * (high - low));
  return { low: low - margin, high: high + margin };
}

/** Return times for the labels below a graph, each with its place, so that they are at least `gap` pixels apart. */
export function timeLabels(
  values: readonly TimedValue[],
  box: GraphBox,
  gap: number,
): { at: number; x: number }[] {
  const [first, last] = [values[0]?.at ?? 0, values.at(-1)?.at ?? 0];
  if (last - first < 1) return values.length ? [{ at: last, x: box.left }] : [];
  const count = Math.max(1, Math.floor((box.right - box.left) / gap));
  return Array.from({ length: count }, (_, index) => {
    const share = index / count;
    return { at: first + share * (last - first), x: box.left + share * (box.right - box.left) };
  });
}
