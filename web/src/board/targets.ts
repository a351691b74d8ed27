/**
 * The targets that can be focused and chosen with the keyboard, in reading order: pieces, then ghosts, then, while a
 * piece is picked or spaces are pointed at, the other spaces next to the hive.
 */
import { keyOf, neighbours, samePlace, sideTo, turn, type Point } from "./geometry";
import { readingOrder } from "./focusOrder";
import type { Described, PieceName, Place, Stack } from "./types";

export interface Target extends Point {
  key: string;
  place: Place;
  thing: Described;
  /** Whether Tab stops here. */
  stop: boolean;
}

export interface VisibleBoard {
  stacks: Stack[];
  ghosts: Place[];
  movable: ReadonlySet<PieceName>;
  selected: PieceName | null;
  interactive: boolean;
  /** Whether spaces can be chosen without a picked piece. */
  pointing: boolean;
  rotation: number;
  topOf: (place: Place) => Point;
}

/** Return the targets of a board. A place with a piece that is also a destination is one target, the ghost. */
export function targetsOf(visible: VisibleBoard): Target[] {
  const { stacks, ghosts, movable, selected, interactive, pointing, topOf } = visible;
  const isGhost = new Set(ghosts.map(keyOf));
  const pieces = stacks
    .filter(({ place }) => !isGhost.has(keyOf(place)))
    .map(({ place, pieces }): Target => {
      const piece = pieces.at(-1)!;
      return {
        key: `piece ${keyOf(place)}`,
        place,
        ...topOf(place),
        stop: interactive && !ghosts.length && movable.has(piece),
        thing: {
          kind: "piece",
          piece,
          place,
          under: pieces.slice(0, -1),
          over: [],
          movable: movable.has(piece),
          selected: piece === selected,
        },
      };
    })
    .sort(readingOrder);
  const free = ghosts
    .map((place): Target => {
      const under = stacks.find((stack) => samePlace(stack.place, place))?.pieces ?? [];
      const beside = besides(stacks, place, selected, visible.rotation);
      return {
        key: `ghost ${keyOf(place)}`,
        place,
        ...topOf(place),
        stop: interactive,
        thing: { kind: "ghost", place, piece: selected, under, beside },
      };
    })
    .sort(readingOrder);
  const others =
    (selected || pointing) && interactive
      ? spacesBeside(stacks).filter((place) => !isGhost.has(keyOf(place)))
      : [];
  const spaces = others
    .map((place): Target => {
      const beside = besides(stacks, place, selected, visible.rotation);
      return {
        key: `space ${keyOf(place)}`,
        place,
        ...topOf(place),
        stop: false,
        thing: { kind: "space", place, piece: selected, under: [], beside },
      };
    })
    .sort(readingOrder);
  const all = [...pieces, ...free, ...spaces];
  // if no piece can move, the hive can still be read
  if (interactive && all[0] && !all.some((target) => target.stop)) all[0].stop = true;
  return all;
}

/** Return the empty hexes next to the hive. */
export function spacesBeside(stacks: Stack[]): Place[] {
  const taken = new Set(stacks.map(({ place }) => keyOf(place)));
  const around = stacks.flatMap(({ place }) => neighbours(place)).filter((place) => !taken.has(keyOf(place)));
  return [...new Map(around.map((place) => [keyOf(place), place])).values()];
}

function besides(
  stacks: Stack[],
  place: Place,
  selected: PieceName | null,
  rotation: number,
): [PieceName, number][] {
  const near = neighbours(place);
  return stacks.flatMap((stack): [PieceName, number][] => {
    if (!near.some((other) => samePlace(other, stack.place))) return [];
    const piece = stack.pieces.filter((other) => other !== selected).at(-1);
    return piece ? [[piece, sideTo(turn(place, rotation), turn(stack.place, rotation))]] : [];
  });
}
