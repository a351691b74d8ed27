import { describe, expect, it } from "vitest";
import atkinson from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?inline";
import youngSerif from "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?inline";
import css from "./fonts.css?raw";
import tokens from "./tokens.css?raw";

const faces = [...css.matchAll(/@font-face \{[^}]*\}/g)].map(([face]) => face);
const bundled = faces.filter((face) => face.includes("url("));

describe("the bundled fonts", () => {
  it("are at most 80 kB together", () => {
    expect(bundled).toHaveLength(2);
    // as data URLs, four characters for three bytes
    const sizes = [atkinson, youngSerif].map((url) => (url.split(",")[1]!.length * 3) / 4);
    expect(Math.min(...sizes)).toBeGreaterThan(10_000);
    expect(sizes[0]! + sizes[1]!).toBeLessThanOrEqual(80_000);
  });

  it("are swapped in, and the page is readable before", () => {
    for (const face of bundled) expect(face).toContain("font-display: swap");
  });

  it("have a fallback of the same size each, so that nothing moves when they arrive", () => {
    const fallbacks = faces.filter((face) => face.includes("size-adjust"));
    expect(fallbacks).toHaveLength(bundled.length);
    for (const face of fallbacks) {
      for (const metric of ["ascent-override", "descent-override", "line-gap-override"])
        expect(face).toContain(metric);
      expect(tokens).toContain(/font-family: ("[^"]+ fallback")/.exec(face)![1]!);
    }
  });
});
