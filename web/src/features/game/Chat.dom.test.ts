import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeAll, describe, expect, it } from "vitest";
import { language } from "../../lib/i18n/language.svelte";
import type { GameState } from "../../lib/messages";
import type { Subscriber } from "../../lib/socket";
import Chat from "./Chat.svelte";
import { Game, type GameEvent, type GameSocket } from "./game.svelte";
import { UNRATED } from "../../lib/testData";

const ID = "abcDEF0123";
const gameState: GameState = {
  kind: "game",
  id: null,
  game: ID,
  seq: 2,
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: true,
  pieces: ["wQ", "bQ"],
  white: { seat: "guest", name: "Mira", level: null, online: true, ...UNRATED },
  black: { seat: "guest", name: "Bechster", level: null, online: true, ...UNRATED },
  yours: ["white"],
  same_screen: false,
  private: false,
  rated: false,
  tournament: null,
  started: true,
  moves: [],
  legal: { moves: {}, must_pass: false },
  clock_rule: { kind: "none", minutes: 0, increment: 0, days: 0, first_move: 0 },
  clock: null,
  proposals: [],
  result: null,
  rematch: null,
  claim: null,
  watchers: 1,
  chat: [{ by: "black", text: "Good luck", at: 1 }],
  spectator_chat: [],
  seat_links: {},
  invite: null,
};
const SPECTATING = {
  yours: [],
  chat: [],
  spectator_chat: [{ name: "Eve", text: "Well played", at: 2, author: "" }],
};

function open(change: Partial<GameState> = {}): {
  game: Game;
  requests: unknown[];
  events: GameEvent[];
  push: Subscriber["onMessage"];
} {
  const requests: unknown[] = [];
  const events: GameEvent[] = [];
  let subscriber!: Subscriber;
  const socket: GameSocket = {
    ask: (question) => {
      requests.push(question);
      return Promise.resolve({} as never);
    },
    watch: (_: string, watching: Subscriber) => {
      subscriber = watching;
      watching.onMessage({ ...gameState, ...change });
    },
    unwatch: () => {},
    refresh: () => {},
  };
  const game = new Game(ID, socket, {
    wording: () => ({ language: "en", notation: false }),
    animate: () => false,
    onEvent: (event) => events.push(event),
  });
  game.open();
  return { game, requests, events, push: (message) => subscriber.onMessage(message) };
}

const send = async (text: string): Promise<void> => {
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: text } });
  await fireEvent.click(screen.getByRole("button", { name: "Send" }));
};

beforeAll(() => language.load());

describe("the chat", () => {
  it("is between the players during the game", async () => {
    const { game, requests } = open();
    expect(game.chatRooms).toEqual(["players"]);
    render(Chat, { game });
    expect(screen.getByRole("listitem").textContent).toBe("Bechster: Good luck");
    await send("Thanks");
    expect(requests.at(-1)).toMatchObject({ kind: "chat", text: "Thanks", audience: "players" });
  });

  it("is between the spectators for those who watch, and says when players can read it", async () => {
    const { game, requests, events, push } = open(SPECTATING);
    expect(game.chatRooms).toEqual(["spectators"]);
    render(Chat, { game });
    expect(screen.getByText(/after the game/)).toBeTruthy();
    await send("Nice");
    expect(requests.at(-1)).toMatchObject({ kind: "chat", text: "Nice", audience: "spectators" });
    push({ kind: "spectator-chat", game: ID, line: { name: "", text: "Nice", at: 3, author: "" } });
    expect(events.at(-1)).toEqual({ kind: "spectator-chat", name: "", text: "Nice", author: "" });
    await screen.findByText(/^\s*Nice$/);
    expect(screen.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
      "Eve: Well played",
      "Spectator: Nice",
    ]);
  });

  it("has both rooms for players after the game", async () => {
    const { game } = open({ ...SPECTATING, yours: ["white"], result: { winner: "white", ending: "time" } });
    expect(game.chatRooms).toEqual(["players", "spectators"]);
    render(Chat, { game });
    await fireEvent.click(screen.getByRole("radio", { name: "Spectators" }));
    expect(screen.getByRole("listitem").textContent).toBe("Eve: Well played");
  });

  it("does not exist against the computer, unless someone watched", () => {
    const black = { ...gameState.black, seat: "computer" as const, level: 3 };
    expect(open({ black }).game.canChat).toBe(false);
    const over = { winner: "white" as const, ending: "time" as const };
    expect(open({ black, result: over, watchers: 0 }).game.canChat).toBe(false);
    expect(open({ ...SPECTATING, yours: ["white"], black, result: over }).game.chatRooms).toEqual([
      "spectators",
    ]);
  });
});
