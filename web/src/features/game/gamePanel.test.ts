// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it } from "vitest";
import type { GameState, ReasonView } from "../../lib/messages";
import { Game, type GameSocket } from "./game.svelte";
import { language } from "../../lib/i18n/language.svelte";
import { settings } from "../../lib/settings.svelte";
import type { Subscriber } from "../../lib/socket";
import Moves from "./Moves.svelte";
import Notice from "../../lib/components/Notice.svelte";
import PlayerBar from "./PlayerBar.svelte";
import Proposals from "./Proposals.svelte";
import Status from "./Status.svelte";

const gameState: GameState = {
  kind: "game",
  id: null,
  game: "abcDEF0123",
  seq: 2,
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: true,
  pieces: ["wQ", "wS1", "bQ", "bS1"],
  white: { seat: "guest", name: "", level: null, online: true },
  black: { seat: "computer", name: "", level: 2, online: false },
  yours: ["white"],
  same_screen: false,
  started: true,
  moves: [
    { uhp: "wS1", piece: "wS1", origin: null, to: [0, 0], spent: 0 },
    { uhp: "bS1 wS1-", piece: "bS1", origin: null, to: [1, 0], spent: 0 },
  ],
  legal: { moves: { wQ: [-1, 0] }, must_pass: false },
  clock_rule: { kind: "minutes", minutes: 10, increment: 5, days: 0 },
  clock: { white: 600_000, black: 300_000, running: "white" },
  proposals: [],
  result: null,
  rematch: null,
  watchers: 0,
  chat: [],
  seat_links: {},
  invite: null,
};

function playing(change: Partial<GameState> = {}): { game: Game; requests: unknown[] } {
  const requests: unknown[] = [];
  const socket: GameSocket = {
    ask: (question) => {
      requests.push(question);
      return new Promise(() => {});
    },
    watch: (_: string, subscriber: Subscriber) => subscriber.onMessage({ ...gameState, ...change }),
    unwatch: () => {},
    refresh: () => {},
  };
  const game = new Game(gameState.game, socket, {
    wording: () => ({ language: "en", notation: false }),
    animate: () => false,
    onEvent: () => {},
  });
  game.open();
  return { game, requests };
}

const why: ReasonView = {
  rule: "one-hive",
  title: "one hive rule",
  text: "The spider wS1 has to stay.",
  book: "Hive (2016)",
  section: "One Hive",
  piece: "wS1",
  to: null,
  pieces: [],
  spaces: [],
  parts: [],
  gate: null,
  alternatives: [],
};

beforeAll(() => language.load());

describe("the panels of a game", () => {
  it("show a reason with its source, which can be dismissed", async () => {
    const { game } = playing();
    render(Notice, { interaction: game.interaction });
    const place = screen.getByRole("status");
    expect(place.textContent?.trim()).toBe("");
    game.interaction.show({ kind: "why", why });
    expect(await screen.findByText("One hive rule.")).toBeTruthy();
    expect(place.textContent).toContain("The spider wS1 has to stay.");
    expect(place.textContent).toContain("Hive (2016), One Hive");
    const rule = screen.getByRole("link", { name: "The rule, opens in a new tab" });
    expect(rule.getAttribute("href")).toBe("/rules/one-hive?bug=S");
    expect(rule.getAttribute("target")).toBe("_blank");
    await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(game.interaction.notice).toBeNull();
  });

  it("list moves in plain words or notation, and show their positions", async () => {
    const { game } = playing();
    render(Moves, { game });
    expect(screen.getByText("Black places spider 1 to the right of White's spider 1")).toBeTruthy();
    await fireEvent.click(screen.getByRole("radio", { name: "Notation" }));
    expect(settings.choices.notation).toBe("uhp");
    await fireEvent.click(screen.getByRole("button", { name: "Turn 1: wS1" }));
    expect(game.shown).toBe(1);
    await fireEvent.click(screen.getByRole("button", { name: "Latest position" }));
    expect(game.shown).toBe(2);
  });

  it("show names and clocks of the players", () => {
    const { game } = playing();
    render(PlayerBar, { game, side: "black" });
    expect(screen.getByText("Computer · larva")).toBeTruthy();
    expect(screen.getByRole("timer").getAttribute("aria-label")).toBe("Black's clock: 5:00");
  });

  it("show what to do", async () => {
    const { game } = playing({ legal: { moves: {}, must_pass: true } });
    render(Status, { game });
    await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
    expect(game.latest).toBe(3);
    expect(await screen.findByText("Computer · larva is thinking…")).toBeTruthy();
  });

  it("show that the other side passed", () => {
    const pass = { uhp: "pass", piece: null, origin: null, to: null, spent: 0 };
    const { game } = playing({ moves: [gameState.moves[0]!, pass], pieces: ["wQ", "wS1"] });
    render(Status, { game });
    expect(screen.getByText("Black passes. Your turn")).toBeTruthy();
  });

  it("show that the queen bee is due", () => {
    const { game } = playing();
    game.state = { ...game.state!, pieces: [...gameState.pieces, "wA1"] };
    render(Status, { game });
    expect(screen.getByText("Fourth turn: you must place your queen bee now.")).toBeTruthy();
  });

  it("let proposals be answered", async () => {
    const { game, requests } = playing({ proposals: [{ what: "draw", by: "black" }] });
    render(Proposals, { game });
    await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    expect(requests).toEqual([{ kind: "reply", game: gameState.game, what: "draw", accept: true }]);
  });
});
