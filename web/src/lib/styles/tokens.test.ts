import { describe, expect, it } from "vitest";

const sources = import.meta.glob<string>("/src/**/*.svelte", {
  query: "?raw",
  import: "default",
  eager: true,
});
const styles = Object.entries(sources).map(
  ([file, source]) => [file, /<style>([^]*?)<\/style>/.exec(source)?.[1] ?? ""] as const,
);
/** Return the files whose style has a match, with the matches. */
const found = (pattern: RegExp): string[] =>
  styles.flatMap(([file, style]) => (style.match(pattern) ?? []).map((match) => `${file}: ${match.trim()}`));

describe("the styles of components", () => {
  it("are found", () => expect(styles.length).toBeGreaterThan(150));

  it("take their colours from the tokens, except plain white and black", () => {
    expect(found(/#(?!fff\b|000\b)[\da-f]{3,8}\b/gi)).toEqual([]);
  });

  it("take their durations from the tokens", () => {
    expect(found(/[^\w-][\d.]+m?s\b/g)).toEqual([]);
  });
});
