import { isOnBoard, isShortcut } from "../../lib/keyboard";

/** What the shortcuts of a lesson do. */
export interface LessonActions {
  back: () => void;
  next: () => void;
  /** Take a wrong move back. */
  again: () => void;
  /** Whether Enter goes to the next step. */
  solved: boolean;
}

/** Return the enabled option of the panel with a number, such as an answer. */
const optionWith = (key: string): HTMLButtonElement | null =>
  /^[1-5]$/.test(key) ? document.querySelector<HTMLButtonElement>(`[data-option="${key}"]:enabled`) : null;

/** Act on a shortcut of a lesson. Return whether the key press was one. */
export function lessonKey(event: KeyboardEvent, { back, next, again, solved }: LessonActions): boolean {
  if (!isShortcut(event)) return false;
  const onBoard = isOnBoard(event);
  const onButton = event.target instanceof Element && event.target.closest("a, button") !== null;
  const actions: Record<string, () => void> = {
    "[": back,
    "]": next,
    Escape: again,
    ...(onBoard ? {} : { ArrowLeft: back, ArrowRight: next }),
    ...(onBoard || onButton || !solved ? {} : { Enter: next }),
  };
  const option = optionWith(event.key);
  const act = option
    ? () => {
        option.focus();
        option.click();
      }
    : actions[event.key];
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}
