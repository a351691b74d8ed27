import { describe, expect, it, vi } from "vitest";
import { DragController, type Landing } from "./drag.svelte";

const landing = () => ({
  lifted: vi.fn<Landing["lifted"]>(),
  carried: vi.fn<Landing["carried"]>(),
  dropped: vi.fn<Landing["dropped"]>(),
  lost: vi.fn<Landing["lost"]>(),
});

const pointer = (kind: string, x: number, y: number, id = 7, pointerType = "mouse"): PointerEvent =>
  new PointerEvent(kind, {
    pointerId: id,
    clientX: x,
    clientY: y,
    pointerType,
    isPrimary: true,
    bubbles: true,
  });

describe("a piece dragged from a hand", () => {
  it("is lifted when the pointer moves, carried, and dropped", () => {
    const [dragging, board] = [new DragController(), landing()];
    dragging.landing(board);
    dragging.press("wA1", pointer("pointerdown", 10, 10));
    window.dispatchEvent(pointer("pointermove", 12, 11));
    expect(dragging.piece).toBeNull();
    window.dispatchEvent(pointer("pointermove", 30, 10));
    expect(dragging.piece).toBe("wA1");
    expect(board.lifted).toHaveBeenCalledWith("wA1");
    window.dispatchEvent(pointer("pointermove", 50, 60));
    expect(board.carried).toHaveBeenLastCalledWith("wA1", 50, 60);
    window.dispatchEvent(pointer("pointerup", 50, 60));
    expect(board.dropped).toHaveBeenCalledWith("wA1", 50, 60);
    expect(dragging.piece).toBeNull();
    expect(dragging.justDragged).toBe(true);
  });

  it("is not lifted by a press without a movement", () => {
    const [dragging, board] = [new DragController(), landing()];
    dragging.landing(board);
    dragging.press("wA1", pointer("pointerdown", 10, 10));
    window.dispatchEvent(pointer("pointerup", 10, 10));
    window.dispatchEvent(pointer("pointermove", 90, 90));
    expect(board.lifted).not.toHaveBeenCalled();
    expect(dragging.justDragged).toBe(false);
  });

  it("does not follow another finger", () => {
    const dragging = new DragController();
    dragging.press("wA1", pointer("pointerdown", 10, 10));
    window.dispatchEvent(pointer("pointermove", 90, 90, 8));
    expect(dragging.piece).toBeNull();
    window.dispatchEvent(pointer("pointerup", 10, 10));
  });

  it("is shown above a finger, and lands where it is shown", () => {
    const [dragging, board] = [new DragController(), landing()];
    dragging.landing(board);
    dragging.press("wA1", pointer("pointerdown", 10, 10, 7, "touch"));
    window.dispatchEvent(pointer("pointermove", 60, 200, 7, "touch"));
    window.dispatchEvent(pointer("pointerup", 60, 200, 7, "touch"));
    const [, , y] = board.dropped.mock.calls[0]!;
    expect(y).toBeLessThan(200);
  });

  it("is cancelled by the browser or with Escape", () => {
    for (const end of [pointer("pointercancel", 0, 0), new KeyboardEvent("keydown", { key: "Escape" })]) {
      const [dragging, board] = [new DragController(), landing()];
      dragging.landing(board);
      dragging.press("wA1", pointer("pointerdown", 10, 10));
      window.dispatchEvent(pointer("pointermove", 60, 60));
      window.dispatchEvent(end);
      window.dispatchEvent(pointer("pointerup", 60, 60));
      expect(board.lost).toHaveBeenCalledTimes(1);
      expect(board.dropped).not.toHaveBeenCalled();
    }
  });

  it("is not reported to a board that was unregistered", () => {
    const [dragging, board] = [new DragController(), landing()];
    const leave = dragging.landing(board);
    leave();
    dragging.lift("wA1", 0, 0);
    dragging.carry(5, 5);
    dragging.drop();
    expect(board.lifted).not.toHaveBeenCalled();
    expect(dragging.piece).toBeNull();
  });
});
