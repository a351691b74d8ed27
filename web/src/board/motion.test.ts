// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { calm, glide } from "./motion";

describe("motion", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    delete document.documentElement.dataset["motion"];
  });

  it("is left out where the system or the page asks for little of it", () => {
    const asked = { matches: false };
    vi.stubGlobal("matchMedia", () => asked);
    expect(calm()).toBe(false);
    document.documentElement.dataset["motion"] = "reduced";
    expect(calm()).toBe(true);
    const parts: number[] = [];
    glide(400, (part) => parts.push(part));
    expect(parts).toEqual([1]);
    document.documentElement.dataset["motion"] = "full";
    expect(calm()).toBe(false);
    asked.matches = true;
    expect(calm()).toBe(true);
  });
});
