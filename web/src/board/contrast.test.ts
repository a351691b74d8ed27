/** Every tile set on every table: what belongs apart has a contrast of at least 3:1. */
import { describe, expect, it } from "vitest";
import tokens from "../lib/styles/tokens.css?raw";
import { blend, contrast, difference, lab, light, simulate } from "./testColors";
import { BUGS, materialOf, TILE_SETS } from "./look";
import picture from "./Picture.svelte?raw";
import theme from "./theme.css?raw";
import rims from "./tiles.css?raw";

type Table = "felt" | "felt, dark" | "felt, high contrast" | "felt, dark, high contrast" | "day" | "night";
const TABLES: Table[] = [
  "felt",
  "felt, dark",
  "felt, high contrast",
  "felt, dark, high contrast",
  "day",
  "night",
];

/** Return the declarations of the rules whose selector satisfies a condition, the last one winning. */
function declared(css: string, matches: (selector: string) => boolean): Map<string, string> {
  const found = new Map<string, string>();
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, "");
  for (const [, selectors, body] of bare.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    if (selectors!.split(",").some((selector) => matches(selector.trim())))
      for (const [, name, value] of body!.matchAll(/(--[\w-]+):\s*([^;]+);/g))
        found.set(name!, value!.trim());
  return found;
}

/** Return the variables of a table. */
function variablesOf(table: Table): (name: string) => string {
  const dark = table.includes("dark") || table === "night";
  const ground = table.startsWith("felt") ? "felt" : table;
  const high = table.includes("high contrast");
  const applies = (selector: string): boolean => {
    if (selector.includes('"dark"') && (!dark || selector.includes(":not"))) return false;
    if (selector.includes('"high"') && !high) return false;
    const named = /data-ground="(\w+)"/.exec(selector)?.[1];
    return !named || named === ground;
  };
  const all = new Map([tokens, theme, rims].flatMap((css) => [...declared(css, applies)]));
  const resolve = (value: string): string =>
    value.replace(/var\((--[\w-]+)\)/g, (_, name: string) => resolve(all.get(name) ?? ""));
  return (name) => resolve(all.get(name) ?? "");
}

/** The hive stays inside the lamp, so the rim of the table is behind tiles only where it is as dark as the rest. */
function grounds(table: Table): string[] {
  const of = variablesOf(table);
  const lit = [of("--board-centre"), of("--board-ground")];
  return table === "felt" ? lit : [...lit, of("--board-rim")];
}

describe.each(TABLES)("on %s", (table) => {
  const of = variablesOf(table);

  it.each(TILE_SETS)("%s tiles are seen, by their face or by their rim", (tileset) => {
    for (const color of ["w", "b"] as const) {
      const { face, edge, style } = materialOf(tileset, color);
      const rim = (style !== "letters" && of(`--rim-${color}`)) || edge;
      for (const ground of grounds(table)) {
        const best = Math.max(contrast(face[1]!, ground), contrast(rim, ground));
        expect(best, `${tileset} ${color} ${rim} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it("the last move is seen on the table, by its blue line or by its white casing", () => {
    for (const ground of grounds(table)) {
      const [line, casing] = [of("--board-trace"), of("--board-trace-casing")];
      expect(Math.max(contrast(line, ground), contrast(casing, ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(line, casing)).toBeGreaterThanOrEqual(3);
    }
  });

  it("ghosts are seen, by their dashes on the casing", () => {
    const [r, g, b, share] = /(\d+) (\d+) (\d+) \/ (\d+)%/
      .exec(of("--board-ghost-casing"))!
      .slice(1)
      .map(Number);
    const casing = `#${[r!, g!, b!].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    for (const ground of grounds(table))
      expect(
        contrast(of("--board-ghost"), blend(casing, share! / 100, ground)),
        ground,
      ).toBeGreaterThanOrEqual(3);
  });
});

describe.each(TILE_SETS)("the tile set %s", (tileset) => {
  it.each(["w", "b"] as const)("has bugs that stand out from the face of its tiles (%s)", (color) => {
    const { face, bugs, lines } = materialOf(tileset, color);
    for (const bug of BUGS)
      for (const stop of face)
        expect(contrast(lines[bug] ?? bugs[bug], stop), `${bug} on ${stop}`).toBeGreaterThanOrEqual(3);
  });

  it("has sides that no one confuses", () => {
    const [white, black] = [materialOf(tileset, "w"), materialOf(tileset, "b")];
    expect(contrast(white.face[2]!, black.face[0]!)).toBeGreaterThanOrEqual(3);
  });

  it("shows the last move on both sides", () => {
    const of = variablesOf("felt");
    for (const color of ["w", "b"] as const)
      for (const stop of materialOf(tileset, color).face)
        expect(
          Math.max(contrast(of("--board-trace"), stop), contrast(of("--board-trace-casing"), stop)),
        ).toBeGreaterThanOrEqual(3);
  });
});

describe("the tile set for colour-blind players", () => {
  const pairs = BUGS.flatMap((one, index) => BUGS.slice(index + 1).map((other) => [one, other] as const));

  it.each(["w", "b"] as const)("has bugs that differ for everybody (%s)", (color) => {
    const { bugs } = materialOf("colorblind", color);
    for (const kind of [null, "protanopia", "deuteranopia", "tritanopia"] as const)
      for (const [one, other] of pairs)
        expect(
          difference(simulate(bugs[one], kind), simulate(bugs[other], kind)),
          `${one} and ${other}, ${kind}`,
        ).toBeGreaterThan(12);
  });

  it.each(["w", "b"] as const)("has bugs that differ in lightness, without any colour (%s)", (color) => {
    const { bugs } = materialOf("colorblind", color);
    const lightness = BUGS.map((bug) => lab(light(bugs[bug]))[0]).sort((a, b) => a - b);
    for (const [index, value] of lightness.slice(1).entries())
      expect(value - lightness[index]!).toBeGreaterThan(4);
  });

  it("is needed: in the classic one, some bugs look alike", () => {
    const { bugs } = materialOf("classic", "b");
    const closest = Math.min(
      ...pairs.map(([one, other]) =>
        difference(simulate(bugs[one], "deuteranopia"), simulate(bugs[other], "deuteranopia")),
      ),
    );
    expect(closest).toBeLessThan(12);
  });
});

describe("the marks", () => {
  /** Return the declarations of a class in the style of Picture.svelte. */
  const rule = (name: string): string =>
    [...picture.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)]
      .filter(([, selector]) => selector!.split(",").some((part) => part.trim() === name))
      .map(([, , body]) => body)
      .join();

  it("have the widths of the design: the last move 3.6 on 7, ghosts on a casing of 5", () => {
    expect(rule(".last")).toContain("stroke-width: 3.6");
    expect(rule(".last-halo")).toContain("stroke-width: 7");
    expect(rule(".ghost .casing")).toContain("stroke-width: 5");
    expect(rule(".cool")).toContain("opacity: 0.5");
    expect(variablesOf("felt")("--board-trace")).toBe("#1d62e0");
    expect(variablesOf("felt")("--board-ghost")).toBe("#ffd54a");
    expect(variablesOf("felt")("--board-ghost-casing")).toBe("rgb(10 33 24 / 34%)");
    expect(variablesOf("felt, dark")("--rim-b")).toBe("#a9b3c0");
  });
});
