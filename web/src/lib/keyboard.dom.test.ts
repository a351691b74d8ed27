import { describe, expect, it } from "vitest";
import { isOnBoard, isShortcut } from "./keyboard";

/** Return the event that a key press on an element produces. */
function press(html: string, selector: string, init: KeyboardEventInit = {}): KeyboardEvent {
  document.body.innerHTML = html;
  const event = new KeyboardEvent("keydown", { key: "e", bubbles: true, ...init });
  document.querySelector(selector)!.dispatchEvent(event);
  return event;
}

describe("a key press", () => {
  it("is a shortcut on buttons and on the page", () => {
    expect(isShortcut(press("<button></button>", "button"))).toBe(true);
    expect(isShortcut(press("", "body"))).toBe(true);
  });

  it.each(["input", "textarea", "select", "dialog"])("is not a shortcut in a %s", (name) => {
    expect(isShortcut(press(`<${name}></${name}>`, name))).toBe(false);
  });

  it.each(["altKey", "ctrlKey", "metaKey"])("is not a shortcut with %s", (key) => {
    expect(isShortcut(press("", "body", { [key]: true }))).toBe(false);
  });

  it("knows the board it happened on", () => {
    expect(isOnBoard(press('<div class="board"><i></i></div>', "i"))).toBe(true);
    expect(isOnBoard(press("<i></i>", "i"))).toBe(false);
  });
});
