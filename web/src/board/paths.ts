/**
 * The path of a piece as a curve: its position on the table and its height, from 0 to 1. The same curve is drawn as a
 * preview and used for flights.
 */
import { distance, keyOf, pixel, turnPoint, type Point, RISE } from "./geometry";
import { MAX_WALK, MIN_WALK, PLACE, WALK_PER_HEX } from "./motion";
import type { Place, PathView } from "./types";

/** A point of a path, with its height above the table in levels. */
export interface Waypoint extends Point {
  level: number;
}

/** A sliding tile is lifted slightly, to show that it is the one that moves. */
const LIFTED = 0.35;
const DROP = 5;
/** A placed piece comes from the direction of its tray, from at most this far away. */
const FROM_TRAY = 150;

/**
 * Return the waypoints of a path, close enough together to be joined by straight lines.
 * `heights` are those of the hive without the moving piece. A placed piece falls from the direction of `tray`.
 */
export function waypoints(
  path: PathView,
  heights: ReadonlyMap<string, number>,
  rotation = 0,
  tray: Point | null = null,
): Waypoint[] {
  const hexes = path.hexes;
  const levelOf = (place: Place): number => heights.get(keyOf(place)) ?? 0;
  const at = (place: Place): Point => turnPoint(pixel(place), rotation);
  const first = hexes[0];
  const last = hexes.at(-1);
  if (!first || !last) return [];
  switch (path.kind) {
    case "place": {
      const to = at(last);
      const start = tray ? towards(to, tray, FROM_TRAY) : to;
      return sample(12, (part) => ({
        x: start.x + (to.x - start.x) * part,
        y: start.y + (to.y - start.y) * part,
        level: levelOf(last) + DROP * (1 - part) ** 2,
      }));
    }
    case "jump": {
      const top = Math.max(...hexes.map(levelOf), 1) + 1.2 + 0.55 * distance(first, last);
      return arc(at(first), at(last), levelOf(first), levelOf(last), top);
    }
    case "throw": {
      const over = hexes.slice(1, -1);
      const middle = over[0] ?? last;
      const top = levelOf(middle) + 1.6;
      const points = [at(first), at(middle), at(last)];
      const levels = [levelOf(first), top, levelOf(last)];
      return sample(32, (part) => ({ ...along(points, part), level: hump(levels, part) }));
    }
    case "climb": {
      const points = hexes.map(at);
      const steps = hexes.length - 1;
      const levels = hexes.map(levelOf);
      return sample(Math.max(1, steps) * 16, (part) => {
        const step = Math.min(steps - 1, Math.floor(part * steps));
        return { ...along(points, part, 0.18), level: stepLevel(levels, step, part * steps - step) };
      });
    }
    default: {
      const points = hexes.map(at);
      const level = levelOf(last);
      return sample(Math.max(1, hexes.length - 1) * 8, (part) => ({
        ...along(points, part),
        level: level + LIFTED * Math.min(1, 12 * part, 12 * (1 - part)),
      }));
    }
  }
}

/** Return the point at a distance from another one in some direction, but not beyond the goal. */
function towards(from: Point, goal: Point, most: number): Point {
  const [dx, dy] = [goal.x - from.x, goal.y - from.y];
  const share = Math.min(1, most / (Math.hypot(dx, dy) || 1));
  return { x: from.x + dx * share, y: from.y + dy * share };
}

function sample(count: number, at: (part: number) => Waypoint): Waypoint[] {
  return Array.from({ length: count + 1 }, (_, index) => at(index / count));
}

function arc(from: Point, to: Point, low: number, end: number, top: number): Waypoint[] {
  return sample(28, (part) => ({
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
    level: low + (end - low) * part + 4 * part * (1 - part) * (top - Math.max(low, end)),
  }));
}

/** Return the height during a throw, which rises to the second level and falls to the third. */
function hump([low = 0, top = 0, end = 0]: number[], part: number): number {
  const ease = (share: number): number => Math.sin((share * Math.PI) / 2);
  return part < 0.5 ? low + (top - low) * ease(part * 2) : end + (top - end) * ease((1 - part) * 2);
}

/** Return the height during one step: up, then across, then down, so that tiles are not crossed. */
function stepLevel(levels: number[], step: number, share: number): number {
  const [low, high] = [levels[step] ?? 0, levels[step + 1] ?? 0];
  const clear = Math.max(low, high) + LIFTED;
  const smooth = (value: number): number => {
    const held = Math.min(1, Math.max(0, value));
    return held * held * (3 - 2 * held);
  };
  if (share < 0.5) return low + (clear - low) * smooth(share / 0.4);
  return clear + (high - clear) * smooth((share - 0.6) / 0.4);
}

/** Return a point of the Catmull-Rom curve through some points; `pause` slows it at each of them. */
export function along(points: Point[], part: number, pause = 0): Point {
  const last = points.length - 1;
  if (last < 1) return points[0] ?? { x: 0, y: 0 };
  const whole = Math.min(last - 1e-9, Math.max(0, part * last));
  const index = Math.floor(whole);
  const share = Math.min(1, Math.max(0, (whole - index - pause) / (1 - 2 * pause)));
  const [b, c] = [points[index]!, points[index + 1]!];
  const a = points[index - 1] ?? { x: 2 * b.x - c.x, y: 2 * b.y - c.y };
  const d = points[index + 2] ?? { x: 2 * c.x - b.x, y: 2 * c.y - b.y };
  const spline = (p: number, q: number, r: number, s: number): number =>
    0.5 *
    (2 * q +
      (r - p) * share +
      (2 * p - 5 * q + 4 * r - s) * share ** 2 +
      (3 * q - p - 3 * r + s) * share ** 3);
  return { x: spline(a.x, b.x, c.x, d.x), y: spline(a.y, b.y, c.y, d.y) };
}

/** Return where a waypoint is drawn; its level lifts it up. */
export const project = ({ x, y, level }: Waypoint): Point => ({ x, y: y - RISE * level });

/** Return the duration of a flight along a path, in milliseconds. */
export function flightTime(path: PathView): number {
  const steps = Math.max(1, path.hexes.length - 1);
  const span = path.hexes.length > 1 ? distance(path.hexes[0]!, path.hexes.at(-1)!) : 0;
  switch (path.kind) {
    case "place":
      return PLACE;
    case "jump":
      return Math.min(MAX_WALK, PLACE + WALK_PER_HEX * span);
    case "throw":
      return MAX_WALK;
    case "climb":
      // up and down take as long as across
      return Math.min(MAX_WALK, 2 * WALK_PER_HEX * steps + WALK_PER_HEX);
    default:
      return Math.min(MAX_WALK, Math.max(MIN_WALK, WALK_PER_HEX * steps));
  }
}

/** Return the data of an SVG path through points. */
export const polyline = (points: Point[]): string =>
  points.map(({ x, y }, index) => `${index ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** Return a line shortened at both ends, so that it starts and ends at the edges of tiles. */
export function trim(points: Point[], start: number, end: number): Point[] {
  const cut = (line: Point[], length: number): Point[] => {
    let left = length;
    for (let index = 1; index < line.length; index++) {
      const [from, to] = [line[index - 1]!, line[index]!];
      const step = Math.hypot(to.x - from.x, to.y - from.y);
      if (step > left) {
        const part = left / step;
        return [
          { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
          ...line.slice(index),
        ];
      }
      left -= step;
    }
    return line.slice(-1);
  };
  return cut(cut(points, start).reverse(), end).reverse();
}

export const lengthOf = (points: Point[]): number =>
  points.reduce((sum, { x, y }, index) => {
    const before = points[index - 1];
    return before ? sum + Math.hypot(x - before.x, y - before.y) : 0;
  }, 0);
