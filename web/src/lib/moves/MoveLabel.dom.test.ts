import { render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import en from "../i18n/en";
import { language } from "../i18n/language.svelte";
import { moveWords } from "../moveText";
import { DEFAULTS, settings } from "../settings.svelte";
import Figurine from "./Figurine.svelte";
import MoveLabel from "./MoveLabel.svelte";

beforeAll(() => language.load());
afterEach(() => settings.set("notation", DEFAULTS.notation));

const MOVE = { uhp: "wA1 -bQ", origin: [1, 1] as [number, number] };
const WORDS = moveWords(MOVE, 8, en);

/** Return what screen readers read: the text outside of hidden elements. */
function heard(container: HTMLElement): string {
  const copy = container.cloneNode(true) as HTMLElement;
  copy.querySelectorAll('[aria-hidden="true"]').forEach((hidden) => hidden.remove());
  return copy.textContent!.replace(/\s+/g, " ").trim();
}

const drawn = (container: HTMLElement): (string | null)[] =>
  [...container.querySelectorAll("svg.figure use")].map((use) => use.getAttribute("href"));

describe("a move in a list", () => {
  it("is shown as figurines by default", () => {
    const { container } = render(MoveLabel, { move: MOVE, ply: 8 });
    expect(drawn(container)).toEqual(["#skep-chip-wA", "#skep-chip-bQ", "#skep-chip-side"]);
    expect([...container.querySelectorAll("i")].map((number) => number.textContent)).toEqual(["1", ""]);
  });

  it("is heard in words in every form", () => {
    for (const notation of ["figurines", "uhp", "plain"] as const) {
      settings.set("notation", notation);
      const { container, unmount } = render(MoveLabel, { move: MOVE, ply: 8 });
      expect(heard(container)).toBe(notation === "uhp" ? `wA1 -bQ, ${WORDS}` : WORDS);
      unmount();
    }
  });

  it("has a ring where the piece lands on top, and one chip when it opens the game", () => {
    const on = render(MoveLabel, { move: { ...MOVE, uhp: "wB1 bQ" }, ply: 8 });
    expect(drawn(on.container)).toEqual(["#skep-chip-wB", "#skep-chip-bQ", "#skep-chip-on"]);
    const first = render(MoveLabel, { move: { uhp: "wG1", origin: null }, ply: 0 });
    expect(drawn(first.container)).toEqual(["#skep-chip-wG"]);
  });

  it("says a pass in words", () => {
    const { container } = render(MoveLabel, { move: { uhp: "pass", origin: null }, ply: 9 });
    expect(container.querySelector("svg")).toBeNull();
    expect(container.textContent?.trim()).toBe("Black passes");
  });

  it("turns its bar with the board", () => {
    const bar = (rotation: number): string | null =>
      render(Figurine, { uhp: "wA1 bQ-", words: "", rotation })
        .container.querySelector(".landing")!
        .getAttribute("transform");
    expect([0, 1, 5, -1].map(bar)).toEqual(["rotate(0)", "rotate(-60)", "rotate(-300)", "rotate(-300)"]);
  });

  it("shares one drawing of each chip with all others, and removes them with the last", () => {
    const lists = [1, 2, 3].map(() => render(MoveLabel, { move: MOVE, ply: 8 }));
    expect(document.querySelectorAll("#skep-chip-wA")).toHaveLength(1);
    expect(document.querySelectorAll("#skep-A")).toHaveLength(1);
    lists.forEach(({ unmount }) => unmount());
    expect(document.querySelectorAll("#skep-chip-wA")).toHaveLength(0);
  });
});
