/** What the board does with its view: when it moves, and when it does not. In jsdom, the board is 800 by 600. */
import { tick } from "svelte";
import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { DragController } from "./drag.svelte";
import type { BoardProps, Place, Stack } from "./types";

const on = (...places: Place[]): Stack[] =>
  places.map((place, index) => ({ place, pieces: [`${index % 2 ? "b" : "w"}A${index + 1}`] }));
const row = (length: number): Stack[] => on(...Array.from({ length }, (_, index): Place => [index, 0]));
const column = (length: number): Stack[] =>
  on(...Array.from({ length }, (_, index): Place => [-Math.floor(index / 2), index]));

function shown(props: Partial<BoardProps> = {}): ReturnType<typeof render<typeof Board>> {
  return render(Board, { stacks: row(3), label: "the board", describe: () => "a thing", ...props });
}

const svg = (): SVGElement => screen.getByLabelText("the board").querySelector("svg")!;
const view = (): string => svg().querySelector("g")!.getAttribute("transform")!;
const scale = (): number => Number(/scale\(([\d.]+)\)/.exec(view())![1]);

beforeEach(() => {
  vi.stubGlobal("innerWidth", 1366);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the view of a board", () => {
  it("has tiles of at most 92 pixels", () => {
    shown();
    expect(scale() * 86.6).toBeCloseTo(92, 0);
  });

  it("has larger tiles in a wide window", () => {
    vi.stubGlobal("innerWidth", 1920);
    shown();
    expect(scale() * 86.6).toBeCloseTo(116, 0);
  });

  it("does not move for a notice or for its reason", async () => {
    const { rerender } = shown({ stacks: row(6) });
    const before = view();
    const why = {
      rule: "gate",
      piece: "wA1",
      to: [0, 1],
      pieces: ["bA2"],
      parts: [],
      spaces: [],
      alternatives: [],
    };
    await rerender({ why: { ...why, gate: null } as unknown as NonNullable<BoardProps["why"]> });
    expect(view()).toBe(before);
    await rerender({ why: null });
    expect(view()).toBe(before);
  });

  it("keeps room for the destinations of this turn, so that picking a piece moves nothing", async () => {
    const reach: Place[] = [
      [-1, 0],
      [8, 0],
    ];
    const { rerender } = shown({ stacks: row(8), reach });
    const before = view();
    await rerender({ selected: "wA1", ghosts: reach });
    expect(view()).toBe(before);
  });

  it("shows all ghosts even if it did not know them before", async () => {
    const { rerender } = shown({ stacks: row(8) });
    const before = view();
    await rerender({ selected: "wA1", ghosts: [[8, 0]] });
    const right = (x: number): number => {
      const [left, , factor] = view()
        .match(/-?[\d.]+/g)!
        .map(Number);
      return left! + x * factor!;
    };
    expect(right(8.5 * 86.6)).toBeLessThan(800);
    await rerender({ selected: null, ghosts: [] });
    expect(view()).toBe(before);
  });

  it("does not move while a piece flies, but when it has landed", async () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("requestAnimationFrame", (step: FrameRequestCallback) => frames.push(step));
    const landed: (() => void)[] = [];
    SVGElement.prototype.animate = function () {
      const animation = { onfinish: null as (() => void) | null, cancel: () => undefined };
      landed.push(() => animation.onfinish?.());
      return animation as unknown as Animation;
    };
    const { rerender } = shown({ stacks: row(8) });
    const before = view();
    const path = {
      kind: "slide",
      hexes: [
        [7, 0],
        [12, 0],
      ],
      thrower: null,
      copied: null,
    };
    const flying = { piece: "bA13", path } as unknown as NonNullable<BoardProps["flying"]>;
    await rerender({ stacks: row(13), flying });
    for (const step of frames.splice(0)) step(performance.now() + 1000);
    await tick();
    expect(view()).toBe(before);
    for (const finish of landed) finish();
    await tick();
    for (const step of frames.splice(0)) step(performance.now() + 1000);
    await tick();
    expect(view()).not.toBe(before);
    Reflect.deleteProperty(SVGElement.prototype, "animate");
  });

  it("does not move while a piece is dragged", async () => {
    const dragging = new DragController();
    const { rerender } = shown({ stacks: row(8), dragging });
    const before = view();
    dragging.lift("wA1", 100, 100, "mouse");
    await tick();
    await rerender({ stacks: row(12), ghosts: [[14, 0]] });
    expect(view()).toBe(before);
  });

  it("is fitted again after a step to the first position", async () => {
    const { rerender } = shown({ stacks: [...row(9), ...column(9).slice(1)] });
    expect(scale()).toBeLessThan(0.95);
    await rerender({ stacks: on([0, 0]) });
    expect(scale() * 86.6).toBeCloseTo(92, 0);
    await rerender({ stacks: [] });
    expect(screen.getByLabelText("the board")).toBeTruthy();
  });

  it("fades the edges that cut tiles off, but not on a still board", async () => {
    const { rerender } = shown({ stacks: row(24), game: 1, rotation: 0 });
    expect(svg().classList.contains("right") || svg().classList.contains("bottom")).toBe(true);
    await rerender({ stacks: row(3) });
    expect(svg().getAttribute("class")).not.toMatch(/left|right|top|bottom/);
    await rerender({ stacks: row(24), still: true });
    expect(svg().getAttribute("class")).not.toMatch(/left|right|top|bottom/);
  });
});

describe("the direction of a board", () => {
  it("is turned at the start if a long hive becomes larger, and stays so during the game", async () => {
    const { rerender } = shown({ stacks: column(16), game: 1 });
    const turned = scale();
    const upright = column(16);
    await rerender({ stacks: upright.slice(0, 15) });
    expect(scale()).toBe(turned);
    // the same hive without turning
    await rerender({ stacks: column(16), game: 1, rotation: 0, still: false });
    expect(scale()).toBe(turned);
    expect(turned).toBeGreaterThan(600 / (16 * 75 + 120));
  });

  it("is not changed by the moves of a game that started on this board", async () => {
    const { rerender } = shown({ stacks: [], game: 1 });
    for (let count = 1; count <= 16; count++) await rerender({ stacks: column(count) });
    const fan = document.querySelectorAll(".tile");
    expect(fan).toHaveLength(16);
    const [first, last] = [fan[0]!, fan[15]!].map((tile) => tile.parentElement!.getAttribute("transform")!);
    const y = (transform: string): number => Number(transform.split(" ")[1]!.replace(")", ""));
    expect(Math.abs(y(last!) - y(first!))).toBeCloseTo(15 * 75, 0);
  });
});

describe("small tiles", () => {
  it("have larger dots and badges", async () => {
    const tower: Stack = { place: [0, 1], pieces: ["wS1", "bB1"] };
    const { rerender } = shown({ stacks: [...row(3), tower] });
    const radius = (): number => Number(document.querySelector(".tile circle")!.getAttribute("r"));
    const badge = (): string => document.querySelector(".chip")!.getAttribute("transform")!;
    expect(radius()).toBeCloseTo(2.3);
    expect(badge()).toContain("scale(0.31)");
    await rerender({ stacks: [...row(16), tower] });
    expect(radius() * scale()).toBeGreaterThan(1.9);
    const drawn = Number(/scale\(([\d.]+)\)/.exec(badge())![1]);
    expect(drawn * 86.6 * scale()).toBeGreaterThan(22);
  });
});

describe("the end of a game", () => {
  it("lights the six sides of each queen and dims the tiles that are not next to one", async () => {
    const { rerender } = shown({ stacks: row(6) });
    await rerender({ ending: { queens: [[0, 0]], from: [1, 0] } });
    expect(screen.getByTestId("ending").querySelectorAll(".light")).toHaveLength(6);
    const glows = screen.getByTestId("ending").querySelectorAll(".glow");
    expect(glows).toHaveLength(1);
    // one soft light, not rings of different widths
    expect(document.querySelector(glows[0]!.getAttribute("fill")!.slice(4, -1))?.localName).toBe(
      "radialGradient",
    );
    expect(document.querySelectorAll(".dim")).toHaveLength(4);
    await rerender({
      ending: {
        queens: [
          [0, 0],
          [4, 0],
        ],
        from: [1, 0],
      },
    });
    expect(screen.getByTestId("ending").querySelectorAll(".light")).toHaveLength(12);
    expect(document.querySelectorAll(".dim")).toHaveLength(1);
    await rerender({ ending: null });
    expect(screen.queryByTestId("ending")).toBeNull();
  });

  it("fits the hive above the banner", async () => {
    const { rerender } = shown({ stacks: column(7), game: 1 });
    const before = scale();
    await rerender({ padding: { bottom: 200 } });
    expect(scale()).toBeLessThan(before);
  });
});
