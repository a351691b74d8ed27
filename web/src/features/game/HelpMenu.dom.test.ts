import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it } from "vitest";
import type { GameState, HintResponse, TakebackOffered, ReasonView } from "../../lib/messages";
import { Game, type GameSocket } from "./game.svelte";
import { language } from "../../lib/i18n/language.svelte";
import type { Subscriber } from "../../lib/socket";
import HelpMenu from "./HelpMenu.svelte";
import HelpNotice from "./HelpNotice.svelte";
import { keyed } from "./keys";
import Status from "./Status.svelte";
import { UNRATED } from "../../lib/testData";

const gameState: GameState = {
  kind: "game",
  id: 1,
  game: "abcDEF0123",
  seq: 2,
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: true,
  pieces: ["wQ", "wS1", "bQ", "bS1"],
  white: { seat: "guest", name: "", level: null, online: true, ...UNRATED },
  black: { seat: "computer", name: "", level: 1, online: false, ...UNRATED },
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
  clock_rule: { kind: "none", minutes: 0, increment: 0, days: 0, first_move: 0 },
  clock: null,
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
const hint: HintResponse = {
  kind: "hint",
  id: 2,
  step: 1,
  theme: "place",
  sentence: "Bring in a new bug. Look at your queen bee in your hand.",
  pieces: ["wQ"],
  spaces: [],
  move: null,
  path: null,
  effects: [],
};
const offer: TakebackOffered = {
  kind: "offer",
  game: gameState.game,
  ply: 2,
  blunder: "gives",
  sentence: "That costs you a large part of your lead. Take it back?",
  move: null,
};

interface SentRequest {
  kind: string;
  [name: string]: unknown;
}

function playing(change: Partial<GameState> = {}): {
  game: Game;
  requests: SentRequest[];
  subscriber: () => Subscriber;
} {
  const requests: SentRequest[] = [];
  let watching!: Subscriber;
  const socket: GameSocket = {
    ask: (question) => {
      requests.push(question as unknown as SentRequest);
      const answer =
        question.kind === "hint"
          ? { ...hint, step: (question as unknown as SentRequest)["step"] }
          : question.kind === "why"
            ? { why: { rule: "one-hive", title: "one hive rule", text: "No.", piece: "wS1" } }
            : {};
      return Promise.resolve(answer as never);
    },
    watch: (_: string, subscriber: Subscriber) => {
      watching = subscriber;
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
  game.help.coach(true, { language: "en", notation: false });
  game.open();
  return { game, requests, subscriber: () => watching };
}

beforeAll(() => language.load());

describe("the help menu", () => {
  it("opens on demand, requests a hint and closes", async () => {
    const { game, requests } = playing();
    render(HelpMenu, { game });
    const opener = screen.getByRole("button", { name: "Help" });
    expect(opener.getAttribute("aria-expanded")).toBe("false");
    await fireEvent.click(opener);
    await fireEvent.click(screen.getByRole("button", { name: /^Hint/ }));
    expect(requests.at(-1)).toMatchObject({ kind: "hint", step: 1, ply: 2 });
    expect(opener.getAttribute("aria-expanded")).toBe("false");
  });

  it("is disabled when it is not the player's turn", async () => {
    const { game } = playing({ moves: gameState.moves.slice(0, 1) });
    render(HelpMenu, { game });
    await fireEvent.click(screen.getByRole("button", { name: "Help" }));
    expect((screen.getByRole("button", { name: /^Hint/ }) as HTMLButtonElement).disabled).toBe(true);
  });

  it("closes with Escape", async () => {
    const { game } = playing();
    render(HelpMenu, { game });
    await fireEvent.click(screen.getByRole("button", { name: "Help" }));
    await fireEvent.keyDown(screen.getByRole("group"), { key: "Escape" });
    expect(screen.queryByRole("group")).toBeNull();
  });
});

describe("help near the board", () => {
  it("shows a hint, and its move with the next step", async () => {
    const { game, requests } = playing();
    render(HelpNotice, { game });
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    await screen.findByText(hint.sentence);
    await fireEvent.click(screen.getByRole("button", { name: "Show the move" }));
    expect(requests.at(-1)).toMatchObject({ kind: "hint", step: 2 });
    await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(hint.sentence)).toBeNull();
  });

  it("explains its marks in a legend", async () => {
    const { game } = playing();
    render(HelpNotice, { game });
    game.help.threats = {
      kind: "threats",
      id: 3,
      sentence: "With its spider, Black could hold your spider in place.",
      threats: [
        {
          kind: "pin",
          move: { uhp: "bS1 -wS1", piece: "bS1", origin: [1, 0], to: [-1, 0], spent: 0 },
          pinned: ["wS1"],
        },
      ],
      queen: null,
    };
    const legend = await screen.findByRole("list", { name: "What the marks mean" });
    expect([...legend.children].map((entry) => entry.textContent!.trim())).toEqual([
      "Would hold your piece",
      "Would be held",
    ]);
  });

  it("replaces a reason", async () => {
    const { game } = playing();
    render(HelpNotice, { game });
    const why = {
      rule: "one-hive",
      title: "one hive rule",
      text: "No.",
      piece: "wS1",
    } as unknown as ReasonView;
    game.interaction.show({ kind: "why", why });
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    expect(game.interaction.notice).toBeNull();
    await screen.findByText(hint.sentence);
  });

  it("is not replaced by a reason that was requested before", async () => {
    const { game } = playing();
    render(HelpNotice, { game });
    game.interaction.pick("wS1");
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    await screen.findByText(hint.sentence);
    expect(game.interaction.notice).toBeNull();
  });

  it("is removed with Escape", async () => {
    const { game } = playing();
    render(HelpNotice, { game });
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    await screen.findByText(hint.sentence);
    keyed(game, new KeyboardEvent("keydown", { key: "Escape" }));
    expect(game.help.shown).toBe(false);
  });

  it("offers to take a blunder back, while the computer waits", async () => {
    const before = { ...gameState, moves: gameState.moves.slice(0, 1) };
    const { game, requests, subscriber } = playing({ ...before });
    render(HelpNotice, { game });
    render(Status, { game });
    subscriber().onMessage({ ...offer, ply: 1 });
    await screen.findByText(offer.sentence);
    expect(screen.getByTestId("status").textContent).toContain("is waiting for you");
    await fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
    expect(requests.at(-1)).toEqual({ kind: "propose", game: gameState.game, what: "takeback" });
    expect(game.help.offer).not.toBeNull();
    subscriber().onMessage({ ...gameState, id: null, seq: 4, moves: [] });
    await Promise.resolve();
    expect(game.help.offer).toBeNull();
  });

  it("is not available in a game between people", () => {
    const { game, requests } = playing({
      black: { seat: "guest", name: "Ben", level: null, online: true, ...UNRATED },
    });
    expect(game.canBeHelped).toBe(false);
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    keyed(game, new KeyboardEvent("keydown", { key: "t" }));
    expect(requests).toEqual([]);
  });

  it("turns coaching on when a game against the computer is watched", () => {
    const { requests } = playing();
    expect(requests).toEqual([
      { kind: "coach", game: gameState.game, on: true, language: "en", notation: false },
    ]);
  });
});
