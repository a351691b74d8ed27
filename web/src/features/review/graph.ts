/** The evaluation graph in pixels: where each turn's chance, judgement and time are drawn. */
import type { ReviewedTurn } from "./judging";
import type { Side } from "../../lib/position/pieces";

export interface Size {
  width: number;
  /** Of the part with the chances. */
  height: number;
  /** Of the bars under it. */
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
  /** The line of White's chance, and the ground under it. */
  line: string;
  area: string;
  /** The wrong moves. */
  dots: Dot[];
  /** The time each move took; empty when no times are known. */
  bars: Bar[];
}

/** Room at both ends, so that the first and the last turn can be seen and hit. */
export const MARGIN = 12;
const SHARE = 0.72;
const SHORTEST = 1.5;

/** Where a position lies, of so many moves. */
export const xOf = (index: number, moves: number, width: number): number =>
  MARGIN + ((width - 2 * MARGIN) * index) / Math.max(1, moves);

/** A chance of White's from 0 (at the bottom) to 1, with room for half a dot at either end. */
export const yOf = (chance: number, height: number): number => 3 + (height - 6) * (1 - chance);

/** The position nearest to a point of the graph. */
export function indexAt(x: number, moves: number, width: number): number {
  const share = (x - MARGIN) / Math.max(1, width - 2 * MARGIN);
  return Math.max(0, Math.min(moves, Math.round(share * moves)));
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

export function plot(start: number, turns: readonly ReviewedTurn[], { width, height, bars }: Size): Plot {
  const count = turns.length;
  const points = [start, ...turns.map(({ after }) => after)].map(
    (chance, index) => [xOf(index, count, width), yOf(chance, height)] as const,
  );
  const line = points.map(([x, y], index) => `${index ? "L" : "M"}${short(x)} ${short(y)}`).join("");
  const [first, last] = [points[0]!, points.at(-1)!];
  // to both edges, so that the ground has no gaps beside the margins
  const area = `M0 ${height}V${short(first[1])}H${short(first[0])}${line.replace("M", "L")}V${short(last[1])}H${width}V${height}z`;
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
  const wide = Math.max(1, Math.min(14, step * SHARE));
  return turns.flatMap(({ index, by, move }) =>
    move.spent === null
      ? []
      : [
          {
            x: xOf(index, turns.length, width) - wide / 2,
            width: wide,
            // by the root, so that one long thought does not hide the others
            height: Math.max(SHORTEST, height * Math.sqrt(move.spent / longest)),
            by,
            index,
          },
        ],
  );
}
