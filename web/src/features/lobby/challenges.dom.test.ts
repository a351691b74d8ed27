import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChallengeEnded, ChallengeReceived, ChallengeView } from "../../lib/messages";
import { ChallengeList, type challengeApi } from "./challenges.svelte";

const challenge = (id: string, challenger = "Anna", challenged = "Ben"): ChallengeView => ({
  id,
  challenger,
  challenged,
  challenger_bot: false,
  challenged_bot: false,
  side: "random",
  clock: { kind: "minutes", minutes: 3, increment: 2, days: 0, first_move: 0 },
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: false,
  rated: true,
  created: 0,
  left: 600,
});
const ended = (change: Partial<ChallengeEnded>): ChallengeEnded => ({
  kind: "challenge-ended",
  challenge: "one",
  challenged: "Ben",
  how: "cancelled",
  reason: null,
  game: null,
  side: null,
  ...change,
});

const listeners: Record<string, (message: never) => void> = {};
const send = (message: ChallengeReceived | ChallengeEnded): void =>
  listeners[message.kind]!(message as never);
const socket = {
  listen: (kind: string, listener: (message: never) => void) => {
    listeners[kind] = listener;
    return () => {};
  },
  hold: () => () => {},
};
const go = vi.fn();
const requests = {
  list: vi.fn(),
  send: vi.fn(),
  accept: vi.fn(),
  decline: vi.fn(),
  withdraw: vi.fn(),
};
const make = (name: string): ChallengeList => {
  const list = new ChallengeList(socket as never, go, requests as unknown as typeof challengeApi);
  list.start(() => name);
  return list;
};

beforeEach(() => vi.clearAllMocks());

describe("challenges", () => {
  it("arrive, and leave when they are withdrawn", () => {
    const list = make("Ben");
    send({ kind: "challenge", challenge: challenge("one") });
    send({ kind: "challenge", challenge: challenge("one") });
    send({ kind: "challenge", challenge: challenge("two", "Ben", "Carla") });
    expect([list.incoming, list.outgoing].map((each) => each.map(({ id }) => id))).toEqual([
      ["one"],
      ["two"],
    ]);
    send(ended({}));
    expect(list.incoming).toEqual([]);
    expect(go).not.toHaveBeenCalled();
  });

  it("open the game of whoever accepts, and of the challenger", async () => {
    const ben = make("Ben");
    send({ kind: "challenge", challenge: challenge("one") });
    requests.accept.mockResolvedValue({ game: "abcDEF0123" });
    await ben.accept("one");
    expect(go).toHaveBeenCalledWith("/game/abcDEF0123");
    go.mockClear();
    const anna = make("Anna");
    send({ kind: "challenge", challenge: challenge("two") });
    send(ended({ challenge: "two", how: "accepted", game: "abcDEF0123", side: "white" }));
    expect(go).toHaveBeenCalledWith("/game/abcDEF0123");
    expect(anna.outgoing).toEqual([]);
  });

  it("say why they were declined", () => {
    const anna = make("Anna");
    send({ kind: "challenge", challenge: challenge("one") });
    send(ended({ how: "declined", reason: "too-fast" }));
    expect(anna.declined?.reason).toBe("too-fast");
  });

  it("are listed again after a reconnection", async () => {
    const list = make("Ben");
    requests.list.mockResolvedValue({ incoming: [challenge("one")], outgoing: [] });
    await list.refresh();
    expect(list.incoming.length).toBe(1);
    requests.list.mockRejectedValue(new Error("offline"));
    await list.refresh();
    expect(list.incoming.length).toBe(1);
  });
});
