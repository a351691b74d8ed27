import { render, screen, within } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { language } from "../../lib/i18n/language.svelte";
import { me } from "../../lib/me.svelte";
import type { OwnTournamentState } from "../../lib/messages";
import { makeSummary as makeListed } from "../../lib/testSummary";
import { teamApi } from "../teams/teamApi";
import BattleTeams from "./BattleTeams.svelte";
import Bracket from "./Bracket.svelte";
import OrganiserTools from "./OrganiserTools.svelte";
import OwnPart from "./OwnPart.svelte";
import Standings from "./Standings.svelte";
import TeamStandings from "./TeamStandings.svelte";
import TopBoards from "./TopBoards.svelte";
import { tournamentApi } from "./tournamentApi";
import { makeGame, makeScore, makeStandings, makeSummary, makeView } from "./tournamentFixtures";
import { defaultForm } from "./tournamentForm";
import { TournamentLists } from "./tournamentLists.svelte";

const YOU: OwnTournamentState = {
  state: "active",
  rank: 7,
  score: 1.5,
  game: null,
  opponent: null,
  waiting: false,
  byes: [],
  team: null,
  can_withdraw: true,
  can_return: false,
};

beforeAll(async () => {
  await language.load();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  me.become({ name: "Zoé", registered: true, role: null } as never);
});
beforeEach(() => vi.restoreAllMocks());

describe("the standings", () => {
  it("keep the reader's row in sight on other pages", async () => {
    const onpage = vi.fn();
    const standings = makeStandings({ pages: 2, players: 60, scores: [makeScore()] });
    render(Standings, { view: makeView({ you: YOU }), standings, onpage });
    const own = screen.getByTestId("own-row");
    expect(own.textContent).toContain("7");
    expect(own.textContent).toContain("1½");
    within(own).getByRole("button").click();
    expect(onpage).toHaveBeenCalledWith(0);
  });

  it("mark a streak, and explain each tiebreak when it is tapped", async () => {
    const view = makeView({ summary: makeSummary({ system: "arena" }) });
    const standings = makeStandings({
      scores: [makeScore({ streak: true, sheet: [2, 2, 4] })],
      tiebreak_names: ["performance"],
    });
    render(Standings, { view, standings, onpage: vi.fn() });
    expect(screen.getByTitle(/winning streak/)).toBeTruthy();
    screen.getByRole("button", { name: "What does Performance mean?" }).click();
    expect(await screen.findByText(/rating that fits your results/)).toBeTruthy();
  });
});

describe("the reader's part", () => {
  it("is to join, with the reason why not", () => {
    const { unmount } = render(OwnPart, { view: makeView({ can_join: true }), onchange: vi.fn() });
    expect(screen.getByRole("button", { name: "Join now" })).toBeTruthy();
    unmount();
    render(OwnPart, { view: makeView({ why_not: "rating-low" }), onchange: vi.fn() });
    expect(screen.getByText("Your rating is too low for this tournament.")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("leads to the game in progress", () => {
    const you = { ...YOU, game: "abcDEF0123", opponent: "Ben" };
    render(OwnPart, { view: makeView({ you }), onchange: vi.fn() });
    expect(screen.getByText("You play Ben")).toBeTruthy();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/game/abcDEF0123");
  });

  it("asks for a bye in the next round, but not in the last", async () => {
    const changed = makeView({ you: { ...YOU, byes: [3] } });
    const bye = vi.spyOn(tournamentApi, "bye").mockResolvedValue(changed);
    const onchange = vi.fn();
    const { rerender } = render(OwnPart, { view: makeView({ you: YOU }), onchange });
    screen.getByRole("button", { name: "Ask for a bye in round 3" }).click();
    await vi.waitFor(() => expect(onchange).toHaveBeenCalledWith(changed));
    expect(bye.mock.calls[0]!.slice(1)).toEqual([3, true]);
    await rerender({ view: makeView({ you: YOU, summary: makeSummary({ round: 3 }) }) });
    expect(screen.queryByRole("button", { name: /bye/ })).toBeNull();
  });
});

describe("a battle of teams", () => {
  const BEES = {
    team: "beesbees",
    name: "Bees",
    rank: 1,
    score: 6,
    players: 2,
    best: [{ name: "Ann", score: 6 }],
  };
  const ANTS = { team: "antsants", name: "Ants", rank: 2, score: 2, players: 0, best: [] };
  const battle = { teams: [BEES, ANTS], best_players: 1 };

  it("shows the points of the teams, and whose they are", () => {
    render(TeamStandings, { view: makeView(battle) });
    const [, first, second] = screen.getAllByRole("row");
    expect(first!.textContent).toMatch(/1\s*Bees\s*Ann 6\s*6/);
    expect(second!.textContent).toContain("No players yet");
    expect(screen.getByText("The points of the best player of each team count.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Bees" }).getAttribute("href")).toBe("/team/beesbees");
  });

  it("names the team of each player in the standings", () => {
    const standings = makeStandings({ scores: [makeScore({ team: "antsants" })] });
    render(Standings, { view: makeView(battle), standings, onpage: vi.fn() });
    expect(within(screen.getByTestId("standings")).getByText("Ants")).toBeTruthy();
  });

  it("asks members of several teams for which they play", async () => {
    const joining = vi.spyOn(tournamentApi, "join").mockResolvedValue(makeView());
    const view = makeView({ ...battle, can_join: true, own_teams: ["beesbees", "antsants"] });
    const { unmount } = render(OwnPart, { view, onchange: vi.fn() });
    await choose(screen.getByLabelText("Your team"), "antsants");
    screen.getByRole("button", { name: "Join now" }).click();
    await vi.waitFor(() => expect(joining.mock.calls[0]?.[1]).toBe("antsants"));
    unmount();
    render(OwnPart, { view: { ...view, own_teams: ["beesbees"] }, onchange: vi.fn() });
    expect(screen.queryByLabelText("Your team")).toBeNull();
  });

  it("finds its teams by their names", async () => {
    const summary = { id: "beesbees", name: "Bees", open: true, members: 2, leader: false };
    const list = vi.spyOn(teamApi, "list").mockResolvedValue({ teams: [summary], next: null });
    const form = defaultForm();
    const { rerender } = render(BattleTeams, { form, problems: {} });
    await type(screen.getByLabelText("Battle of teams"), "bee");
    (await screen.findByRole("button", { name: "Add Bees" })).click();
    expect(list).toHaveBeenCalledWith("bee", null);
    expect(form.teams).toEqual([{ id: "beesbees", name: "Bees" }]);
    const chosen = { ...form };
    await rerender({ form: chosen });
    screen.getByRole("button", { name: "Remove Bees" }).click();
    expect(chosen.teams).toEqual([]);
  });
});

describe("the top boards", () => {
  it("are several games, and follow at once when games begin and end", async () => {
    const [first, second, third] = ["first00000", "second0000", "third00000"].map((game) =>
      makeListed({ game, white: `White of ${game}` }),
    );
    const boards = vi
      .spyOn(tournamentApi, "boards")
      .mockResolvedValueOnce({ games: [first!, second!], more: false })
      .mockResolvedValueOnce({ games: [{ ...first!, ended: true }, third!], more: false })
      .mockResolvedValue({ games: [], more: false });
    const { rerender, unmount } = render(TopBoards, { id: "abcdefghij", stamp: "1" });
    await vi.waitFor(() => expect(screen.getAllByTestId("live")).toHaveLength(2));
    expect(boards).toHaveBeenCalledWith("abcdefghij");
    await rerender({ stamp: "2" });
    await vi.waitFor(() => expect(screen.getAllByTestId("live")).toHaveLength(1));
    expect(screen.getByTestId("live").textContent).toContain("White of third00000");
    await rerender({ stamp: "3" });
    expect(await screen.findByText("Games in progress appear here.")).toBeTruthy();
    unmount();
  });
});

describe("the bracket", () => {
  it("shows byes, seeds, and who is through to the next round", async () => {
    const player = (name: string, seed: number, points: number | null = null) => ({
      name,
      seed,
      rating: 1500,
      points,
    });
    const match = { winner: null, bye: false, third_place: false, games: [] };
    const ann = player("Ann", 1);
    const games = [makeGame({ white: "Ben", black: "Cleo" })];
    vi.spyOn(tournamentApi, "bracket").mockResolvedValue({
      rounds: [
        {
          round: 1,
          name: "semifinal",
          matches: [
            { ...match, top: ann, bottom: null, winner: "Ann", bye: true },
            { ...match, top: player("Ben", 2, 0), bottom: player("Cleo", 3, 0), games },
          ],
        },
        { round: 2, name: "final", matches: [{ ...match, top: ann, bottom: null }] },
      ],
    });
    render(Bracket, { view: makeView({ summary: makeSummary({ system: "knockout" }) }), stamp: "" });
    const bracket = await screen.findByTestId("bracket");
    const shown = [...bracket.querySelectorAll(".match")].map((each) =>
      each.textContent?.replaceAll(/\s+/g, " "),
    );
    expect(shown.map((text) => text?.trim())).toEqual(["1Ann bye", "2Ben 0 3Cleo 0", "1Ann To be decided"]);
    expect(within(bracket).getByRole("link").getAttribute("href")).toBe("/game/abcDEF0123");
  });
});

describe("the organiser's tools", () => {
  it("offer the start at once if the organiser decides when", async () => {
    const planned = makeView({ summary: makeSummary({ status: "planned", starts: null }) });
    const begin = vi.spyOn(tournamentApi, "begin").mockResolvedValue(makeView());
    const onchange = vi.fn();
    const props = { games: [], standings: null, onchange };
    const { rerender } = render(OrganiserTools, { view: planned, ...props });
    screen.getByRole("button", { name: "Start now" }).click();
    const dialog = await screen.findByRole("dialog");
    within(dialog).getByRole("button", { name: "Start now" }).click();
    await vi.waitFor(() => expect(onchange).toHaveBeenCalled());
    expect(begin).toHaveBeenCalled();
    await rerender({
      view: makeView({ summary: makeSummary({ status: "planned", starts: 9e9 }) }),
      ...props,
    });
    expect(screen.queryByRole("button", { name: "Start now" })).toBeNull();
  });

  it("ask which game and result before they decide", async () => {
    const adjudicate = vi.spyOn(tournamentApi, "adjudicate").mockResolvedValue(makeView());
    const onchange = vi.fn();
    render(OrganiserTools, { view: makeView(), games: [makeGame()], standings: null, onchange });
    screen.getByRole("button", { name: "Organise" }).click();
    (await screen.findByRole("button", { name: "Decide a game" })).click();
    const decide = await screen.findByRole("button", { name: "Decide" });
    expect((decide as HTMLButtonElement).disabled).toBe(true);
    await choose(screen.getByLabelText("Game"), "abcDEF0123");
    await choose(await screen.findByLabelText("Result"), "draw");
    await vi.waitFor(() => expect((decide as HTMLButtonElement).disabled).toBe(false));
    decide.click();
    await vi.waitFor(() => expect(onchange).toHaveBeenCalled());
    expect(adjudicate.mock.calls[0]![1]).toEqual({ game: "abcDEF0123", result: "draw" });
  });

  it("find games of earlier rounds and on far boards by a player", async () => {
    const earlier = makeGame({ game: "earlier000", white: "Zara", result: "white" });
    const gamesOf = vi
      .spyOn(tournamentApi, "gamesOf")
      .mockResolvedValue({ games: [earlier], page: 1, pages: 1 });
    const adjudicate = vi.spyOn(tournamentApi, "adjudicate").mockResolvedValue(makeView());
    render(OrganiserTools, { view: makeView(), games: [makeGame()], standings: null, onchange: vi.fn() });
    screen.getByRole("button", { name: "Organise" }).click();
    (await screen.findByRole("button", { name: "Decide a game" })).click();
    await type(await screen.findByLabelText(/Whose game/), "Zara");
    expect((await screen.findByRole("option", { name: /Zara/ })).textContent).toBe(
      "Round 1 · Zara – Ben · 1–0",
    );
    expect(gamesOf.mock.calls[0]![1]).toBe("Zara");
    await choose(screen.getByLabelText("Game"), "earlier000");
    await choose(await screen.findByLabelText("Result"), "black");
    screen.getByRole("button", { name: "Decide" }).click();
    await vi.waitFor(() => expect(adjudicate).toHaveBeenCalled());
    expect(adjudicate.mock.calls[0]![1]).toEqual({ game: "earlier000", result: "black" });
  });

  it("let a player forfeit whose board is not shown", async () => {
    const forfeit = vi.spyOn(tournamentApi, "forfeit").mockResolvedValue(makeView());
    render(OrganiserTools, { view: makeView(), games: [], standings: null, onchange: vi.fn() });
    screen.getByRole("button", { name: "Organise" }).click();
    (await screen.findByRole("button", { name: "Forfeit a game" })).click();
    await type(await screen.findByLabelText("Who forfeits?"), "Zara");
    screen.getByRole("button", { name: "Forfeit" }).click();
    await vi.waitFor(() => expect(forfeit.mock.calls[0]?.[1]).toBe("Zara"));
  });
});

async function type(input: HTMLElement, text: string): Promise<void> {
  (input as HTMLInputElement).value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await Promise.resolve();
}

async function choose(select: HTMLElement, value: string): Promise<void> {
  (select as HTMLSelectElement).value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await Promise.resolve();
}

describe("the lists", () => {
  it("keep the pages that were opened when the first one is requested again", async () => {
    const first = makeSummary({ tournament: "first00000" });
    const second = makeSummary({ tournament: "second0000" });
    const request = vi.fn((state: string, page: number) =>
      Promise.resolve(
        state === "finished"
          ? page === 1
            ? { tournaments: [first], next: 2 }
            : { tournaments: [second], next: null }
          : { tournaments: [], next: null },
      ),
    );
    const lists = new TournamentLists(request);
    await lists.refresh();
    await lists.more("finished");
    await lists.refresh();
    expect(lists.lists.finished).toEqual({ tournaments: [first, second], next: null });
    expect(lists.loaded).toBe(true);
  });
});
