import type { Study } from "./study.svelte";

/** What the keyboard can do on the analysis board besides stepping. */
export interface StudyKeyActions {
  study: Study;
  toggleEngine: () => void;
  toggleDrawing: () => void;
  toggleLayers: () => void;
  /** Close what is open, or cancel what is in progress. */
  escape: () => void;
}

/** Return the action of a key pressed with Control or Command. */
export function chordAction(event: KeyboardEvent, study: Study): (() => void) | undefined {
  const key = event.key.toLowerCase();
  if (key === "z") return () => (event.shiftKey ? study.redo() : study.undo());
  return key === "y" ? () => study.redo() : undefined;
}

/** Return the action of a key. On the board, the arrow keys move the focus over the hive instead. */
export function keyAction(
  event: KeyboardEvent,
  onBoard: boolean,
  { study, toggleEngine, toggleDrawing, toggleLayers, escape }: StudyKeyActions,
): (() => void) | undefined {
  const everywhere: Record<string, () => void> = {
    "[": () => study.step(-1),
    "]": () => study.step(1),
    e: toggleEngine,
    d: toggleDrawing,
    l: toggleLayers,
    Delete: () => study.remove(),
    Escape: escape,
  };
  const offBoard: Record<string, () => void> = {
    ArrowLeft: () => study.step(-1),
    ArrowRight: () => study.step(1),
    ArrowUp: () => (event.shiftKey ? study.promote() : study.turnAside(-1)),
    ArrowDown: () => study.turnAside(1),
    Home: () => study.view(0),
    End: () => study.view(study.latest),
  };
  return (
    everywhere[event.key.toLowerCase()] ??
    everywhere[event.key] ??
    (onBoard ? undefined : offBoard[event.key])
  );
}
