import { afterEach, describe, expect, it, vi } from "vitest";
import { prefersReducedMotion, glide } from "./motion";

describe("motion", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    delete document.documentElement.dataset["motion"];
  });

  it("is reduced if the system or the page prefers it", () => {
    const reduced = { matches: false };
    vi.stubGlobal("matchMedia", () => reduced);
    expect(prefersReducedMotion()).toBe(false);
    document.documentElement.dataset["motion"] = "reduced";
    expect(prefersReducedMotion()).toBe(true);
    const parts: number[] = [];
    glide(400, (part) => parts.push(part));
    expect(parts).toEqual([1]);
    document.documentElement.dataset["motion"] = "full";
    expect(prefersReducedMotion()).toBe(false);
    reduced.matches = true;
    expect(prefersReducedMotion()).toBe(true);
  });
});
