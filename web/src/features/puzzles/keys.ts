import { isShortcut } from "../../lib/keyboard";
import type { PuzzleSolving } from "./puzzleSolving.svelte";

/** Act on a shortcut of the puzzle page. Return whether the key press was one. */
export function puzzleKey(
  event: KeyboardEvent,
  solving: PuzzleSolving,
  { onhint, onnext }: { onhint: (() => void) | null; onnext: () => void },
): boolean {
  if (!isShortcut(event)) return false;
  const actions: Record<string, (() => void) | null> = {
    h: onhint,
    "[": () => solving.seek(solving.at - 1),
    "]": () => solving.seek(solving.at + 1),
    n: () => {
      if (solving.done) onnext();
      else if (solving.phase === "wrong") void solving.again();
    },
  };
  const act = actions[event.key];
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}
