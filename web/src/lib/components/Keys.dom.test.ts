import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { language } from "../i18n/language.svelte";
import { router } from "../router.svelte";
import Keys from "./Keys.svelte";

beforeEach(async () => {
  vi.stubGlobal("scrollTo", () => {});
  await language.load();
});

const headings = (): (string | null)[] => screen.getAllByRole("heading").map((one) => one.textContent);

describe("the list of keys", () => {
  it.each([
    ["/", []],
    ["/game/abcDEF0123", ["In a game"]],
    ["/school", ["In a lesson"]],
    ["/puzzles", ["In a puzzle"]],
    ["/rules", ["In the rules"]],
    ["/review/Ab3", ["In a review"]],
    ["/study", ["On the analysis board"]],
  ])("begins on %s with the shortcuts of the page", (path, own) => {
    router.go(path);
    render(Keys);
    expect(headings()).toEqual([...own, "On any board"]);
    expect(screen.getAllByRole("definition").length).toBeGreaterThan(8);
  });

  it("uses the given heading level", () => {
    router.go("/puzzles");
    render(Keys, { level: 4 });
    expect(screen.getAllByRole("heading", { level: 4 }).length).toBe(2);
  });
});
