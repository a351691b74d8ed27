import { isDirection, type Direction } from "./focusOrder";
import type { Target } from "./targets";
import type { Place } from "./types";

/** What the keyboard can do on a board. */
export interface BoardActions {
  interactive: () => boolean;
  /** Whether the view cannot be changed by hand, and keys for it belong to the page. */
  still: () => boolean;
  /** Whether a piece is selected. */
  selected: () => boolean;
  targetAt: (element: EventTarget | null) => Target | undefined;
  walk: (direction: Direction, from: Target | undefined, everywhere: boolean) => void;
  act: (target: Target) => void;
  /** Try to play the selected piece to a place. */
  place: (place: Place) => void;
  escape: () => void;
  pan: (dx: number, dy: number) => void;
  fit: () => void;
  zoom: (factor: number) => void;
  fan: (place: Place | null) => void;
}

const PANS: Record<Direction, [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

/** Handle a key on the board. */
export function onBoardKey(event: KeyboardEvent, board: BoardActions): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const here = board.targetAt(event.target);
  const key = event.key;
  if (isDirection(key)) {
    if (board.interactive()) board.walk(key, here, event.shiftKey);
    else if (board.still()) return;
    else board.pan(...PANS[key]);
  } else if ((key === "Enter" || key === " ") && here) {
    // without Shift, a piece on the place would be picked
    if (event.shiftKey && board.selected()) board.place(here.place);
    else board.act(here);
  } else if (key === "Escape") board.escape();
  else if (board.still() && /^[fF+=-]$/.test(key)) return;
  else if (key === "f" || key === "F") board.fit();
  else if (key === "+" || key === "=") board.zoom(1.25);
  else if (key === "-") board.zoom(0.8);
  else if (key === "s" || key === "S") board.fan(here?.place ?? null);
  else return;
  event.preventDefault();
}
