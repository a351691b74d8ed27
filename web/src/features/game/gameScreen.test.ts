import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BANNER_AFTER, GameScreen } from "./gameScreen.svelte";

const screenWith = (change: { both?: boolean; panel?: boolean; atOnce?: boolean } = {}): GameScreen =>
  new GameScreen({
    showsBoth: () => change.both ?? false,
    hasPanel: () => change.panel ?? true,
    unread: () => 0,
    atOnce: () => change.atOnce ?? false,
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the end of a game", () => {
  it("dims the table, and then raises the banner", () => {
    const screen = screenWith();
    screen.end();
    expect(screen.ending).toBe("dim");
    vi.advanceTimersByTime(BANNER_AFTER - 1);
    expect(screen.ending).toBe("dim");
    vi.advanceTimersByTime(1);
    expect(screen.ending).toBe("banner");
  });

  it("is shown at once with reduced motion, or if it was over before", () => {
    const screen = screenWith({ atOnce: true });
    screen.end();
    expect(screen.ending).toBe("banner");
    const opened = screenWith();
    opened.ended();
    expect(opened.ending).toBe("banner");
  });

  it("closes a dialog that would hide it", () => {
    const screen = screenWith();
    screen.dialog = "share";
    screen.end();
    expect(screen.dialog).toBe("");
  });
});

describe("the chat", () => {
  it("is visible in its tab", () => {
    const screen = screenWith();
    expect(screen.chatVisible).toBe(false);
    screen.open("chat");
    expect(screen.chatVisible).toBe(true);
  });

  it("is visible below the moves, unless the panel is closed", () => {
    expect(screenWith({ both: true }).chatVisible).toBe(true);
    expect(screenWith({ both: true, panel: false }).chatVisible).toBe(false);
  });
});
