import { beforeEach, describe, expect, it } from "vitest";
import type { GameState, LegalMovesView, MoveMade, PlayedMove } from "../../lib/messages";
import type { RequestBody, Subscriber } from "../../lib/socket";
import { Game } from "./game.svelte";
import { UNRATED } from "../../lib/testData";

const place = (uhp: string, to: [number, number]): PlayedMove => ({
  uhp,
  piece: uhp.split(" ")[0]!,
  origin: null,
  to,
  spent: 0,
});
const moves = [place("wS1", [0, 0]), place("bS1 wS1-", [1, 0]), place("wQ -wS1", [-1, 0])];
const gameState: GameState = {
  kind: "game",
  id: null,
  game: "abcDEF0123",
  seq: 3,
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: true,
  pieces: ["wQ", "wS1", "wA1", "bQ", "bS1", "bA1"],
  white: { seat: "guest", name: "Ann", level: null, online: true, ...UNRATED },
  black: { seat: "guest", name: "Bob", level: null, online: true, ...UNRATED },
  yours: ["white"],
  same_screen: false,
  private: false,
  rated: false,
  tournament: null,
  started: true,
  moves,
  legal: { moves: {}, must_pass: false },
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

let requests: RequestBody[];
let subscriber: Subscriber;
let confirming: boolean;

function open(change: Partial<GameState> = {}): Game {
  const socket = {
    ask: (body: RequestBody): Promise<never> => {
      requests.push(body);
      return new Promise<never>(() => undefined);
    },
    watch: (_: string, each: Subscriber) => void (subscriber = each),
    unwatch: () => undefined,
    refresh: () => undefined,
  };
  const game = new Game("abcDEF0123", socket, {
    wording: () => ({ language: "en", notation: false }),
    animate: () => false,
    onEvent: () => undefined,
    premoves: () => true,
    confirms: () => confirming,
  });
  game.open();
  subscriber.onMessage({ ...gameState, ...change });
  return game;
}

const reply = (legal: LegalMovesView): MoveMade => ({
  kind: "moved",
  game: "abcDEF0123",
  seq: 4,
  ply: 4,
  move: place("bQ bS1-", [2, 0]),
  path: { kind: "slide", hexes: [], thrower: null, copied: null },
  legal,
  clock: null,
  result: null,
});
const sent = (): RequestBody[] => requests.filter(({ kind }) => kind === "move");

beforeEach(() => {
  requests = [];
  confirming = false;
});

describe("a premove", () => {
  it("is chosen while the other side thinks, and sent when it is legal", () => {
    const game = open();
    expect(game.premoving).toBe(true);
    game.interaction.pick("wA1");
    game.interaction.place("wA1", [-2, 0]);
    expect(sent()).toEqual([]);
    expect(game.intentions.premove).toMatchObject({ piece: "wA1", to: [-2, 0] });
    subscriber.onMessage(reply({ moves: { wA1: [-2, 0] }, must_pass: false }));
    expect(sent()).toEqual([{ kind: "move", game: "abcDEF0123", ply: 4, piece: "wA1", to: [-2, 0] }]);
    expect(game.intentions.premove).toBeNull();
  });

  it("is dropped with a notice when it is no longer legal", () => {
    const game = open();
    game.interaction.pick("wA1");
    game.interaction.place("wA1", [-2, 0]);
    subscriber.onMessage(reply({ moves: { wA1: [-1, 1] }, must_pass: false }));
    expect(sent()).toEqual([]);
    expect(game.interaction.notice).toEqual({ kind: "blocked", what: "premove" });
  });

  it("is cancelled by a tap beside the hive or Escape", () => {
    const game = open();
    game.interaction.pick("wA1");
    game.interaction.place("wA1", [-2, 0]);
    game.interaction.cancel();
    expect(game.intentions.premove).toBeNull();
    subscriber.onMessage(reply({ moves: { wA1: [-2, 0] }, must_pass: false }));
    expect(sent()).toEqual([]);
  });

  it("asks the server for nothing", () => {
    const game = open();
    game.interaction.pick("wA1");
    game.interaction.pick("bS1");
    expect(requests).toEqual([]);
  });

  it("does not exist in games on one screen, for spectators, and in games that are over", () => {
    expect(open({ same_screen: true, yours: ["white", "black"] }).premoving).toBe(false);
    expect(open({ yours: [] }).premoving).toBe(false);
    expect(open({ result: { winner: "white", ending: "time" } }).premoving).toBe(false);
  });
});

describe("the confirmation of a move", () => {
  const turn = {
    moves: moves.slice(0, 2),
    seq: 2,
    legal: { moves: { wQ: [-1, 0, 0, 1] }, must_pass: false },
  };

  it("waits for a second tap on the same space", () => {
    confirming = true;
    const game = open(turn);
    game.interaction.pick("wQ");
    game.interaction.place("wQ", [-1, 0]);
    expect(sent()).toEqual([]);
    expect(game.interaction.picked).toBe("wQ");
    game.interaction.place("wQ", [0, 1]);
    expect(sent()).toEqual([]);
    expect(game.intentions.unconfirmed).toMatchObject({ to: [0, 1] });
    game.interaction.place("wQ", [0, 1]);
    expect(sent()).toEqual([{ kind: "move", game: "abcDEF0123", ply: 2, piece: "wQ", to: [0, 1] }]);
    expect(game.intentions.unconfirmed).toBeNull();
  });

  it("can be given with the button, or the move cancelled", () => {
    confirming = true;
    const game = open(turn);
    game.interaction.pick("wQ");
    game.interaction.place("wQ", [-1, 0]);
    game.interaction.cancel();
    game.confirm();
    expect(sent()).toEqual([]);
    game.interaction.pick("wQ");
    game.interaction.place("wQ", [-1, 0]);
    game.confirm();
    expect(sent()).toHaveLength(1);
  });

  it("is not asked for by default", () => {
    const game = open(turn);
    game.interaction.pick("wQ");
    game.interaction.place("wQ", [-1, 0]);
    expect(sent()).toHaveLength(1);
  });
});
