/** Scrolls a list of moves to the current one, without scrolling the page as scrollIntoView would. */

const MARGIN = 8;

/** Scroll `list` just far enough to show its button of the move `name`; to the top if it has none. */
export function scrollToMove(list: HTMLElement, name: string | number): void {
  const current = list.querySelector<HTMLElement>(`[data-move="${name}"]`);
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  const [box, visible] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < visible.top) list.scrollTop += box.top - visible.top - MARGIN;
  else if (box.bottom > visible.bottom) list.scrollTop += box.bottom - visible.bottom + MARGIN;
}
