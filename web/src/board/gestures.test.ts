import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LONG_PRESS, Pointers, type Gestures } from "./gestures";

const names = ["tap", "doubleTap", "longPress", "grab", "drag", "release", "giveUp", "pinch"] as const;

function watched(): {
  pointers: Pointers;
  recognised: () => string[];
  calls: Record<string, ReturnType<typeof vi.fn>>;
} {
  const order: string[] = [];
  const calls = Object.fromEntries(names.map((name) => [name, vi.fn(() => order.push(name) > 0)]));
  return { pointers: new Pointers(calls as unknown as Gestures), recognised: () => order, calls };
}

describe("pointers on the board", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("recognise a press that hardly moves as a tap", () => {
    const { pointers, recognised } = watched();
    pointers.down(1, { x: 10, y: 10 }, "mouse");
    pointers.move(1, { x: 12, y: 11 });
    expect(pointers.busy).toBe(true);
    pointers.up(1, 100);
    expect(recognised()).toEqual(["tap"]);
    expect(pointers.busy).toBe(false);
  });

  it("tolerate more movement from a finger than from a mouse", () => {
    const { pointers, recognised } = watched();
    pointers.down(1, { x: 10, y: 10 }, "touch");
    pointers.move(1, { x: 17, y: 10 });
    pointers.up(1, 100);
    expect(recognised()).toEqual(["tap"]);
  });

  it("recognise two quick taps close together as a double tap", () => {
    const { pointers, recognised } = watched();
    const tap = (x: number, time: number): void => {
      pointers.down(1, { x, y: 0 }, "touch");
      pointers.up(1, time);
    };
    tap(0, 0);
    tap(5, 200);
    tap(5, 300);
    tap(200, 400);
    tap(200, 2000);
    expect(recognised()).toEqual(["tap", "doubleTap", "tap", "tap", "tap"]);
  });

  it("start a drag where the pointer was pressed", () => {
    const { pointers, recognised, calls } = watched();
    pointers.down(1, { x: 0, y: 0 }, "mouse");
    pointers.move(1, { x: 20, y: 0 });
    pointers.move(1, { x: 25, y: 5 });
    pointers.up(1, 50);
    expect(recognised()).toEqual(["grab", "drag", "drag", "release"]);
    expect(calls["grab"]).toHaveBeenCalledWith({ x: 0, y: 0 });
    expect(calls["drag"]).toHaveBeenNthCalledWith(1, { x: 20, y: 0 }, { x: 0, y: 0 });
    expect(calls["drag"]).toHaveBeenNthCalledWith(2, { x: 25, y: 5 }, { x: 20, y: 0 });
  });

  it("distinguish a long press from a tap", () => {
    const { pointers, recognised } = watched();
    pointers.down(1, { x: 0, y: 0 }, "touch");
    vi.advanceTimersByTime(LONG_PRESS);
    pointers.up(1, 900);
    expect(recognised()).toEqual(["longPress"]);
  });

  it("treat a long press without an effect as a tap or a drag", () => {
    const { pointers, recognised, calls } = watched();
    calls["longPress"]!.mockReturnValue(false);
    pointers.down(1, { x: 0, y: 0 }, "touch");
    vi.advanceTimersByTime(LONG_PRESS);
    pointers.up(1, 900);
    expect(recognised()).toEqual(["tap"]);
    pointers.down(1, { x: 100, y: 0 }, "touch");
    vi.advanceTimersByTime(LONG_PRESS);
    pointers.move(1, { x: 150, y: 0 });
    pointers.up(1, 2000);
    expect(recognised()).toEqual(["tap", "grab", "drag", "release"]);
  });

  it("cancel the drag for a second finger, which pinches about the centre", () => {
    const { pointers, recognised, calls } = watched();
    pointers.down(1, { x: 0, y: 0 }, "touch");
    pointers.move(1, { x: 20, y: 0 });
    pointers.down(2, { x: 120, y: 0 }, "touch");
    pointers.move(2, { x: 220, y: 0 });
    expect(recognised()).toEqual(["grab", "drag", "giveUp", "pinch"]);
    expect(calls["pinch"]).toHaveBeenCalledWith({ x: 120, y: 0 }, { x: 70, y: 0 }, 2);
    pointers.up(2, 10);
    pointers.move(1, { x: 90, y: 0 });
    pointers.up(1, 20);
    expect(recognised()).toHaveLength(4);
    expect(pointers.busy).toBe(false);
  });

  it("drop nothing if the browser cancels the pointer", () => {
    const { pointers, recognised } = watched();
    pointers.down(1, { x: 0, y: 0 }, "touch");
    pointers.move(1, { x: 20, y: 0 });
    pointers.cancel(1);
    pointers.up(1, 10);
    expect(recognised()).toEqual(["grab", "drag", "giveUp"]);
  });
});
