/** The geometry of the evaluation graph, in pixels. */
import type { ReviewedTurn } from "./judging";
import type { Side } from "../../lib/position/pieces";

export interface Size {
  width: number;
  /** The height of the part with the winning chances. */
  height: number;
  /** The height of the bars below it. */
  bars: number;
}

export interface Dot {
  x: number;
  y: number;
  turn: ReviewedTurn;
}

export interface Bar {
  x: number;
  width: number;
  height: number;
  by: Side;
  index: number;
}

export interface Plot {
  /** The line of White's winning chances, and the area below it. */
  line: string;
  area: string;
  /** The wrong moves. */
  dots: Dot[];
  /** The time of each move; empty if no times are known. */
  bars: Bar[];
}

/** The margin at both ends, which keeps the first and the last turn visible and clickable. */
export const MARGIN = 12;
/** The width of a bar as a fraction of the distance between turns. */
const BAR_FRACTION = 0.72;
const MIN_BAR_HEIGHT = 1.5;

/** Return the x coordinate of a position in a game of `moves` moves. */
export const xOf = (index: number, moves: number, width: number): number =>
  MARGIN + ((width - 2 * MARGIN) * index) / Math.max(1, moves);

/** Return the y coordinate of White's winning chances, with room for half a dot at the top and bottom. */
export const yOf = (chance: number, height: number): number => 3 + (height - 6) * (1 - chance);

/** Return the position nearest to an x coordinate. */
export function indexAt(x: number, moves: number, width: number): number {
  const fraction = (x - MARGIN) / Math.max(1, width - 2 * MARGIN);
  return Math.max(0, Math.min(moves, Math.round(fraction * moves)));
}

const format = (value: number): string => String(Math.round(value * 10) / 10);

export function plot(start: number, turns: readonly ReviewedTurn[], { width, height, bars }: Size): Plot {
  const count = turns.length;
  const points = [start, ...turns.map(({ after }) => after)].map(
    (chance, index) => [xOf(index, count, width), yOf(chance, height)] as const,
  );
  const line = points.map(([x, y], index) => `${index ? "L" : "M"}${format(x)} ${format(y)}`).join("");
  const [first, last] = [points[0]!, points.at(-1)!];
  // the area includes the margins
  const area = `M0 ${height}V${format(first[1])}H${format(first[0])}${line.replace("M", "L")}V${format(last[1])}H${width}V${height}z`;
  return {
    line,
    area,
    dots: turns
      .filter(({ wrong }) => wrong)
      .map((turn) => ({ x: points[turn.index]![0], y: points[turn.index]![1], turn })),
    bars: barsOf(turns, width, bars),
  };
}

function barsOf(turns: readonly ReviewedTurn[], width: number, height: number): Bar[] {
  const longest = Math.max(0, ...turns.map(({ move }) => move.spent ?? 0));
  if (longest <= 0) return [];
  const step = (width - 2 * MARGIN) / Math.max(1, turns.length);
  const barWidth = Math.max(1, Math.min(14, step * BAR_FRACTION));
  return turns.flatMap(({ index, by, move }) =>
    move.spent === null
      ? []
      : [
          {
            x: xOf(index, turns.length, width) - barWidth / 2,
            width: barWidth,
            // a square root keeps short times visible next to a long one
            height: Math.max(MIN_BAR_HEIGHT, height * Math.sqrt(move.spent / longest)),
            by,
            index,
          },
        ],
  );
}
