/** Whether a key press is a shortcut of the page, and not text, a browser shortcut or meant for a dialog. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
  return !(event.target instanceof Element && event.target.closest("input, textarea, select, dialog"));
}

/** Whether a key press happened on a board, whose arrow keys move between spaces. */
export const isOnBoard = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest(".board") !== null;
