import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TournamentChanged, TournamentGameReady } from "../../lib/messages";
import { Refusal } from "../../lib/socket";
import { LiveTournament, OWN_PAGE, ownLine, type TournamentSocket } from "./tournament.svelte";
import { TournamentGames } from "./tournamentGames.svelte";
import { ID, makeChanged, makeScore, makeStandings, makeView } from "./tournamentFixtures";

/** A socket whose answers a test decides, and whose connection it opens. */
class FakeSocket {
  asked: Record<string, unknown>[] = [];
  answer: TournamentChanged | Error = makeChanged();
  listeners: Record<string, (message: never) => void> = {};
  onOpen: () => void = () => {};

  ask = vi.fn((body: Record<string, unknown>) => {
    this.asked.push(body);
    return this.answer instanceof Error ? Promise.reject(this.answer) : Promise.resolve(this.answer);
  });
  listen = (kind: string, listener: (message: never) => void) => {
    this.listeners[kind] = listener;
    return () => delete this.listeners[kind];
  };
  hold = (onOpen: () => void) => {
    this.onOpen = onOpen;
    return () => undefined;
  };
  send(message: TournamentChanged | TournamentGameReady): void {
    this.listeners[message.kind]?.(message as never);
  }
}

let socket: FakeSocket;
beforeEach(() => (socket = new FakeSocket()));

describe("a tournament that is followed", () => {
  let time = 0;
  const follow = async () => {
    const live = new LiveTournament(ID, socket as unknown as TournamentSocket, () => time);
    const stop = live.start();
    socket.onOpen();
    await vi.waitFor(() => expect(live.view).not.toBeNull());
    return { live, stop };
  };
  afterEach(() => (time = 0));

  it("shows the latest state, and no older one", async () => {
    const { live } = await follow();
    socket.send(makeChanged({ version: 3, standings: makeStandings({ players: 3 }) }));
    socket.send(makeChanged({ version: 2, standings: makeStandings({ players: 2 }) }));
    socket.send(
      makeChanged({ version: 9, tournament: "another000", standings: makeStandings({ players: 9 }) }),
    );
    expect(live.standings?.players).toBe(3);
  });

  it("requests the page that the reader turns to, and again after a reconnection", async () => {
    const { live } = await follow();
    socket.answer = makeChanged({ standings: makeStandings({ page: 4, pages: 5 }) });
    await live.turnTo(OWN_PAGE);
    expect(live.standings?.page).toBe(4);
    socket.onOpen();
    await vi.waitFor(() => expect(socket.asked.at(-1)).toMatchObject({ kind: "watch-tournament", page: 4 }));
  });

  it("counts the server's time, and lets go at the end", async () => {
    time = 500;
    const { live, stop } = await follow();
    expect(live.serverTime(4_500)).toBe(2_004);
    stop();
    expect(socket.asked.at(-1)).toEqual({ kind: "unwatch-tournament", tournament: ID });
  });

  it("keeps what it has when a request fails", async () => {
    const { live } = await follow();
    socket.answer = new Refusal({ kind: "refused", id: 1, code: "too-fast", text: "", why: null });
    await live.refresh();
    expect(live.view).not.toBeNull();
    expect(live.failed).toBeNull();
  });

  it("finds the reader's line", () => {
    const line = makeScore({ name: "Zoé" });
    const standings = makeStandings({ scores: [makeScore(), line] });
    expect(ownLine(standings, "Zoé", true)).toBe(line);
    expect(ownLine(standings, "Zoé", false)).toBeNull();
    expect(ownLine(null, "Zoé", true)).toBeNull();
  });

  it("takes over what a change returns", async () => {
    const { live } = await follow();
    live.adopt(makeView({ description: "New" }));
    expect(live.view?.description).toBe("New");
  });
});

describe("the reader's games in tournaments", () => {
  const go = vi.fn();
  const ready = (game = "abcDEF0123"): TournamentGameReady => ({
    kind: "tournament-game",
    tournament: ID,
    name: "Friday evening",
    game,
    side: "white",
    opponent: "Ben",
    round: 1,
  });
  const make = (): TournamentGames => {
    const games = new TournamentGames(socket as never, go);
    games.start();
    return games;
  };
  beforeEach(() => go.mockReset());

  it("open in the tab that shows the tournament, once", () => {
    const games = make();
    games.shown = ID;
    socket.send(ready());
    socket.send(ready());
    games.open("abcDEF0123");
    expect(go.mock.calls).toEqual([["/game/abcDEF0123"]]);
    expect(games.ready).toBeNull();
  });

  it("are offered in other tabs", () => {
    const games = make();
    socket.send(ready());
    expect(go).not.toHaveBeenCalled();
    expect(games.ready?.opponent).toBe("Ben");
    games.enter();
    expect(go).toHaveBeenCalledWith("/game/abcDEF0123");
    socket.send(ready());
    expect(games.ready).toBeNull();
    socket.send(ready("another000"));
    games.dismiss();
    expect(games.ready).toBeNull();
  });

  it("do not open again for readers who went back to the standings", () => {
    const games = make();
    games.arrive("abcDEF0123");
    games.shown = ID;
    games.open("abcDEF0123");
    socket.send(ready());
    expect(go).not.toHaveBeenCalled();
  });

  it("open when the reader comes back from the game before", () => {
    const games = make();
    socket.send(ready());
    expect(games.ready).not.toBeNull();
    games.arrive("abcDEF0123");
    expect(go).toHaveBeenCalledWith("/game/abcDEF0123");
    expect(games.ready).toBeNull();
  });

  it("are not offered once the reader is there", () => {
    const games = make();
    socket.send(ready());
    games.visit("abcDEF0123");
    expect(games.ready).toBeNull();
    games.arrive("abcDEF0123");
    expect(go).not.toHaveBeenCalled();
  });
});
