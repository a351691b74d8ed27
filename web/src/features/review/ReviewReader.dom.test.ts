import { tick } from "svelte";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PositionRequest, PlayedMove, ReviewView, PositionView } from "../../lib/messages";
import { connection } from "../../lib/connection.svelte";
import { language } from "../../lib/i18n/language.svelte";
import { router } from "../../lib/router.svelte";
import { settings } from "../../lib/settings.svelte";
import fixture from "./fixtures.json";
import ReviewReader from "./ReviewReader.svelte";

const review = fixture as unknown as ReviewView;
const heaviest = review.moves.find(({ ply }) => ply === review.turning_points[0])!;
const index = heaviest.ply + 1;

/** Answer a `look` request with its moves; those of the game have their places. */
function positionView(request: Omit<PositionRequest, "id">): PositionView {
  const moves = (request.study.moves ?? []).map((uhp, at): PlayedMove => {
    const move = review.moves[at]?.uhp === uhp ? review.moves[at] : null;
    return {
      uhp,
      piece: uhp.split(" ")[0]!,
      origin: move?.origin ?? [0, 0],
      to: move?.to ?? [0, 0],
      spent: 0,
    };
  });
  return {
    kind: "position",
    id: 1,
    position: `position after ${moves.length}`,
    edition: "ultimate-2024",
    game_type: "Base+MLP",
    ply: moves.length,
    stacks: [],
    hands: review.tree!.nodes.flatMap(({ piece, origin }) => (piece && !origin ? [piece] : [])),
    moves,
    legal: { moves: {}, must_pass: false },
    result: null,
  };
}

const main = (): HTMLElement => screen.getByRole("main");
const lineTexts = (): string[] =>
  [...document.querySelectorAll("ol.line button")].map((button) => button.textContent!.trim());
const expectShown = (position: number): Promise<void> =>
  waitFor(() => expect(main().dataset["shown"]).toBe(String(position)));

beforeAll(() => language.load());
beforeEach(() => {
  localStorage.clear();
  settings.set("notation", "plain");
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {} }));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ name: "Ada" }))));
  Element.prototype.scrollTo = () => {};
  vi.spyOn(connection.socket, "stop").mockImplementation(() => {});
  vi.spyOn(connection.socket, "ask").mockImplementation(((request: Omit<PositionRequest, "id">) =>
    request.kind === "position"
      ? Promise.resolve(positionView(request))
      : Promise.reject(new Error("no"))) as never);
  render(ReviewReader, { review });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

// looking for roles among hundreds of elements takes seconds on a busy machine
describe("a review", { timeout: 30_000 }, () => {
  it("tells who played how well, and how often", () => {
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Review: Ada vs Grace");
    expect(screen.getByText(review.white!.accuracy!.toFixed(1))).toBeTruthy();
    const row = screen.getByRole("row", { name: /Mistakes/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent?.trim()),
    ).toEqual([String(review.white!.counts["mistake"]), String(review.black!.counts["mistake"])]);
  });

  it("opens at the turning point, without giving the better move away", async () => {
    await expectShown(index);
    expect(
      screen.getByRole("heading", { level: 2, name: /blunder|mistake|inaccuracy|missed win/ }),
    ).toBeTruthy();
    expect(screen.queryByText("Better:")).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Show better line" }));
    await waitFor(() => expect(main().dataset["looking"]).toBe("line"));
    await fireEvent.keyDown(window, { key: "Escape" });
    await expectShown(index);
    expect(screen.getByText("Better:")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Find the better move" })).toBeNull();
  });

  it("hides the graph, the moves and the figures while the reader looks for the better move", async () => {
    await waitFor(() => expect(connection.socket.ask).toHaveBeenCalled());
    await fireEvent.click(screen.getByRole("button", { name: "Find the better move" }));
    await waitFor(() => expect(main().dataset["looking"]).toBe("exercise"));
    const under = screen.getByRole("slider", { hidden: true }).closest<HTMLElement>(".hidden");
    expect(under?.inert).toBe(true);
    expect(screen.queryByRole("region", { name: "Turning points" })).toBeNull();
    expect(screen.queryByRole("tab", { name: "Moves" })).toBeNull();
    const card = document.querySelector(".move-card")!;
    expect(card.textContent).not.toMatch(/%|Better:/);
    await fireEvent.click(screen.getByRole("button", { name: "Show better line" }));
    await waitFor(() => expect(screen.getByRole("region", { name: "Turning points" })).toBeTruthy());
  });

  it("steps through the game by keyboard, and between wrong moves on the graph", async () => {
    await fireEvent.keyDown(window, { key: "Home" });
    await expectShown(0);
    await fireEvent.keyDown(window, { key: "ArrowRight" });
    await expectShown(1);
    await fireEvent.keyDown(window, { key: "End" });
    await expectShown(review.moves.length);
    const graph = screen.getByRole("slider");
    expect(graph.getAttribute("aria-valuenow")).toBe(String(review.moves.length));
    await fireEvent.keyDown(graph, { key: "Home" });
    await fireEvent.keyDown(graph, { key: "PageDown" });
    const wrong = review.moves.find(({ judgement }) => judgement === "inaccuracy")!;
    await expectShown(wrong.ply + 1);
    expect(graph.getAttribute("aria-valuetext")).toContain("inaccuracy");
  });

  it("shows the next counted move when a count is chosen", async () => {
    await fireEvent.click(screen.getByRole("button", { name: /^White: \d+ \(Mistakes\)/ }));
    const first = review.moves.find(({ ply, judgement }) => ply % 2 === 0 && judgement === "mistake")!;
    await expectShown(first.ply + 1);
  });

  it("shows the better line of a turning point and returns to the game", async () => {
    await waitFor(() => expect(connection.socket.ask).toHaveBeenCalled());
    await fireEvent.click(within(screen.getByRole("region")).getAllByRole("button")[0]!);
    await expectShown(index);
    await fireEvent.click(screen.getByRole("button", { name: "Show better line" }));
    await waitFor(() => expect(main().dataset["looking"]).toBe("line"));
    expect(main().dataset["shown"]).toBe(String(index - 1));
    expect(lineTexts().some((text) => heaviest.line.includes(text))).toBe(false);
    settings.set("notation", "uhp");
    await tick();
    expect([...document.querySelectorAll("ol.line .notation")].map((text) => text.textContent)).toEqual(
      heaviest.line,
    );
    await fireEvent.keyDown(window, { key: "ArrowLeft" });
    await expectShown(index - 1);
    await fireEvent.keyDown(window, { key: "Escape" });
    await expectShown(index);
    expect(main().dataset["looking"]).toBe("game");
  });

  it("offers to try again from the position before the move", async () => {
    await waitFor(() => expect(connection.socket.ask).toHaveBeenCalled());
    await fireEvent.click(within(screen.getByRole("region")).getAllByRole("button")[0]!);
    await fireEvent.click(await screen.findByRole("button", { name: "Analyse from here" }));
    await waitFor(() =>
      expect(router.route).toMatchObject({
        page: "study",
        search: `?position=position+after+${index - 1}`,
      }),
    );
  });

  it("lists the moves with their judgements", async () => {
    await fireEvent.click(screen.getByRole("tab", { name: "Moves" }));
    const list = screen.getByRole("list", { name: "Moves" });
    expect(within(list).getAllByRole("button").length).toBe(review.moves.length);
    await fireEvent.click(within(list).getByRole("button", { name: /^5, White: .*, inaccuracy$/ }));
    await expectShown(9);
  });
});
