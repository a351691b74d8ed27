import { describe, expect, it, vi } from "vitest";
import { lessonKey } from "./keys";

/** Press a key on an element of a small page, and return what was called. */
function press(
  key: string,
  selector: string,
  { solved = false, ...init }: KeyboardEventInit & { solved?: boolean } = {},
) {
  document.body.innerHTML = `
    <div class="board"><i></i></div>
    <button data-option="1"></button><button data-option="2" disabled></button>
    <input />`;
  const chosen = vi.fn();
  document.querySelector("[data-option]")!.addEventListener("click", chosen);
  const calls = { back: vi.fn(), next: vi.fn(), again: vi.fn() };
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  document.querySelector(selector)!.dispatchEvent(event);
  const used = lessonKey(event, { ...calls, solved });
  const called = Object.entries({ ...calls, chosen }).flatMap(([name, call]) =>
    call.mock.calls.length ? [name] : [],
  );
  expect(event.defaultPrevented).toBe(used);
  return called;
}

describe("the keys of a lesson", () => {
  it("go back and forth", () => {
    expect(press("[", "body")).toEqual(["back"]);
    expect(press("]", "i")).toEqual(["next"]);
    expect(press("ArrowLeft", "body")).toEqual(["back"]);
    expect(press("ArrowRight", "button")).toEqual(["next"]);
    expect(press("Escape", "body")).toEqual(["again"]);
  });

  it("leave the arrow keys to the board", () => {
    expect(press("ArrowLeft", "i")).toEqual([]);
    expect(press("ArrowRight", "i")).toEqual([]);
  });

  it("continue with Enter once the step is solved, except on a button or the board", () => {
    expect(press("Enter", "body")).toEqual([]);
    expect(press("Enter", "body", { solved: true })).toEqual(["next"]);
    expect(press("Enter", "i", { solved: true })).toEqual([]);
    expect(press("Enter", "button", { solved: true })).toEqual([]);
  });

  it("choose an enabled option by its number", () => {
    expect(press("1", "body")).toEqual(["chosen"]);
    expect(press("2", "body")).toEqual([]);
    expect(press("7", "body")).toEqual([]);
  });

  it("are not text and not shortcuts of the browser", () => {
    expect(press("]", "input")).toEqual([]);
    expect(press("]", "body", { ctrlKey: true })).toEqual([]);
  });
});
