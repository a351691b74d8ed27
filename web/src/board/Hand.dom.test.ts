import axe from "axe-core";
import { fireEvent, render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { DragController } from "./drag.svelte";
import Hand from "./Hand.svelte";
import type { HandProps } from "./types";

function shown(props: Partial<HandProps> = {}): ReturnType<typeof render<typeof Hand>> {
  return render(Hand, {
    pieces: ["wA3", "wQ", "wA2", "wS1"],
    label: "White's hand",
    describe: (piece, count) => `${piece}, ${count} left`,
    interactive: true,
    movable: ["wQ", "wA2"],
    ...props,
  });
}

describe("a hand", () => {
  it("shows one pile per bug in rulebook order, with the next piece and the number left", () => {
    shown();
    expect(screen.getByRole("list", { name: "White's hand" })).toBeTruthy();
    expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
      "wQ, 1 left",
      "wS1, 1 left",
      "wA2, 2 left",
    ]);
  });

  it("reports which piece was picked, even if it cannot be placed", async () => {
    const onpick = vi.fn();
    shown({ onpick });
    await fireEvent.click(screen.getByRole("button", { name: /wA2/ }));
    await fireEvent.click(screen.getByRole("button", { name: /wS1/ }));
    expect(onpick.mock.calls).toEqual([["wA2"], ["wS1"]]);
    expect(screen.getByRole("button", { name: /wS1/ }).getAttribute("aria-disabled")).toBe("true");
  });

  it("lifts only pieces that can be placed, and ignores the click after a drag", async () => {
    const onpick = vi.fn();
    const dragging = new DragController();
    shown({ onpick, dragging });
    const pointer = { pointerId: 3, pointerType: "mouse", button: 0, isPrimary: true };
    for (const [name, lifted] of [
      ["wS1", null],
      ["wA2", "wA2"],
    ] as const) {
      const button = screen.getByRole("button", { name: new RegExp(name) });
      await fireEvent.pointerDown(button, { ...pointer, clientX: 5, clientY: 5 });
      await fireEvent.pointerMove(window, { ...pointer, clientX: 50, clientY: 50 });
      expect(dragging.piece).toBe(lifted);
      await fireEvent.pointerUp(window, { ...pointer, clientX: 50, clientY: 50 });
    }
    await fireEvent.click(screen.getByRole("button", { name: /wA2/ }));
    expect(onpick).not.toHaveBeenCalled();
  });

  it("rings the piece that is due and marks the one that is selected", () => {
    const { container } = shown({ ringed: ["wQ"], selected: "wA2" });
    expect(container.querySelectorAll(".stop")).toHaveLength(1);
    expect(screen.getByRole("button", { name: /wA2/, pressed: true })).toBeTruthy();
  });

  it("is not interactive for the other player", () => {
    shown({ interactive: false });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getAllByRole("img")).toHaveLength(3);
  });

  it("has no accessibility violation", async () => {
    shown({ layout: "column", tileset: "contrast" });
    const found = await axe.run(document.body, {
      rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
    });
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
