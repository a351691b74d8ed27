// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it } from "vitest";
import type { GameState, HintFound, TakebackOffered, Why } from "../../messages";
import { Game, type Connected } from "../../state/game.svelte";
import { language } from "../../state/language.svelte";
import type { Watcher } from "../../state/socket";
import HelpMenu from "./HelpMenu.svelte";
import HelpNotice from "./HelpNotice.svelte";
import { keyed } from "./keys";
import Status from "./Status.svelte";

const told: GameState = {
  kind: "game",
  id: 1,
  game: "abcDEF0123",
  seq: 2,
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: true,
  pieces: ["wQ", "wS1", "bQ", "bS1"],
  white: { seat: "guest", name: "", level: null, online: true },
  black: { seat: "computer", name: "", level: 1, online: false },
  yours: ["white"],
  same_screen: false,
  started: true,
  moves: [
    { uhp: "wS1", piece: "wS1", origin: null, to: [0, 0], spent: 0 },
    { uhp: "bS1 wS1-", piece: "bS1", origin: null, to: [1, 0], spent: 0 },
  ],
  legal: { moves: { wQ: [-1, 0] }, must_pass: false },
  clock_rule: { kind: "none", minutes: 0, increment: 0, days: 0 },
  clock: null,
  proposals: [],
  result: null,
  rematch: null,
  watchers: 0,
  chat: [],
  seat_links: {},
  invite: null,
};
const hint: HintFound = {
  kind: "hint",
  id: 2,
  step: 1,
  theme: "place",
  sentence: "Bring a new bug in: look at the queen bee wQ in your hand.",
  pieces: ["wQ"],
  spaces: [],
  move: null,
  way: null,
};
const offer: TakebackOffered = {
  kind: "offer",
  game: told.game,
  ply: 2,
  blunder: "gives",
  sentence: "That gives away much of your lead. Take it back?",
  move: null,
};

interface Asked {
  kind: string;
  [name: string]: unknown;
}

function playing(change: Partial<GameState> = {}): { game: Game; asked: Asked[]; watcher: () => Watcher } {
  const asked: Asked[] = [];
  let heard!: Watcher;
  const socket: Connected = {
    ask: (question) => {
      asked.push(question as unknown as Asked);
      const answer =
        question.kind === "hint"
          ? { ...hint, step: (question as unknown as Asked)["step"] }
          : question.kind === "why"
            ? { why: { rule: "one-hive", sentence: "One hive rule: no.", piece: "wS1" } }
            : {};
      return Promise.resolve(answer as never);
    },
    watch: (_: string, watcher: Watcher) => {
      heard = watcher;
      watcher.told({ ...told, ...change });
    },
    unwatch: () => {},
    refresh: () => {},
  };
  const game = new Game(told.game, socket, { language: () => "en", lively: () => false, happened: () => {} });
  game.help.coach(true, "en");
  game.open();
  return { game, asked, watcher: () => heard };
}

beforeAll(() => language.load());

describe("the help menu", () => {
  it("opens on demand, asks for a hint and closes", async () => {
    const { game, asked } = playing();
    render(HelpMenu, { game });
    const opener = screen.getByRole("button", { name: "Help" });
    expect(opener.getAttribute("aria-expanded")).toBe("false");
    await fireEvent.click(opener);
    await fireEvent.click(screen.getByRole("button", { name: /^Hint/ }));
    expect(asked.at(-1)).toMatchObject({ kind: "hint", step: 1, ply: 2 });
    expect(opener.getAttribute("aria-expanded")).toBe("false");
  });

  it("offers nothing to do when it is not one's turn", async () => {
    const { game } = playing({ moves: told.moves.slice(0, 1) });
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

describe("what help says", () => {
  it("is a hint whose move is shown with the next step", async () => {
    const { game, asked } = playing();
    render(HelpNotice, { game });
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    await screen.findByText(hint.sentence);
    await fireEvent.click(screen.getByRole("button", { name: "Show the move" }));
    expect(asked.at(-1)).toMatchObject({ kind: "hint", step: 2 });
    await fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(hint.sentence)).toBeNull();
  });

  it("takes the place of a reason that stands near the board", async () => {
    const { game } = playing();
    render(HelpNotice, { game });
    const why = { rule: "one-hive", sentence: "One hive rule: no.", piece: "wS1" } as unknown as Why;
    game.notice = { kind: "why", why };
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    expect(game.notice).toBeNull();
    await screen.findByText(hint.sentence);
  });

  it("is not covered by a reason that was asked for before", async () => {
    const { game } = playing();
    render(HelpNotice, { game });
    game.pick("wS1");
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    await screen.findByText(hint.sentence);
    expect(game.notice).toBeNull();
  });

  it("is put away with Escape", async () => {
    const { game } = playing();
    render(HelpNotice, { game });
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    await screen.findByText(hint.sentence);
    keyed(game, new KeyboardEvent("keydown", { key: "Escape" }));
    expect(game.help.shown).toBe(false);
  });

  it("is an offer to take a blunder back, which the computer waits for", async () => {
    const before = { ...told, moves: told.moves.slice(0, 1) };
    const { game, asked, watcher } = playing({ ...before });
    render(HelpNotice, { game });
    render(Status, { game });
    watcher().told({ ...offer, ply: 1 });
    await screen.findByText(offer.sentence);
    expect(screen.getByTestId("status").textContent).toContain("is waiting for you");
    await fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
    expect(asked.at(-1)).toEqual({ kind: "propose", game: told.game, what: "takeback" });
    expect(game.help.offer).not.toBeNull();
    watcher().told({ ...told, id: null, seq: 4, moves: [] });
    await Promise.resolve();
    expect(game.help.offer).toBeNull();
  });

  it("is heard by nobody in a game between people", () => {
    const { game, asked } = playing({ black: { seat: "guest", name: "Ben", level: null, online: true } });
    expect(game.canBeHelped).toBe(false);
    keyed(game, new KeyboardEvent("keydown", { key: "h" }));
    keyed(game, new KeyboardEvent("keydown", { key: "t" }));
    expect(asked).toEqual([]);
  });

  it("is wished for when the game is watched, in a game against the computer", () => {
    const { asked } = playing();
    expect(asked).toEqual([{ kind: "coach", game: told.game, on: true, language: "en" }]);
  });
});
