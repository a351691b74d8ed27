import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ArchiveEntry, ExplorerResult, ExplorerQuery } from "../../lib/messages";
import { language } from "../../lib/i18n/language.svelte";
import { settings } from "../../lib/settings.svelte";
import Explorer from "./Explorer.svelte";

const START = "ultimate-2024 Base White[1] -";
const GAME: ArchiveEntry = {
  id: 7,
  white: "Ada",
  black: "",
  date: "2026-11-15",
  game_type: "Base",
  edition: "ultimate-2024",
  result: "WhiteWins",
  reason: "",
  plies: 30,
  source: "table",
  event: "",
  reviewed: false,
  opening: "SSQ",
  final: "0,0,wS1;1,0,bS1;-1,0,wQ",
  clock: "",
};
const FOUND: ExplorerResult = {
  games: 4,
  white: 2,
  draws: 1,
  black: 1,
  unfinished: 1,
  moves: [
    {
      uhp: "wS1",
      piece: "wS1",
      to: [0, 0],
      origin: null,
      games: 3,
      white: 2,
      draws: 0,
      black: 1,
      unfinished: 0,
      value: 0.44,
      depth: 8,
      players: ["Ada"],
    },
  ],
  latest_games: [GAME],
};
const NONE: ExplorerResult = {
  ...FOUND,
  games: 0,
  white: 0,
  draws: 0,
  black: 0,
  unfinished: 0,
  moves: [],
  latest_games: [],
};

const queries: ExplorerQuery[] = [];
let answer: (question: ExplorerQuery) => Promise<ExplorerResult>;

beforeAll(() => language.load());
beforeEach(() => {
  settings.set("notation", "uhp");
  queries.length = 0;
  answer = () => Promise.resolve(FOUND);
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    const question = JSON.parse(init.body as string) as ExplorerQuery;
    queries.push(question);
    return answer(question).then((found) => new Response(JSON.stringify(found)));
  });
});
afterEach(() => cleanup());

describe("the explorer", () => {
  it("lists moves with numbers, players and results, and plays them", async () => {
    const onplay = vi.fn();
    render(Explorer, { study: { start: START }, onplay });
    const move = await screen.findByRole("button", { name: /wS1/ });
    expect(move.textContent).toMatch(/75%/);
    expect(move.textContent).toMatch(/engine \+0\.4/);
    expect(move.textContent).toMatch(/by Ada/);
    expect(within(move).getByRole("img").getAttribute("aria-label")).toBe(
      "White wins 67%, draws 0%, Black wins 33%",
    );
    await fireEvent.click(move);
    expect(onplay).toHaveBeenCalledWith("wS1");
  });

  it("links to the games, at the same move", async () => {
    render(Explorer, { study: { start: START, moves: ["wS1", "bS1 wS1-"] }, onplay: () => {} });
    const link = await screen.findByRole("link", { name: /Ada – Black/ });
    expect(link.getAttribute("href")).toBe("/study?archived=7&ply=2");
  });

  it("requests only the position where the reader stops, and ignores late responses", async () => {
    const answers = new Map<number, (found: ExplorerResult) => void>();
    answer = (question) => new Promise((answer) => answers.set(question.moves?.length ?? 0, answer));
    const { rerender } = render(Explorer, { study: { start: START }, onplay: () => {} });
    await waitFor(() => expect(queries.length).toBe(1));
    await rerender({ study: { start: START, moves: ["wS1"] } });
    await rerender({ study: { start: START, moves: ["wS1", "bS1 wS1-"] } });
    await waitFor(() => expect(queries.length).toBe(2));
    expect(queries[1]!.moves).toEqual(["wS1", "bS1 wS1-"]);
    answers.get(2)!(NONE);
    await screen.findByText("No games have reached this position yet.");
    answers.get(0)!(FOUND);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.queryByRole("button", { name: /wS1/ })).toBeNull();
  });

  it("filters games, and reports if none is left", async () => {
    answer = (question) => Promise.resolve(question.player ? NONE : FOUND);
    render(Explorer, { study: { start: START }, onplay: () => {} });
    await screen.findByRole("button", { name: /wS1/ });
    await fireEvent.input(screen.getByLabelText("From"), { target: { value: "2026-1" } });
    expect(screen.getByRole("status").textContent).toContain("Enter a year, month or day");
    await fireEvent.input(screen.getByLabelText("Player"), { target: { value: " Ada " } });
    await screen.findByText("No games with these filters reached this position.");
    expect(queries.at(-1)).toEqual({ start: START, moves: [], player: "Ada" });
    await fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    await screen.findByRole("button", { name: /wS1/ });
  });

  it("links to the import if the position has no games", async () => {
    answer = () => Promise.resolve(NONE);
    render(Explorer, { study: { start: START }, onplay: () => {} });
    const link = await screen.findByRole("link", { name: "Import games" });
    expect(link.getAttribute("href")).toBe("/archive");
  });
});
