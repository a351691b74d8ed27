import axe from "axe-core";
import { tick } from "svelte";
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Board from "./Board.svelte";
import { DragController } from "./drag.svelte";
import fixtures from "./fixtures.json";
import { placesOf } from "./stacks";
import { fitView, toScreen } from "./view";
import { hiveBox, maxFit, MIN_FIT } from "./fitting";
import { pixel, RISE } from "./geometry";
import type { BoardProps, Described, Place, Stack, PathView, ReasonView } from "./types";

interface Scene {
  stacks: Stack[];
  legal: Record<string, number[]>;
  last: { origin: Place | null; to: Place } | null;
  paths: Record<string, PathView[]>;
  why: ReasonView | null;
}
const scenes = fixtures as unknown as Record<string, Scene>;
const middle = scenes["middle"]!;

const named = (thing: Described): string =>
  thing.kind === "piece"
    ? [thing.piece, ...thing.under].join(" on ")
    : `${thing.kind === "ghost" ? "to" : "not to"} ${thing.place.join(",")}`;

function shown(props: Partial<BoardProps> = {}): ReturnType<typeof render<typeof Board>> {
  return render(Board, {
    stacks: middle.stacks,
    label: "the board",
    describe: named,
    interactive: true,
    movable: Object.keys(middle.legal),
    ...props,
  });
}

/** Return the centre of a place on the screen. In jsdom, the board is 800 by 600 and fitted. */
function pointOf(place: Place, stacks = middle.stacks): { clientX: number; clientY: number } {
  const frame = { left: 4, top: 4, right: 796, bottom: 596 };
  const view = fitView(hiveBox(stacks, 0, 44), frame, MIN_FIT, maxFit(1024));
  const height = stacks.find((stack) => stack.place.join() === place.join())?.pieces.length ?? 1;
  const { x, y } = toScreen(view, { x: pixel(place).x, y: pixel(place).y - RISE * (height - 1) });
  return { clientX: x, clientY: y };
}

const placeOf = (piece: string): Place | undefined =>
  middle.stacks.find((stack) => stack.pieces.includes(piece))?.place;

async function tap(place: Place): Promise<void> {
  const board = screen.getByLabelText("the board");
  const at = { ...pointOf(place), pointerId: 1, pointerType: "mouse", button: 0 };
  await fireEvent.pointerDown(board, at);
  await fireEvent.pointerUp(board, at);
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the board", () => {
  it("names every stack and every ghost", () => {
    shown({ selected: "wA3", ghosts: placesOf(middle.legal["wA3"]) });
    expect(screen.getByRole("application", { name: "the board" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "bB1 on bS1" })).toBeTruthy();
    expect(screen.getAllByRole("button", { name: /^to / })).toHaveLength(27);
  });

  it("reports which piece was tapped, even if it cannot move", async () => {
    const onpick = vi.fn();
    shown({ onpick });
    await tap([2, 2]);
    expect(onpick).toHaveBeenLastCalledWith("wA3");
    await tap([3, -2]);
    expect(onpick).toHaveBeenLastCalledWith("bB1");
  });

  it("reports which ghost or space was tapped, and cancels on the open ground", async () => {
    const [onplace, oncancel, onpick] = [vi.fn(), vi.fn(), vi.fn()];
    shown({ selected: "wA3", ghosts: placesOf(middle.legal["wA3"]), onplace, oncancel, onpick });
    await tap([3, 0]);
    expect(onplace).toHaveBeenLastCalledWith([3, 0]);
    await tap([-1, -1]);
    expect(onplace).toHaveBeenLastCalledWith([-1, -1]);
    await tap([-6, 0]);
    expect(oncancel).toHaveBeenCalledTimes(1);
    expect(onpick).not.toHaveBeenCalled();
  });

  it("applies a quick second tap to the view before a reason moved the hive", async () => {
    const frames: FrameRequestCallback[] = [];
    const glideOn = async (time: number): Promise<void> => {
      for (const step of frames.splice(0)) step(performance.now() + time);
      await tick();
    };
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("requestAnimationFrame", (step: FrameRequestCallback) => frames.push(step));
    const onpick = vi.fn();
    const { rerender } = shown({ onpick });
    const transform = (): string | null =>
      screen.getByLabelText("the board").querySelector("svg > g")!.getAttribute("transform");
    const before = transform();
    await rerender({ covered: 420, why: scenes["gate"]!.why });
    await glideOn(100);
    expect(transform()).not.toBe(before);
    await tap([2, 2]);
    expect(onpick).toHaveBeenLastCalledWith("wA3");
    // a later tap applies to the current view
    await glideOn(1000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    onpick.mockClear();
    await tap([2, 2]);
    expect(onpick).not.toHaveBeenCalledWith("wA3");
  });

  it("reports which piece or space was pointed at without a picked piece", async () => {
    const [onplace, oncancel, onpick] = [vi.fn(), vi.fn(), vi.fn()];
    shown({ pointing: true, movable: [], onplace, oncancel, onpick });
    await tap([3, 0]);
    expect(onplace).toHaveBeenLastCalledWith([3, 0]);
    await tap([2, 2]);
    expect(onplace).toHaveBeenLastCalledWith([2, 2]);
    await tap([-6, 0]);
    expect(oncancel).toHaveBeenCalledTimes(1);
    expect(onpick).not.toHaveBeenCalled();
  });

  it("reports nothing if it is not interactive, but remains readable", async () => {
    const onpick = vi.fn();
    shown({ interactive: false, onpick });
    await tap([2, 2]);
    expect(onpick).not.toHaveBeenCalled();
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("img", { name: "bB1 on bS1" })).toBeTruthy();
  });

  it("drags a piece to the ghost it snaps to", async () => {
    const [onpick, ondrop, onhover] = [vi.fn(), vi.fn(), vi.fn()];
    const dragging = new DragController();
    const { rerender } = shown({ onpick, ondrop, onhover, dragging });
    const board = screen.getByLabelText("the board");
    const pointer = { pointerId: 1, pointerType: "mouse", button: 0 };
    const from = pointOf([2, 2]);
    await fireEvent.pointerDown(board, { ...pointer, ...from });
    await fireEvent.pointerMove(board, { ...pointer, clientX: from.clientX + 10, clientY: from.clientY });
    expect(onpick).toHaveBeenCalledWith("wA3");
    await rerender({ selected: "wA3", ghosts: placesOf(middle.legal["wA3"]) });
    const to = pointOf([3, 0]);
    await fireEvent.pointerMove(board, { ...pointer, clientX: to.clientX + 12, clientY: to.clientY - 9 });
    expect(dragging.snapped).toEqual([3, 0]);
    expect(onhover).toHaveBeenLastCalledWith([3, 0]);
    expect(document.querySelector("body > .carried")).toBeTruthy();
    await fireEvent.pointerUp(board, { ...pointer, ...to });
    expect(ondrop).toHaveBeenCalledExactlyOnceWith("wA3", [3, 0]);
    expect(document.querySelector("body > .carried")).toBeNull();
  });

  it("reports an illegal drop, so that the page can explain it", async () => {
    const ondrop = vi.fn();
    shown({ selected: "wA3", ghosts: placesOf(middle.legal["wA3"]), ondrop });
    const board = screen.getByLabelText("the board");
    const pointer = { pointerId: 1, pointerType: "mouse", button: 0 };
    await fireEvent.pointerDown(board, { ...pointer, ...pointOf([2, 2]) });
    await fireEvent.pointerMove(board, { ...pointer, ...pointOf([0, -1]) });
    await fireEvent.pointerUp(board, { ...pointer, ...pointOf([0, -1]) });
    expect(ondrop).toHaveBeenCalledExactlyOnceWith("wA3", [0, -1]);
  });

  it("leaves the wheel and the keys to the page if it is still", async () => {
    const { container } = shown({ still: true, interactive: false });
    const board = screen.getByLabelText("the board");
    const transform = (): string => board.querySelector("svg > g")!.getAttribute("transform")!;
    const before = transform();
    const pointer = { pointerId: 1, pointerType: "touch", button: 0 };
    await fireEvent.pointerDown(board, { ...pointer, clientX: 20, clientY: 20 });
    await fireEvent.pointerMove(board, { ...pointer, clientX: 60, clientY: 20 });
    await fireEvent.pointerUp(board, { ...pointer, clientX: 60, clientY: 20 });
    // events that are not prevented belong to the page
    expect(await fireEvent.wheel(board, { deltaY: -100, clientX: 300, clientY: 300 })).toBe(true);
    for (const key of ["ArrowDown", "+", "-", "f"])
      expect(await fireEvent.keyDown(board, { key })).toBe(true);
    expect(transform()).toBe(before);
    expect(container.querySelector(".fan")).toBeNull();
    await fireEvent.keyDown(board, { key: "s" });
    expect(container.querySelector(".fan")).toBeTruthy();
  });

  it("pans with a drag on the ground and zooms with the wheel", async () => {
    shown();
    const board = screen.getByLabelText("the board");
    const transform = (): string => board.querySelector("svg > g")!.getAttribute("transform")!;
    const before = transform();
    const pointer = { pointerId: 1, pointerType: "mouse", button: 0 };
    await fireEvent.pointerDown(board, { ...pointer, clientX: 20, clientY: 20 });
    await fireEvent.pointerMove(board, { ...pointer, clientX: 60, clientY: 20 });
    await fireEvent.pointerUp(board, { ...pointer, clientX: 60, clientY: 20 });
    const panned = transform();
    expect(panned).not.toBe(before);
    await fireEvent.wheel(board, { deltaY: -100, clientX: 300, clientY: 300 });
    expect(transform()).not.toBe(panned);
    await fireEvent.keyDown(board, { key: "f" });
    expect(transform()).toBe(before);
  });
});

describe("the board with the keyboard", () => {
  it("moves the focus over pieces, picks one, moves over its ghosts and plays it", async () => {
    const [onpick, onplace, onhover, oncancel] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    const { rerender } = shown({ onpick, onplace, onhover, oncancel });
    const ant = screen.getByRole("button", { name: "wA3" });
    expect(ant.getAttribute("tabindex")).toBe("0");
    expect(screen.getByRole("button", { name: "bQ" }).getAttribute("tabindex")).toBe("-1");
    ant.focus();
    await fireEvent.keyDown(ant, { key: "Enter" });
    expect(onpick).toHaveBeenCalledExactlyOnceWith("wA3");

    await rerender({ selected: "wA3", ghosts: placesOf(middle.legal["wA3"]) });
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^to /));
    const first = document.activeElement!;
    await fireEvent.keyDown(first, { key: "ArrowLeft" });
    expect(document.activeElement).not.toBe(first);
    const place = document.activeElement!.getAttribute("data-place")!.split(",").map(Number);
    expect(onhover).toHaveBeenLastCalledWith(place);
    await fireEvent.keyDown(document.activeElement!, { key: " " });
    expect(onplace).toHaveBeenCalledExactlyOnceWith(place);
    await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(oncancel).toHaveBeenCalledTimes(1);

    await rerender({ selected: null, ghosts: [] });
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("wA3"));
  });

  it("with Shift moves over every space and piece, where Enter asks for the reason", async () => {
    const [onpick, onplace] = [vi.fn(), vi.fn()];
    const { rerender } = shown({ selected: "wA3", ghosts: placesOf(middle.legal["wA3"]), onpick, onplace });
    const key = (key: string, shiftKey = false): Promise<unknown> =>
      fireEvent.keyDown(document.activeElement!, { key, shiftKey });
    const here = (): string => document.activeElement!.getAttribute("aria-label")!;
    const spaces = screen.getAllByRole("button", { name: /^not to / });
    expect(spaces.every((space) => space.getAttribute("tabindex") === "-1")).toBe(true);

    // without Shift, the arrow keys only reach ghosts
    screen.getAllByRole("button", { name: /^to / })[0]!.focus();
    const walked: string[] = [];
    for (const arrow of ["Down", "Right", "Up", "Left", "Down", "Down", "Right"]) {
      await key(`Arrow${arrow}`);
      walked.push(here());
    }
    expect(walked.filter((name) => !name.startsWith("to "))).toEqual([]);
    walked.length = 0;
    for (const arrow of [
      "Down",
      "Right",
      "Up",
      "Left",
      "Up",
      "Right",
      "Right",
      "Right",
      "Down",
      "Down",
      "Left",
    ]) {
      await key(`Arrow${arrow}`, true);
      walked.push(here());
    }
    expect(walked.some((name) => /^[wb]/.test(name))).toBe(true);

    const space = spaces[0]!;
    space.focus();
    await key("Enter");
    const place = space.getAttribute("data-place")!.split(",").map(Number);
    expect(onplace).toHaveBeenLastCalledWith(place);
    // the focus stays when the reason arrives
    await rerender({ why: scenes["gate"]!.why });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: here() })));
    expect(document.activeElement!.getAttribute("data-place")).toBe(place.join());

    screen.getByRole("button", { name: "bQ" }).focus();
    await key("Enter", true);
    expect(onplace).toHaveBeenLastCalledWith(placeOf("bQ"));
    expect(onpick).not.toHaveBeenCalled();
    await key("Enter");
    expect(onpick).toHaveBeenCalledExactlyOnceWith("bQ");
  });

  it("fans a stack out and closes it again", async () => {
    const [onfan, onpick] = [vi.fn(), vi.fn()];
    const { container } = shown({ onfan, onpick });
    const stack = screen.getByRole("button", { name: "bB1 on bS1" });
    stack.focus();
    await fireEvent.keyDown(stack, { key: "s" });
    expect(onfan).toHaveBeenLastCalledWith([3, -2]);
    await waitFor(() => expect(document.activeElement?.getAttribute("data-piece")).toBe("bB1"));
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowLeft" });
    expect(document.activeElement?.getAttribute("data-piece")).toBe("bS1");
    await fireEvent.keyDown(document.activeElement!, { key: "Enter" });
    expect(onpick).toHaveBeenCalledExactlyOnceWith("bS1");
    await fireEvent.keyDown(document.activeElement!, { key: "Escape" });
    expect(onfan).toHaveBeenLastCalledWith(null);
    expect(container.querySelector(".fan")).toBeNull();
  });

  it("fans a stack out under a resting pointer, but not while a piece is picked", async () => {
    vi.useFakeTimers();
    const { container, rerender } = shown();
    const board = screen.getByLabelText("the board");
    const rest = async (): Promise<void> => {
      await fireEvent.pointerMove(board, { ...pointOf([3, -2]), pointerType: "mouse" });
      await vi.advanceTimersByTimeAsync(1000);
    };
    await rest();
    expect(container.querySelector(".fan")).toBeTruthy();
    await rerender({ selected: "bB1", ghosts: placesOf(middle.legal["wA3"]) });
    expect(container.querySelector(".fan")).toBeNull();
    await rest();
    expect(container.querySelector(".fan")).toBeNull();

    // nor if the piece was picked before the fan opened
    await rerender({ selected: null, ghosts: [] });
    await fireEvent.pointerMove(board, { ...pointOf([3, -2]), pointerType: "mouse" });
    await rerender({ selected: "bB1", ghosts: placesOf(middle.legal["wA3"]) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(container.querySelector(".fan")).toBeNull();
    await rerender({ selected: null, ghosts: [] });
    await rest();
    expect(container.querySelector(".fan")).toBeTruthy();
  });

  it("fans a stack out under a resting finger; a slow click acts like a quick one", async () => {
    vi.useFakeTimers();
    const onpick = vi.fn();
    const { container } = shown({ onpick });
    const press = async (place: Place, pointerType: string): Promise<void> => {
      const at = { ...pointOf(place), pointerId: 1, pointerType, button: 0 };
      await fireEvent.pointerDown(screen.getByLabelText("the board"), at);
      await vi.advanceTimersByTimeAsync(1000);
      await fireEvent.pointerUp(screen.getByLabelText("the board"), at);
    };
    await press([3, -2], "mouse");
    expect(container.querySelector(".fan")).toBeNull();
    expect(onpick).toHaveBeenLastCalledWith("bB1");
    await press(placeOf("wA3")!, "touch");
    expect(onpick).toHaveBeenLastCalledWith("wA3");
    await press([3, -2], "touch");
    expect(container.querySelector(".fan")).toBeTruthy();
    expect(onpick).toHaveBeenCalledTimes(2);
  });

  it("moves the focus to the ghosts of a piece from a hand on request", () => {
    const { component } = shown({ selected: "wL", ghosts: placesOf(middle.legal["wL"]) });
    expect(component.focusGhosts()).toBe(true);
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^to /);
  });
});

describe("the picture", () => {
  it("ends a flight immediately with reduced motion", async () => {
    const onlanded = vi.fn();
    const flying = { piece: "wG1", path: middle.paths["wG1"]![0]! };
    shown({ flying, onlanded });
    await waitFor(() => expect(onlanded).toHaveBeenCalledExactlyOnceWith(flying));
    expect(screen.getByRole("button", { name: "wG1" })).toBeTruthy();
  });

  it.each(Object.keys(scenes))("draws %s without errors and without style attributes", (name) => {
    const scene = scenes[name]!;
    const drawings = [
      ["classic", 0],
      ["contrast", 1],
      ["engraved", -2],
      ["flat", 3],
    ] as const;
    for (const [tileset, rotation] of drawings) {
      const piece = Object.keys(scene.paths)[0] ?? null;
      const { container, unmount } = shown({
        ...scene,
        lastMove: scene.last,
        selected: piece,
        ghosts: piece ? placesOf(scene.legal[piece]) : [],
        movable: Object.keys(scene.legal),
        path: piece ? (scene.paths[piece]?.[0] ?? null) : null,
        tileset,
        rotation,
      });
      expect(container.querySelectorAll("[style]")).toHaveLength(0);
      if (scene.why?.gate) expect(container.querySelector(".gate")).toBeTruthy();
      if (scene.why?.parts.length) expect(container.querySelectorAll(".part")).toHaveLength(2);
      if (scene.why?.rule === "covered") expect(container.querySelector(".fan")).toBeTruthy();
      unmount();
    }
  });

  it("keeps one copy of its shapes in the document while there is a board", () => {
    const [one, other] = [shown(), shown({ label: "another" })];
    expect(document.querySelectorAll("#skep-hex")).toHaveLength(1);
    one.unmount();
    expect(document.querySelectorAll("#skep-hex")).toHaveLength(1);
    other.unmount();
    expect(document.querySelectorAll("#skep-hex")).toHaveLength(0);
  });

  it("has no accessibility violation", async () => {
    shown({ selected: "wA3", ghosts: placesOf(middle.legal["wA3"]), fanned: [3, -2] });
    const found = await axe.run(document.body, {
      rules: { region: { enabled: false }, "color-contrast": { enabled: false } },
    });
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  }, 60_000);
});
