import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  GameState,
  LegalMovesView,
  MoveMade,
  PlayedMove,
  Refused,
  PathView,
  ReasonView,
} from "../../lib/messages";
import { Game, type GameSocket, type GameEvent } from "./game.svelte";
import type { Place } from "../../lib/position/hive";
import { Refusal, RequestTimeout, type RequestBody, type Subscriber } from "../../lib/socket";

const ID = "abcDEF0123";

interface Question {
  body: Record<string, unknown> & { kind: string };
  answer: (response?: unknown) => void;
  fail: (error: Error) => void;
}

class FakeSocket implements GameSocket {
  readonly questions: Question[] = [];
  subscriber!: Subscriber;
  refreshed = 0;

  ask = (body: RequestBody): Promise<never> =>
    new Promise<never>((resolve, reject) => {
      const answer = (response: unknown = { kind: "done" }): void => resolve(response as never);
      this.questions.push({ body: body as Question["body"], answer, fail: reject });
    });
  watch(_: string, subscriber: Subscriber): void {
    this.subscriber = subscriber;
  }
  unwatch(): void {}
  refresh(): void {
    this.refreshed += 1;
  }
  last(kind: string): Question {
    const found = this.questions.filter((question) => question.body.kind === kind).at(-1);
    if (!found) throw new Error(`nobody asked ${kind}`);
    return found;
  }
  count(kind: string): number {
    return this.questions.filter((question) => question.body.kind === kind).length;
  }
}

const played = (uhp: string, to: Place, origin: Place | null = null): PlayedMove => ({
  uhp,
  piece: uhp.split(" ")[0]!,
  origin,
  to,
  spent: 0,
});
const OPENING = [played("wS1", [0, 0]), played("bS1 wS1-", [1, 0])];
const REPLY = played("bA1 bS1-", [2, 0]);
const legalFor = (moves: Record<string, number[]>): LegalMovesView => ({ moves, must_pass: false });
const white = legalFor({ wQ: [-1, 0, -1, 1], wA1: [-1, 0] });
const black = legalFor({ bQ: [2, 0], bA1: [2, 0] });
const whole = (change: Partial<GameState> = {}): GameState => ({
  kind: "game",
  id: null,
  game: ID,
  seq: 2,
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: true,
  pieces: ["wQ", "wS1", "wA1", "bQ", "bS1", "bA1"],
  white: { seat: "guest", name: "Ann", level: null, online: true },
  black: { seat: "guest", name: "Bob", level: null, online: true },
  yours: ["white"],
  same_screen: false,
  started: true,
  moves: OPENING,
  legal: white,
  clock_rule: { kind: "none", minutes: 0, increment: 0, days: 0 },
  clock: null,
  proposals: [],
  result: null,
  rematch: null,
  watchers: 0,
  chat: [],
  seat_links: {},
  invite: null,
  ...change,
});
const moved = (move: PlayedMove, ply: number, change: Partial<MoveMade> = {}): MoveMade => ({
  kind: "moved",
  game: ID,
  seq: ply,
  ply,
  move,
  path: { kind: "slide", hexes: [], thrower: null, copied: null },
  legal: ply % 2 ? black : white,
  clock: null,
  result: null,
  ...change,
});
const path = (...hexes: Place[]): PathView => ({ kind: "slide", hexes, thrower: null, copied: null });
const reason = { sentence: "One hive rule: …", pieces: [] } as unknown as ReasonView;
const refused = (code: Refused["code"], why: ReasonView | null = null): Refusal =>
  new Refusal({ kind: "refused", id: 1, code, text: code, why });
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

let socket: FakeSocket;
let game: Game;
let events: GameEvent[];
let animate: boolean;
let language: string;

function open(state: GameState = whole()): void {
  socket = new FakeSocket();
  events = [];
  game = new Game(ID, socket, {
    language: () => language,
    animate: () => animate,
    onEvent: (what) => events.push(what),
    now: () => 1234,
  });
  game.open();
  socket.subscriber.onMessage(state);
}

beforeEach(() => {
  vi.useFakeTimers();
  animate = true;
  language = "fr";
  open();
});
afterEach(() => vi.useRealTimers());

describe("a game that was told", () => {
  it("shows the hive, the hands and what may be played", () => {
    expect(game.stacks).toEqual([
      { place: [0, 0], pieces: ["wS1"] },
      { place: [1, 0], pieces: ["bS1"] },
    ]);
    expect(game.table.hands.white).toEqual(["wQ", "wA1"]);
    expect(game.movable).toEqual(["wQ", "wA1"]);
    expect(game.toMove).toBe("white");
    expect(game.lastMove).toEqual({ origin: null, to: [1, 0] });
    expect(game.canPlay).toBe(true);
  });

  it("shows nothing to play to spectators, before it starts, and when it is over", () => {
    open(whole({ yours: [] }));
    expect([game.blockedReason, game.movable]).toEqual(["watching", []]);
    open(whole({ started: false }));
    expect(game.blockedReason).toBe("waiting");
    open(whole({ result: { winner: "white", ending: "time" } }));
    expect(game.blockedReason).toBe("over");
    open(whole({ yours: ["black"] }));
    expect(game.blockedReason).toBe("notYourTurn");
    game.pick("bQ");
    expect(game.notice).toEqual({ kind: "blocked", what: "notYourTurn" });
  });

  it("says when there is no such game", () => {
    socket.subscriber.onRefused(refused("unknown-game"));
    expect(game.missing).toBe(true);
  });
});

describe("picking", () => {
  it("shows where a piece may go, and its ways once they are known", async () => {
    game.pick("wQ");
    expect(game.ghosts).toEqual([
      [-1, 0],
      [-1, 1],
    ]);
    expect(socket.last("ways").body).toMatchObject({ ply: 2, piece: "wQ" });
    socket.last("ways").answer({ ways: [path([-1, 0]), path([-1, 1])] });
    await settle();
    expect(game.path).toBeNull();
    game.hovered = [-1, 1];
    expect(game.path).toEqual(path([-1, 1]));
    game.pick("wQ");
    expect(game.picked).toBeNull();
    game.pick("wQ");
    expect(socket.count("ways")).toBe(1);
  });

  it("asks why not in the page's language, and the next action puts the reason away", async () => {
    game.pick("wS1");
    expect(socket.last("why").body).toMatchObject({ ply: 2, piece: "wS1", to: null, language: "fr" });
    socket.last("why").answer({ why: reason });
    await settle();
    expect(game.why).toEqual(reason);
    game.pick("wQ");
    expect(game.why).toBeNull();
  });

  it("does not show a reason that came too late", async () => {
    game.pick("wS1");
    const late = socket.last("why");
    game.cancel();
    late.answer({ why: reason });
    await settle();
    expect(game.notice).toBeNull();
  });

  it("asks why not when a piece is put where it may not go, and keeps it picked", async () => {
    game.pick("wQ");
    game.go("wQ", [5, 5]);
    expect(socket.last("why").body).toMatchObject({ piece: "wQ", to: [5, 5] });
    expect(game.picked).toBe("wQ");
    expect(socket.count("move")).toBe(0);
  });
});

describe("a move made here", () => {
  it("is drawn at once, flies, and stays when it is told", async () => {
    game.pick("wQ");
    game.go("wQ", [-1, 0]);
    expect(game.stacks.at(-1)).toEqual({ place: [-1, 0], pieces: ["wQ"] });
    expect(game.flying).toMatchObject({ piece: "wQ" });
    expect(game.canPlay).toBe(false);
    expect(socket.last("move").body).toMatchObject({ ply: 2, piece: "wQ", to: [-1, 0] });
    const flight = game.flying!;
    socket.subscriber.onMessage(moved(played("wQ -wS1", [-1, 0]), 3));
    socket.last("move").answer();
    await settle();
    expect(game.flying).toBe(flight);
    expect(game.stacks.length).toBe(3);
    expect(game.sending).toBe(false);
    expect(socket.count("way")).toBe(0);
    game.landed(flight);
    expect(events.map((what) => what.kind)).toEqual(["moved", "turn", "landed"]);
  });

  it("does not fly when it was dragged there", () => {
    game.go("wQ", [-1, 0], { dragged: true });
    expect(game.flying).toBeNull();
    expect(events).toEqual([{ kind: "landed" }]);
  });

  it("is put back with the reason when it is refused", async () => {
    game.go("wQ", [-1, 0]);
    socket.last("move").fail(refused("illegal", reason));
    await settle();
    expect(game.stacks.length).toBe(2);
    expect(socket.last("why").body).toMatchObject({ piece: "wQ", to: [-1, 0], language: "fr" });
    language = "en";
    game.go("wQ", [-1, 0]);
    socket.last("move").fail(refused("illegal", reason));
    await settle();
    expect(game.why).toEqual(reason);
    game.go("wQ", [-1, 0]);
    socket.last("move").fail(refused("late"));
    await settle();
    expect(game.notice).toEqual({ kind: "refused", code: "late" });
    expect(game.table.hands.white).toContain("wQ");
  });

  it("is sent again when it is not known whether it arrived, and the game has not gone on", async () => {
    game.go("wQ", [-1, 0]);
    socket.last("move").fail(new RequestTimeout());
    await settle();
    expect(game.stacks.length).toBe(3);
    socket.subscriber.onMessage(whole());
    expect(socket.count("move")).toBe(2);
    socket.subscriber.onMessage(whole({ proposals: [{ what: "draw", by: "black" }] }));
    expect(socket.count("move")).toBe(2);
  });

  it("is not sent again when it had arrived", async () => {
    game.go("wQ", [-1, 0]);
    socket.last("move").fail(new RequestTimeout());
    await settle();
    socket.subscriber.onMessage(
      whole({ seq: 3, moves: [...OPENING, played("wQ -wS1", [-1, 0])], legal: black }),
    );
    expect(socket.count("move")).toBe(1);
    expect([game.sending, game.stacks.length, game.toMove]).toEqual([false, 3, "black"]);
  });

  it("is given up with a word after some attempts", async () => {
    game.go("wQ", [-1, 0]);
    for (let attempt = 0; attempt < 4; attempt++) {
      socket.last("move").fail(new RequestTimeout());
      await settle();
      socket.subscriber.onMessage(whole());
    }
    expect(game.notice).toEqual({ kind: "refused", code: "unanswered" });
    expect(game.stacks.length).toBe(2);
  });

  it("can be a pass", () => {
    open(whole({ legal: { moves: {}, must_pass: true } }));
    game.pass();
    expect(socket.last("move").body).toMatchObject({ ply: 2, piece: null, to: null });
    expect([game.latest, game.stacks.length]).toEqual([3, 2]);
  });
});

describe("somebody else's move", () => {
  beforeEach(() => open(whole({ yours: ["white"], moves: OPENING.slice(0, 1), seq: 1, legal: black })));
  const theirs = (): void => socket.subscriber.onMessage(moved(OPENING[1]!, 2));

  it("waits for its way, then flies along it", async () => {
    theirs();
    expect([game.stacks.length, game.canPlay]).toEqual([1, false]);
    await settle();
    expect(socket.last("way").body).toMatchObject({ ply: 2 });
    socket.last("way").answer({ way: path([3, 0], [1, 0]) });
    await settle();
    expect(game.flying).toEqual({ piece: "bS1", path: path([3, 0], [1, 0]) });
    expect([game.stacks.length, game.canPlay]).toEqual([2, true]);
  });

  it("goes straight when its way takes too long", async () => {
    theirs();
    await vi.advanceTimersByTimeAsync(250);
    expect(game.flying).toMatchObject({ piece: "bS1", path: { hexes: [[1, 0]] } });
  });

  it("does not fly where people want little movement", () => {
    animate = false;
    theirs();
    expect([game.stacks.length, game.flying]).toEqual([2, null]);
  });

  it("does not disturb who is looking back", async () => {
    game.view(0);
    await vi.advanceTimersByTimeAsync(300);
    theirs();
    await settle();
    expect([game.shown, game.latest, game.flying]).toEqual([0, 2, null]);
  });

  it("that does not follow makes the page ask for the whole game", () => {
    socket.subscriber.onMessage(moved(OPENING[1]!, 2, { seq: 5 }));
    expect([socket.refreshed, game.latest]).toEqual([1, 1]);
    socket.subscriber.onMessage(moved(OPENING[0]!, 1, { seq: 1 }));
    expect(socket.refreshed).toBe(1);
  });
});

describe("looking back", () => {
  it("shows an earlier table, on which nothing is played", () => {
    animate = false;
    game.view(1);
    expect([game.shown, game.stacks.length, game.movable]).toEqual([1, 1, []]);
    game.pick("wQ");
    expect(game.notice).toEqual({ kind: "blocked", what: "lookingBack" });
    game.step(1);
    expect([game.viewing, game.canPlay]).toEqual([null, true]);
    game.step(-9);
    expect(game.shown).toBe(0);
  });

  it("flies back the way a piece came", async () => {
    open(whole({ moves: [...OPENING, played("wS1 bS1-", [2, 0], [0, 0])] }));
    game.step(-1);
    socket.last("way").answer({ way: path([0, 0], [0, 1], [1, 1], [2, 0]) });
    await settle();
    expect(game.shown).toBe(2);
    expect(game.flying?.path.hexes[0]).toEqual([2, 0]);
  });
});

describe("what else happens", () => {
  it("is told: takebacks, proposals, results, chat and who is there", () => {
    socket.subscriber.onMessage(whole({ seq: 3, proposals: [{ what: "draw", by: "black" }] }));
    socket.subscriber.onMessage(whole({ seq: 4, moves: [], legal: white }));
    socket.subscriber.onMessage({ kind: "said", game: ID, line: { by: "black", text: "hi", at: 1 } });
    socket.subscriber.onMessage({ kind: "present", game: ID, white: true, black: false, watchers: 3 });
    socket.subscriber.onMessage(whole({ seq: 5, moves: [], result: { winner: null, ending: "agreement" } }));
    expect(events.map((what) => what.kind)).toEqual(["proposed", "taken back", "turn", "said", "result"]);
  });

  it("lapses with a move, but for a draw that the mover offered", () => {
    const proposals: GameState["proposals"] = [
      { what: "draw", by: "white" },
      { what: "takeback", by: "black" },
    ];
    open(whole({ proposals }));
    socket.subscriber.onMessage(moved(REPLY, 3));
    expect(game.state?.proposals).toEqual([{ what: "draw", by: "white" }]);
  });

  it("shows who may do what", () => {
    expect([game.canAbort, game.canResign, game.canOfferDraw, game.canTakeBack]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect([game.canRematch, game.canChat]).toEqual([false, true]);
    open(
      whole({ moves: OPENING.slice(0, 1), black: { seat: "computer", name: "", level: 2, online: true } }),
    );
    expect([game.canAbort, game.canResign, game.canOfferDraw, game.canChat]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    open(whole({ yours: ["black"], moves: OPENING.slice(0, 1) }));
    expect(game.canTakeBack).toBe(false);
  });

  it("says when what was proposed here is declined, but not when it was withdrawn", async () => {
    socket.subscriber.onMessage(whole({ seq: 3, proposals: [{ what: "draw", by: "white" }] }));
    socket.subscriber.onMessage(whole({ seq: 4 }));
    expect(game.notice).toEqual({ kind: "declined", what: "draw" });
    socket.subscriber.onMessage(whole({ seq: 5, proposals: [{ what: "draw", by: "white" }] }));
    void game.reply("draw", false);
    socket.subscriber.onMessage(whole({ seq: 6 }));
    expect(game.notice).toBeNull();
  });

  it("says what was refused", async () => {
    const response = game.propose("draw");
    socket.last("propose").fail(refused("not-possible"));
    expect(await response).toBe(false);
    expect(game.notice).toEqual({ kind: "refused", code: "not-possible" });
  });
});
