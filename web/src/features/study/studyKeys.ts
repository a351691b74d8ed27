import { isOnBoard } from "../../lib/keyboard";
import type { StudyScreen } from "./studyScreen.svelte";

type Action = (() => void) | undefined;

/** Return the action of a key pressed with Control or Command. */
function chordAction(event: KeyboardEvent, { study }: StudyScreen): Action {
  const key = event.key.toLowerCase();
  if (key === "z") return () => (event.shiftKey ? study.redo() : study.undo());
  return key === "y" ? () => study.redo() : undefined;
}

/** Return the action of a key. On the board, the arrow keys move the focus over the hive instead. */
function keyAction(event: KeyboardEvent, onBoard: boolean, screen: StudyScreen): Action {
  const { study } = screen;
  const everywhere: Record<string, () => void> = {
    "[": () => study.step(-1),
    "]": () => study.step(1),
    e: () => (screen.engine.on = !screen.engine.on),
    d: () => (screen.drawing = !screen.drawing),
    l: () => screen.toggleLayers(),
    c: () => (screen.annotating = !screen.annotating),
    Delete: () => study.remove(),
    Escape: () => screen.escape(),
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

const targetOf = (event: Event): Element | null => (event.target instanceof Element ? event.target : null);

/** The keyboard of the analysis board. */
export class StudyKeyboard {
  /** Whether the focus was moved with the keyboard. */
  #walking = false;

  constructor(private readonly screen: StudyScreen) {}

  onFocus(): void {
    this.#walking = this.screen.byKey;
  }

  /** After a touch on the board, the arrow keys step; if the focus came by keyboard, they move over the hive. */
  onKeydownFirst(event: KeyboardEvent): void {
    const { screen } = this;
    screen.byKey = true;
    if (this.#walking || screen.editing || event.altKey || event.ctrlKey || event.metaKey) return;
    const inside = targetOf(event)?.closest('[role="application"]');
    if (!inside || screen.study.interaction.picked || screen.drawing) return;
    const act = keyAction(event, false, screen);
    if (!act || event.key === "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  onKeydown(event: KeyboardEvent): void {
    const { screen } = this;
    if (screen.editing || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]"))
      return;
    const at = targetOf(event);
    if (at?.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog")) return;
    // among radio buttons the arrow keys choose
    if (at?.closest("input") && event.key.startsWith("Arrow")) return;
    const chord = event.ctrlKey || event.metaKey;
    const act = chord ? chordAction(event, screen) : keyAction(event, isOnBoard(event), screen);
    if (!act) return;
    event.preventDefault();
    act();
  }
}
