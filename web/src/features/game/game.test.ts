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
import { UNRATED } from "../../lib/testData";

const ID = "abcDEF0123";

interface SentRequest {
  body: Record<string, unknown> & { kind: string };
  answer: (response?: unknown) => void;
  fail: (error: Error) => void;
}

class FakeSocket implements GameSocket {
  readonly requests: SentRequest[] = [];
  subscriber!: Subscriber;
  refreshed = 0;

  ask = (body: RequestBody): Promise<never> =>
    new Promise<never>((resolve, reject) => {
      const answer = (response: unknown = { kind: "done" }): void => resolve(response as never);
      this.requests.push({ body: body as SentRequest["body"], answer, fail: reject });
    });
  watch(_: string, subscriber: Subscriber): void {
    this.subscriber = subscriber;
  }
  unwatch(): void {}
  refresh(): void {
    this.refreshed += 1;
  }
  last(kind: string): SentRequest {
    const found = this.requests.filter((request) => request.body.kind === kind).at(-1);
    if (!found) throw new Error(`no request ${kind}`);
    return found;
  }
  count(kind: string): number {
    return this.requests.filter((request) => request.body.kind === kind).length;
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
  white: { seat: "guest", name: "Ann", level: null, online: true, ...UNRATED },
  black: { seat: "guest", name: "Bob", level: null, online: true, ...UNRATED },
  yours: ["white"],
  same_screen: false,
  private: false,
  rated: false,
  tournament: null,
  started: true,
  moves: OPENING,
  legal: white,
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
const reason = { title: "one hive rule", text: "…", pieces: [] } as unknown as ReasonView;
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
    wording: () => ({ language, notation: false }),
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

describe("the state of a game", () => {
  it("contains the hive, the hands and the legal moves", () => {
    expect(game.stacks).toEqual([
      { place: [0, 0], pieces: ["wS1"] },
      { place: [1, 0], pieces: ["bS1"] },
    ]);
    expect(game.table.hands.white).toEqual(["wQ", "wA1"]);
    expect(game.interaction.movable).toEqual(["wQ", "wA1"]);
    expect(game.toMove).toBe("white");
    expect(game.lastMove).toEqual({ origin: null, to: [1, 0] });
    expect(game.canPlay).toBe(true);
  });

  it("contains no legal moves for spectators, before the start and after the end", () => {
    open(whole({ yours: [] }));
    expect([game.blockedReason, game.interaction.movable]).toEqual(["watching", []]);
    open(whole({ started: false }));
    expect(game.blockedReason).toBe("waiting");
    open(whole({ result: { winner: "white", ending: "time" } }));
    expect(game.blockedReason).toBe("over");
    open(whole({ yours: ["black"] }));
    expect(game.blockedReason).toBe("notYourTurn");
    game.interaction.pick("bQ");
    expect(game.interaction.notice).toEqual({ kind: "blocked", what: "notYourTurn" });
  });

  it("is missing if there is no such game", () => {
    socket.subscriber.onRefused(refused("unknown-game"));
    expect(game.missing).toBe(true);
  });
});

describe("picking", () => {
  it("shows the destinations of a piece, and their paths once they arrive", async () => {
    game.interaction.pick("wQ");
    expect(game.interaction.ghosts).toEqual([
      [-1, 0],
      [-1, 1],
    ]);
    expect(socket.last("paths").body).toMatchObject({ ply: 2, piece: "wQ" });
    socket.last("paths").answer({ paths: [path([-1, 0]), path([-1, 1])] });
    await settle();
    expect(game.interaction.path).toBeNull();
    game.interaction.hover([-1, 1]);
    expect(game.interaction.path).toEqual(path([-1, 1]));
    game.interaction.pick("wQ");
    expect(game.interaction.picked).toBeNull();
    game.interaction.pick("wQ");
    expect(socket.count("paths")).toBe(1);
  });

  it("requests the reason in the page's language, and the next action removes it", async () => {
    game.interaction.pick("wS1");
    expect(socket.last("why").body).toMatchObject({ ply: 2, piece: "wS1", to: null, language: "fr" });
    socket.last("why").answer({ why: reason });
    await settle();
    expect(game.interaction.why).toEqual(reason);
    game.interaction.pick("wQ");
    expect(game.interaction.why).toBeNull();
  });

  it("ignores a reason that arrives after a cancel", async () => {
    game.interaction.pick("wS1");
    const late = socket.last("why");
    game.interaction.cancel();
    late.answer({ why: reason });
    await settle();
    expect(game.interaction.notice).toBeNull();
  });

  it("requests the reason against an illegal destination, and keeps the piece picked", async () => {
    game.interaction.pick("wQ");
    game.interaction.place("wQ", [5, 5]);
    expect(socket.last("why").body).toMatchObject({ piece: "wQ", to: [5, 5] });
    expect(game.interaction.picked).toBe("wQ");
    expect(socket.count("move")).toBe(0);
  });
});

describe("the player's own move", () => {
  it("is drawn immediately, flies, and stays when the server confirms it", async () => {
    game.interaction.pick("wQ");
    game.interaction.place("wQ", [-1, 0]);
    expect(game.stacks.at(-1)).toEqual({ place: [-1, 0], pieces: ["wQ"] });
    expect(game.interaction.flying).toMatchObject({ piece: "wQ" });
    expect(game.canPlay).toBe(false);
    expect(socket.last("move").body).toMatchObject({ ply: 2, piece: "wQ", to: [-1, 0] });
    const flight = game.interaction.flying!;
    socket.subscriber.onMessage(moved(played("wQ -wS1", [-1, 0]), 3));
    socket.last("move").answer();
    await settle();
    expect(game.interaction.flying).toBe(flight);
    expect(game.stacks.length).toBe(3);
    expect(game.sending).toBe(false);
    expect(socket.count("path")).toBe(0);
    game.interaction.landed(flight);
    expect(events.map((what) => what.kind)).toEqual(["moved", "turn", "landed"]);
  });

  it("does not fly if the piece was dragged", () => {
    game.interaction.place("wQ", [-1, 0], { dragged: true });
    expect(game.interaction.flying).toBeNull();
    expect(events).toEqual([{ kind: "landed" }]);
  });

  it("is taken back with the reason if the server refuses it", async () => {
    game.interaction.place("wQ", [-1, 0]);
    socket.last("move").fail(refused("illegal", reason));
    await settle();
    expect(game.stacks.length).toBe(2);
    expect(socket.last("why").body).toMatchObject({ piece: "wQ", to: [-1, 0], language: "fr" });
    language = "en";
    game.interaction.place("wQ", [-1, 0]);
    socket.last("move").fail(refused("illegal", reason));
    await settle();
    expect(game.interaction.why).toEqual(reason);
    game.interaction.place("wQ", [-1, 0]);
    socket.last("move").fail(refused("late"));
    await settle();
    expect(game.interaction.notice).toEqual({ kind: "refused", code: "late" });
    expect(game.table.hands.white).toContain("wQ");
  });

  it("is sent again after a timeout if the game has not advanced", async () => {
    game.interaction.place("wQ", [-1, 0]);
    socket.last("move").fail(new RequestTimeout());
    await settle();
    expect(game.stacks.length).toBe(3);
    socket.subscriber.onMessage(whole());
    expect(socket.count("move")).toBe(2);
    socket.subscriber.onMessage(whole({ proposals: [{ what: "draw", by: "black" }] }));
    expect(socket.count("move")).toBe(2);
  });

  it("is not sent again after a timeout if the server has stored it", async () => {
    game.interaction.place("wQ", [-1, 0]);
    socket.last("move").fail(new RequestTimeout());
    await settle();
    socket.subscriber.onMessage(
      whole({ seq: 3, moves: [...OPENING, played("wQ -wS1", [-1, 0])], legal: black }),
    );
    expect(socket.count("move")).toBe(1);
    expect([game.sending, game.stacks.length, game.toMove]).toEqual([false, 3, "black"]);
  });

  it("is taken back with a notice after several timeouts", async () => {
    game.interaction.place("wQ", [-1, 0]);
    for (let attempt = 0; attempt < 4; attempt++) {
      socket.last("move").fail(new RequestTimeout());
      await settle();
      socket.subscriber.onMessage(whole());
    }
    expect(game.interaction.notice).toEqual({ kind: "refused", code: "unanswered" });
    expect(game.stacks.length).toBe(2);
  });

  describe("that the database did not confirm", () => {
    beforeEach(async () => {
      game.interaction.place("wQ", [-1, 0]);
      socket.last("move").fail(refused("unconfirmed"));
      await settle();
    });

    it("stays on the board while the page checks whether it was stored", async () => {
      expect([game.sending, game.stacks.length, game.canPlay]).toEqual([true, 3, false]);
      expect(game.interaction.notice).toEqual({ kind: "refused", code: "unconfirmed" });
      await vi.advanceTimersByTimeAsync(500);
      expect(socket.refreshed).toBe(1);
      expect(socket.count("move")).toBe(1);
    });

    it("is kept if the state contains it", () => {
      const moves = [...OPENING, played("wQ -wS1", [-1, 0])];
      socket.subscriber.onMessage(whole({ seq: 3, moves, legal: black }));
      expect([game.sending, game.stacks.length, game.toMove]).toEqual([false, 3, "black"]);
      expect([socket.count("move"), game.interaction.notice]).toEqual([1, null]);
    });

    it("is kept if the server broadcasts it after all", () => {
      socket.subscriber.onMessage(moved(played("wQ -wS1", [-1, 0]), 3));
      expect([game.sending, game.stacks.length, game.interaction.notice]).toEqual([false, 3, null]);
    });

    it("is sent again if the state does not contain it", async () => {
      socket.subscriber.onMessage(whole());
      expect(socket.count("move")).toBe(2);
      socket.subscriber.onMessage(moved(played("wQ -wS1", [-1, 0]), 3));
      socket.last("move").answer();
      await settle();
      expect([game.sending, game.stacks.length, game.interaction.notice]).toEqual([false, 3, null]);
    });

    it("is never reported as not played, not even after the last attempt", async () => {
      for (let attempt = 1; attempt < 4; attempt++) {
        socket.subscriber.onMessage(whole());
        socket.last("move").fail(refused("unconfirmed"));
        await settle();
      }
      expect(socket.count("move")).toBe(4);
      expect(game.interaction.notice).toEqual({ kind: "refused", code: "unanswered" });
      const moves = [...OPENING, played("wQ -wS1", [-1, 0])];
      socket.subscriber.onMessage(whole({ seq: 3, moves, legal: black }));
      expect([game.stacks.length, game.interaction.notice]).toEqual([3, null]);
    });
  });

  it("can be a pass", () => {
    open(whole({ legal: { moves: {}, must_pass: true } }));
    game.interaction.pass();
    expect(socket.last("move").body).toMatchObject({ ply: 2, piece: null, to: null });
    expect([game.latest, game.stacks.length]).toEqual([3, 2]);
  });
});

describe("the other player's move", () => {
  beforeEach(() => open(whole({ yours: ["white"], moves: OPENING.slice(0, 1), seq: 1, legal: black })));
  const theirs = (): void =>
    socket.subscriber.onMessage(moved(OPENING[1]!, 2, { path: path([3, 0], [1, 0]) }));

  it("flies immediately along the path in the message, without another request", async () => {
    theirs();
    expect(game.interaction.flying).toEqual({ piece: "bS1", path: path([3, 0], [1, 0]) });
    expect([game.stacks.length, game.canPlay]).toEqual([2, true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(socket.requests).toEqual([]);
  });

  it("flies straight if it arrives with the full state, which has no path", () => {
    socket.subscriber.onMessage(whole());
    expect(game.interaction.flying).toMatchObject({ piece: "bS1", path: { hexes: [[1, 0]] } });
    expect(socket.requests).toEqual([]);
  });

  it("announces a pass without a flight", () => {
    const pass = { uhp: "pass", piece: null, origin: null, to: null, spent: 0 };
    socket.subscriber.onMessage(moved(pass, 2, { path: { ...path(), kind: "pass" } }));
    expect(game.interaction.flying).toBeNull();
    expect(events.map(({ kind }) => kind)).toEqual(["landed", "moved", "turn"]);
  });

  it("does not fly if animation is off", () => {
    animate = false;
    theirs();
    expect([game.stacks.length, game.interaction.flying]).toEqual([2, null]);
  });

  it("does not change the view of a player who looks back", async () => {
    game.view(0);
    await vi.advanceTimersByTimeAsync(300);
    theirs();
    await settle();
    expect([game.shown, game.latest, game.interaction.flying]).toEqual([0, 2, null]);
  });

  it("causes a request for the full state if an event is missing", () => {
    socket.subscriber.onMessage(moved(OPENING[1]!, 2, { seq: 5 }));
    expect([socket.refreshed, game.latest]).toEqual([1, 1]);
    socket.subscriber.onMessage(moved(OPENING[0]!, 1, { seq: 1 }));
    expect(socket.refreshed).toBe(1);
  });
});

describe("looking back", () => {
  it("shows an earlier position without legal moves", () => {
    animate = false;
    game.view(1);
    expect([game.shown, game.stacks.length, game.interaction.movable]).toEqual([1, 1, []]);
    game.interaction.pick("wQ");
    expect(game.interaction.notice).toEqual({ kind: "blocked", what: "lookingBack" });
    game.step(1);
    expect([game.viewing, game.canPlay]).toEqual([null, true]);
    game.step(-9);
    expect(game.shown).toBe(0);
  });

  it("flies back along the path of the move, which is requested", async () => {
    open(whole({ moves: [...OPENING, played("wS1 bS1-", [2, 0], [0, 0])] }));
    game.step(-1);
    socket.last("path").answer({ path: path([0, 0], [0, 1], [1, 1], [2, 0]) });
    await settle();
    expect(game.shown).toBe(2);
    expect(game.interaction.flying?.path.hexes[0]).toEqual([2, 0]);
  });
});

describe("other events", () => {
  it("announces takebacks, proposals, results and chat", () => {
    socket.subscriber.onMessage(whole({ seq: 3, proposals: [{ what: "draw", by: "black" }] }));
    socket.subscriber.onMessage(whole({ seq: 4, moves: [], legal: white }));
    socket.subscriber.onMessage({ kind: "chat", game: ID, line: { by: "black", text: "hi", at: 1 } });
    socket.subscriber.onMessage({
      kind: "presence",
      game: ID,
      white: true,
      black: false,
      watchers: 3,
      claim: null,
    });
    socket.subscriber.onMessage(whole({ seq: 5, moves: [], result: { winner: null, ending: "agreement" } }));
    expect(events.map((what) => what.kind)).toEqual(["proposed", "taken back", "turn", "chat", "result"]);
  });

  it("removes proposals with a move, except a draw that the mover offered", () => {
    const proposals: GameState["proposals"] = [
      { what: "draw", by: "white" },
      { what: "takeback", by: "black" },
    ];
    open(whole({ proposals }));
    socket.subscriber.onMessage(moved(REPLY, 3));
    expect(game.state?.proposals).toEqual([{ what: "draw", by: "white" }]);
  });

  it("allows commands that fit the state of the game", () => {
    expect([game.canAbort, game.canResign, game.canOfferDraw, game.canTakeBack]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect([game.canRematch, game.canChat]).toEqual([false, true]);
    open(
      whole({
        moves: OPENING.slice(0, 1),
        black: { seat: "computer", name: "", level: 2, online: true, ...UNRATED },
      }),
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

  it("allows no abort, takeback or rematch in a tournament", () => {
    const tournament = "abcDEF0123";
    open(whole({ tournament, moves: OPENING.slice(0, 1) }));
    expect([game.canAbort, game.canResign, game.canTakeBack]).toEqual([false, true, false]);
    open(whole({ tournament, result: { winner: "white", ending: "resignation" } }));
    expect(game.canRematch).toBe(false);
    open(whole({ result: { winner: "white", ending: "resignation" } }));
    expect(game.canRematch).toBe(true);
  });

  it("shows that a proposal was declined, but not that it was withdrawn", async () => {
    socket.subscriber.onMessage(whole({ seq: 3, proposals: [{ what: "draw", by: "white" }] }));
    socket.subscriber.onMessage(whole({ seq: 4 }));
    expect(game.interaction.notice).toEqual({ kind: "declined", what: "draw" });
    socket.subscriber.onMessage(whole({ seq: 5, proposals: [{ what: "draw", by: "white" }] }));
    void game.reply("draw", false);
    socket.subscriber.onMessage(whole({ seq: 6 }));
    expect(game.interaction.notice).toBeNull();
  });

  it("shows why a command was refused", async () => {
    const response = game.propose("draw");
    socket.last("propose").fail(refused("not-possible"));
    expect(await response).toBe(false);
    expect(game.interaction.notice).toEqual({ kind: "refused", code: "not-possible" });
    expect(socket.refreshed).toBe(0);
  });

  it("requests the state after a command that was not confirmed, and trusts it", async () => {
    const response = game.propose("draw");
    socket.last("propose").fail(refused("unconfirmed"));
    expect(await response).toBe(false);
    expect(game.interaction.notice).toEqual({ kind: "refused", code: "unanswered" });
    expect(socket.refreshed).toBe(1);
    socket.subscriber.onMessage(whole({ seq: 3, proposals: [{ what: "draw", by: "white" }] }));
    expect(game.interaction.notice).toBeNull();
  });
});
