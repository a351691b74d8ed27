import { beforeEach, describe, expect, it } from "vitest";
import type { Mark } from "../../lib/messages";
import { colorBy, Sketch } from "./sketch.svelte";

const keys = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

describe("modifier keys", () => {
  it("select four colours", () => {
    expect(colorBy(keys)).toBe("green");
    expect(colorBy({ ...keys, shiftKey: true })).toBe("red");
    expect(colorBy({ ...keys, altKey: true })).toBe("blue");
    expect(colorBy({ ...keys, shiftKey: true, altKey: true })).toBe("yellow");
    expect(colorBy({ ...keys, ctrlKey: true })).toBe("yellow");
  });
});

describe("drawing on the board", () => {
  let drawn: Mark[];
  let events: string[];
  let sketch: Sketch;
  let board: HTMLElement;

  beforeEach(() => {
    drawn = [];
    events = [];
    document.body.innerHTML = '<div><div role="application"></div></div>';
    const field = document.body.firstElementChild as HTMLElement;
    board = field.firstElementChild as HTMLElement;
    // one hex per ten pixels
    sketch = new Sketch(
      (x, y) => [Math.round(x / 10), Math.round(y / 10)],
      (mark) => drawn.push(mark),
    );
    sketch.listening(field);
    for (const kind of ["pointerdown", "pointermove", "pointerup"])
      board.addEventListener(kind, () => events.push(kind));
  });

  const point = (kind: string, x: number, y: number, init: MouseEventInit = {}): void => {
    const event = new MouseEvent(kind, { clientX: x, clientY: y, bubbles: true, ...init });
    Object.assign(event, { pointerId: 1, isPrimary: true });
    board.dispatchEvent(event);
  };

  it("uses the right button, without an event for the board", () => {
    point("pointerdown", 0, 0, { button: 2, shiftKey: true });
    point("pointermove", 20, 0);
    expect(sketch.now).toEqual({ at: [0, 0], to: [2, 0], color: "red" });
    point("pointerup", 20, 0);
    expect(drawn).toEqual([{ at: [0, 0], to: [2, 0], color: "red" }]);
    expect(events).toEqual([]);
    expect(sketch.now).toBeNull();
  });

  it("leaves the left button to the board, until it is switched on", () => {
    point("pointerdown", 0, 0);
    point("pointerup", 0, 0);
    expect(events).toEqual(["pointerdown", "pointerup"]);
    sketch.toggle(true);
    sketch.color = "blue";
    point("pointerdown", 0, 0);
    point("pointermove", 30, 0);
    point("pointermove", 1, 0);
    point("pointerup", 1, 0);
    expect(drawn).toEqual([{ at: [0, 0], to: null, color: "blue" }]);
  });

  it("works with the keyboard: two places make an arrow, one makes a ring", () => {
    sketch.toggle(true);
    expect(sketch.choose([1, 1])).toBe(false);
    expect(sketch.choose([2, 1])).toBe(true);
    sketch.choose([4, 4]);
    sketch.choose([4, 4]);
    expect(drawn).toEqual([
      { at: [1, 1], to: [2, 1], color: "green" },
      { at: [4, 4], to: null, color: "green" },
    ]);
    sketch.choose([1, 1]);
    sketch.toggle(false);
    expect(sketch.anchor).toBeNull();
  });
});
