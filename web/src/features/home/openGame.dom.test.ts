import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameState } from "../../lib/messages";
import type { Subscriber } from "../../lib/socket";
import { makeSummary } from "../../lib/testSummary";
import { OpenGame } from "./openGame.svelte";

const fetchMock = vi.fn<typeof fetch>();
let subscriber: Subscriber | null = null;
let playing = false;
const socket = {
  watch: vi.fn((_: string, listener: Subscriber) => void (subscriber = listener)),
  unwatch: vi.fn(),
  ask: vi.fn(() => Promise.resolve()),
};
const go = vi.fn();
const state = (change: Partial<GameState>): GameState =>
  ({ kind: "game", game: "abcDEF0123", started: false, result: null, ...change }) as GameState;

beforeEach(() => {
  vi.clearAllMocks();
  playing = false;
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockImplementation((path) =>
    Promise.resolve(
      new Response(JSON.stringify(path === "/api/me" ? { name: "" } : { game: "abcDEF0123" }), {
        status: path === "/api/me" ? 200 : 201,
      }),
    ),
  );
});

const make = (): OpenGame => new OpenGame(socket, go, () => playing);
const RAPID = { opponent: "anyone", clock: { kind: "minutes", minutes: 10, increment: 5 } } as const;

describe("an open game", () => {
  it("waits, and is entered when someone joins", async () => {
    const open = make();
    await open.request(RAPID);
    expect([open.game, open.clock]).toEqual(["abcDEF0123", "10+5"]);
    subscriber!.onMessage(state({}));
    expect(go).not.toHaveBeenCalled();
    subscriber!.onMessage(state({ started: true }));
    expect(go).toHaveBeenCalledWith("/game/abcDEF0123");
    expect([open.game, open.clock]).toEqual([null, null]);
    expect(socket.unwatch).toHaveBeenCalledWith("abcDEF0123");
  });

  it("does not take you away from another game", async () => {
    const open = make();
    await open.request(RAPID);
    playing = true;
    subscriber!.onMessage(state({ started: true }));
    expect(go).not.toHaveBeenCalled();
    expect(open.joined).toBe(true);
    open.enter();
    expect(go).toHaveBeenCalledWith("/game/abcDEF0123");
  });

  it("is aborted when you cancel it or open another one", async () => {
    const open = make();
    await open.request(RAPID);
    await open.request({ ...RAPID, clock: { kind: "days", days: 1 } });
    expect(socket.ask).toHaveBeenCalledTimes(1);
    expect(open.clock).toBe("1d");
    open.cancel();
    expect(socket.ask).toHaveBeenLastCalledWith({ kind: "abort", game: "abcDEF0123" });
    expect(open.clock).toBeNull();
  });

  it("stops waiting when the game has ended", async () => {
    const open = make();
    await open.request(RAPID);
    subscriber!.onMessage(state({ result: { winner: null, ending: "aborted" } }));
    expect([open.game, go.mock.calls.length]).toEqual([null, 0]);
  });

  it("continues after the page was loaded again", () => {
    const open = make();
    open.resume([
      makeSummary({ yours: ["white"] }),
      makeSummary({ game: "open", joinable: true, yours: ["black"] }),
    ]);
    expect([open.game, open.clock]).toEqual(["open", "10+5"]);
  });

  it("does not wait if the game could not be created", async () => {
    const open = make();
    fetchMock.mockImplementation((path) =>
      Promise.resolve(
        path === "/api/me"
          ? new Response('{"name": ""}')
          : new Response('{"detail": "too many"}', { status: 409 }),
      ),
    );
    await expect(open.request(RAPID)).rejects.toThrow("too many");
    expect(open.clock).toBeNull();
  });
});
