import { expect, it } from "vitest";
import { scrollToMove } from "./scrolling";

/** Build a list 100 pixels high with moves 40 pixels high, of which some are scrolled away. */
function makeList(count: number, scrolled: number): HTMLElement {
  const list = document.createElement("div");
  for (let index = 0; index < count; index++) {
    const move = document.createElement("button");
    move.dataset.move = String(index);
    move.getBoundingClientRect = () => new DOMRect(0, 40 * index - list.scrollTop, 100, 40);
    list.append(move);
  }
  list.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100);
  list.scrollTop = scrolled;
  return list;
}

it("scrolls a list just far enough to show a move", () => {
  const list = makeList(10, 100);
  scrollToMove(list, 3);
  expect(list.scrollTop).toBe(100);
  scrollToMove(list, 9);
  expect(list.scrollTop).toBe(400 - 100 + 8);
  scrollToMove(list, 2);
  expect(list.scrollTop).toBe(80 - 8);
  scrollToMove(list, "none");
  expect(list.scrollTop).toBe(0);
});
