import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalysisUpdate, PlayedMove } from "../../lib/messages";
import { language } from "../../lib/i18n/language.svelte";
import { settings } from "../../lib/settings.svelte";
import EngineLines from "./EngineLines.svelte";
import type { StudyScreen } from "./studyScreen.svelte";

const move = (uhp: string): PlayedMove => ({
  uhp,
  piece: uhp.split(" ")[0]!,
  origin: null,
  to: [0, 0],
  spent: 0,
});
const moves = ["wA1 -wQ", "bA1 -bQ", "wG1 -wQ", "bG1 -bQ"].map(move);
const playLine = vi.fn();

function show(analysis: Partial<AnalysisUpdate>): StudyScreen {
  const screenState = {
    lookedAt: null,
    turned: 0,
    study: { result: null, firstPly: 0, shown: 6, playLine },
    engine: { on: true, refused: null, analysis: { lines: [], depth: 9, ...analysis } },
  } as unknown as StudyScreen;
  render(EngineLines, { screen: screenState });
  return screenState;
}

beforeAll(() => language.load());
beforeEach(() => settings.set("notation", "uhp"));
afterEach(() => cleanup());

describe("the lines of the engine", () => {
  const line = { value: 1, white_wins: 0.67, forced: null, moves };

  it("contain all their moves, and unfold instead of fading out", async () => {
    show({ lines: [line, line] });
    const [first, second] = screen.getAllByRole("listitem");
    expect(first!.querySelectorAll("[data-at]")).toHaveLength(moves.length);
    const chevron = screen.getByRole("button", { name: "Show the whole of line 1" });
    expect(chevron.getAttribute("aria-expanded")).toBe("false");
    await fireEvent.click(chevron);
    expect(chevron.getAttribute("aria-expanded")).toBe("true");
    expect(first!.classList.contains("unfolded")).toBe(true);
    expect(second!.classList.contains("unfolded")).toBe(false);
  });

  it("are played up to the chosen move", async () => {
    show({ lines: [line] });
    await fireEvent.click(document.querySelector('[data-at="1"]')!);
    expect(playLine).toHaveBeenCalledWith(moves.slice(0, 2));
  });
});
