import { describe, expect, it } from "vitest";
import { layoutFor } from "./layout.svelte";

describe("the layout of a table", () => {
  it.each([
    [1366, 800, "desktop"],
    [1920, 1080, "desktop"],
    [1100, 600, "desktop"],
    [1099, 800, "drawer"],
    [800, 600, "drawer"],
    [799, 900, "upright"],
    [390, 844, "upright"],
    [320, 568, "upright"],
    [844, 390, "landscape"],
    [1366, 499, "landscape"],
    // a phone upright with its keyboard open
    [390, 480, "upright"],
  ] as const)("of a window of %i × %i is %s", (width, height, expected) => {
    expect(layoutFor(width, height)).toBe(expected);
  });
});
