import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { GameState, ReasonView } from "../../lib/messages";
import { Game, type GameSocket } from "./game.svelte";
import en from "../../lib/i18n/en";
import { language } from "../../lib/i18n/language.svelte";
import { settings } from "../../lib/settings.svelte";
import type { Subscriber } from "../../lib/socket";
import Extras from "./Extras.svelte";
import FirstMove from "./FirstMove.svelte";
import Invite from "./Invite.svelte";
import Moves from "./Moves.svelte";
import MoveListMenu from "../../lib/moves/MoveListMenu.svelte";
import Steps from "../../lib/table/Steps.svelte";
import Notice from "../../lib/components/Notice.svelte";
import PlayerBar from "./PlayerBar.svelte";
import Proposals from "./Proposals.svelte";
import ResultBanner from "./ResultBanner.svelte";
import Status from "./Status.svelte";
import { UNRATED } from "../../lib/testData";

const gameState: GameState = {
  kind: "game",
  id: null,
  game: "abcDEF0123",
  seq: 2,
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: true,
  pieces: ["wQ", "wS1", "bQ", "bS1"],
  white: { seat: "guest", name: "", level: null, online: true, ...UNRATED },
  black: { seat: "computer", name: "", level: 2, online: false, ...UNRATED },
  yours: ["white"],
  same_screen: false,
  private: false,
  rated: false,
  tournament: null,
  started: true,
  moves: [
    { uhp: "wS1", piece: "wS1", origin: null, to: [0, 0], spent: 0 },
    { uhp: "bS1 wS1-", piece: "bS1", origin: null, to: [1, 0], spent: 0 },
  ],
  legal: { moves: { wQ: [-1, 0] }, must_pass: false },
  clock_rule: { kind: "minutes", minutes: 10, increment: 5, days: 0, first_move: 60 },
  clock: { white: 600_000, black: 300_000, running: "white", first_move: null, vacation: null },
  proposals: [],
  result: null,
  rematch: null,
  claim: null,
  watchers: 0,
  chat: [],
  spectator_chat: [],
  seat_links: {},
  invite: null,
};

function playing(change: Partial<GameState> = {}): {
  game: Game;
  requests: unknown[];
  push: Subscriber["onMessage"];
} {
  const requests: unknown[] = [];
  let subscribed: Subscriber | null = null;
  const socket: GameSocket = {
    ask: (question) => {
      requests.push(question);
      return new Promise(() => {});
    },
    watch: (_: string, subscriber: Subscriber) => {
      subscribed = subscriber;
      subscriber.onMessage({ ...gameState, ...change });
    },
    unwatch: () => {},
    refresh: () => {},
  };
  const game = new Game(gameState.game, socket, {
    wording: () => ({ language: "en", notation: false }),
    animate: () => false,
    onEvent: () => {},
  });
  game.open();
  return { game, requests, push: (message) => subscribed?.onMessage(message) };
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

const status = (): string => screen.getByTestId("status").textContent ?? "";

describe("the panels of a game", () => {
  it("show a reason with its source, which can be dismissed", async () => {
    const { game } = playing();
    render(Notice, { interaction: game.interaction });
    const place = screen.getByRole("status");
    expect(place.textContent?.trim()).toBe("");
    game.interaction.show({ kind: "why", why });
    expect(await screen.findByRole("heading", { name: "One hive rule" })).toBeTruthy();
    expect(place.textContent).toContain("The spider wS1 has to stay.");
    expect(place.textContent).toContain("Hive (2016), One Hive");
    const rule = screen.getByRole("link", { name: "The rule, opens in a new tab" });
    expect(rule.getAttribute("href")).toBe("/rules/one-hive?bug=S");
    expect(rule.getAttribute("target")).toBe("_blank");
    await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(game.interaction.notice).toBeNull();
  });

  it("list moves as figurines or notation, and show their positions", async () => {
    const { game } = playing();
    render(Moves, { game });
    render(MoveListMenu);
    render(Steps, { game });
    expect(
      screen.getByRole("button", { name: "Black places spider 1 to the right of White's spider 1" }),
    ).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Options of the move list" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Notation" }));
    expect(settings.choices.notation).toBe("uhp");
    await fireEvent.click(screen.getByRole("button", { name: /^wS1, White places/ }));
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
    await vi.waitFor(() => expect(status()).toBe("Computer · larva is thinking…"));
  });

  it("show that the computer has to wait", async () => {
    const { game, push } = playing({ legal: { moves: {}, must_pass: true } });
    render(Status, { game });
    await fireEvent.click(screen.getByRole("button", { name: "Pass" }));
    push({ kind: "computer-waiting", game: game.id, ply: 3 });
    await vi.waitFor(() => expect(status()).toBe(en.game.computerWaits));
  });

  it("show that the other side passed", () => {
    const pass = { uhp: "pass", piece: null, origin: null, to: null, spent: 0 };
    const { game } = playing({ moves: [gameState.moves[0]!, pass], pieces: ["wQ", "wS1"] });
    render(Status, { game });
    expect(status()).toBe("Black passes. Your turn");
  });

  it("show that the queen bee is due", () => {
    const { game } = playing();
    game.state = { ...game.state!, pieces: [...gameState.pieces, "wA1"] };
    render(Status, { game });
    expect(status()).toBe("Fourth turn: you must place your queen bee now.");
  });

  it("show who can watch the game", () => {
    render(Extras, { game: playing({ private: true }).game });
    expect(screen.getByText("Private game: only people with the link can watch.")).toBeTruthy();
    render(Extras, { game: playing().game });
    expect(screen.getByText(/^Public game: anyone can watch/)).toBeTruthy();
  });

  it("show who can watch the game to the player who invites", () => {
    render(Invite, { game: playing({ private: true, started: false, invite: "x".repeat(22) }).game });
    expect(screen.getByText("Private game: only people with the link can watch.")).toBeTruthy();
  });

  it("show that a game became too long", () => {
    const { game } = playing({ result: { winner: null, ending: "length" } });
    render(Status, { game });
    expect(status()).toBe("It's a draw. The game reached 1,000 turns, the limit on this site.");
  });

  it("let proposals be answered", async () => {
    const { game, requests } = playing({ proposals: [{ what: "draw", by: "black" }] });
    render(Proposals, { game });
    await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    expect(requests).toEqual([{ kind: "reply", game: gameState.game, what: "draw", accept: true }]);
  });
});

describe("an invitation", () => {
  it("says once who can watch the game", () => {
    const { game } = playing({ private: true, started: false, invite: "x".repeat(22) });
    render(Extras, { game });
    render(Invite, { game });
    expect(screen.getAllByText(en.game.private)).toHaveLength(1);
  });
});

describe("the banner at the end", () => {
  const over: Partial<GameState> = { result: { winner: "white", ending: "surrounded" } };

  it("says who won and why, and offers a rematch", async () => {
    const { game, requests } = playing(over);
    render(ResultBanner, { game });
    expect(screen.getByRole("heading", { name: "You win!" })).toBeTruthy();
    expect(screen.getByText(/queen bee is surrounded/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
    expect(requests).toEqual([{ kind: "propose", game: gameState.game, what: "rematch" }]);
  });

  it("answers a rematch that the other player offers", async () => {
    const offered = { ...over, proposals: [{ what: "rematch" as const, by: "black" as const }] };
    const { game, requests } = playing(offered);
    render(Proposals, { game });
    expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
    render(ResultBanner, { game });
    await fireEvent.click(screen.getByRole("button", { name: "Accept" }));
    await fireEvent.click(screen.getByRole("button", { name: "Decline" }));
    expect(requests).toEqual([
      { kind: "reply", game: gameState.game, what: "rematch", accept: true },
      { kind: "reply", game: gameState.game, what: "rematch", accept: false },
    ]);
  });
});

describe("a rated game", () => {
  const rated = { rated: true, white: { ...gameState.white, name: "Mira", registered: true, rating: 1841 } };

  it("shows ratings on the plates, and marks provisional ones", () => {
    const black = { ...gameState.black, rating: 992, provisional: true };
    const { game } = playing({ ...rated, black });
    render(PlayerBar, { game, side: "white" });
    expect(screen.getByRole("link", { name: "Mira, rated 1841" }).getAttribute("href")).toBe("/player/Mira");
    render(PlayerBar, { game, side: "black" });
    expect(screen.getByText("992?")).toBeTruthy();
    expect(screen.getByText(/rated 992, provisional/)).toBeTruthy();
  });

  it("has neither help nor takebacks", () => {
    const later = { moves: [...gameState.moves, ...gameState.moves] };
    expect(playing(later).game).toMatchObject({ canBeHelped: true, canTakeBack: true });
    expect(playing({ ...later, ...rated }).game).toMatchObject({ canBeHelped: false, canTakeBack: false });
  });

  it("says how the reader's rating has changed", () => {
    const result = { winner: "white", ending: "resignation" } as const;
    const after = { ...rated.white, rating_after: 1849 };
    const { game } = playing({ ...rated, white: after, result });
    render(ResultBanner, { game });
    expect(screen.getByText("1841 → 1849")).toBeTruthy();
    expect(screen.getByText(/from 1841 to 1849/)).toBeTruthy();
  });
});

describe("before the first move", () => {
  const clock = { white: 600_000, black: 600_000, running: null, first_move: 60_000, vacation: null };

  it("a player sees how long they have, and that the clock does not run yet", () => {
    render(FirstMove, { game: playing({ moves: [], clock }).game });
    expect(screen.getByRole("timer").textContent).toBe(en.game.firstMoveYours("1:00"));
  });

  it("a limit of a day is not shown, and neither are clocks that are running", () => {
    render(FirstMove, { game: playing({ moves: [], clock: { ...clock, first_move: 86_400_000 } }).game });
    render(FirstMove, { game: playing({ clock: { ...clock, running: "white", first_move: null } }).game });
    expect(screen.queryByRole("timer")).toBeNull();
  });
});
