import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalysisLine, AnalysisUpdate, Refused, StudyPosition } from "../../lib/messages";
import { Refusal, Socket, type AnalysisSubscriber, type Transport } from "../../lib/socket";
import { StudyEngine } from "./studyEngine.svelte";
import en from "../../lib/i18n/en";
import { engineProblem } from "./studyValues";
import { bestMoves, lineMoves } from "./studyDrawings";

const study = (...moves: string[]): StudyPosition => ({ start: "s", moves, threefold: false });
const line = (value: number): AnalysisLine => ({
  value,
  white_wins: 0.5 + value / 10,
  forced: null,
  moves: [
    { uhp: "wA1 -wQ", piece: "wA1", origin: [1, 1], to: [2, 2], spent: 0 },
    { uhp: "bQ wQ-", piece: "bQ", origin: null, to: [3, 3], spent: 0 },
    { uhp: "pass", piece: null, origin: null, to: null, spent: 0 },
  ],
});
const update = (depth: number, change: Partial<AnalysisUpdate> = {}): AnalysisUpdate => ({
  kind: "analysis",
  id: 1,
  state: "thinking",
  depth,
  nodes: 1000 * depth,
  seconds: depth,
  lines: [line(depth)],
  ...change,
});

const requests: { study: StudyPosition; subscriber: AnalysisSubscriber }[] = [];
const stopped = vi.fn();
const thinking = {
  analyse: (question: { study: StudyPosition }, subscriber: AnalysisSubscriber) =>
    void requests.push({ study: question.study, subscriber }),
  stop: stopped,
};

beforeEach(() => {
  vi.useFakeTimers();
  requests.length = 0;
  stopped.mockReset();
});
afterEach(() => vi.useRealTimers());

function engine(): StudyEngine {
  const made = new StudyEngine(thinking);
  made.on = true;
  return made;
}

describe("the engine of a study", () => {
  it("analyses the position where the reader stops, not those in between", () => {
    const made = engine();
    made.follow(study("a"));
    made.follow(study("a", "b"));
    vi.runAllTimers();
    expect(requests.map((one) => one.study.moves)).toEqual([["a", "b"]]);
  });

  it("ignores late updates about another position", () => {
    const made = engine();
    made.follow(study("a"));
    vi.runAllTimers();
    requests[0]!.subscriber.onUpdate(update(3));
    expect(made.analysis?.depth).toBe(3);
    made.follow(study("a", "b"));
    expect(made.analysis).toBeNull();
    requests[0]!.subscriber.onUpdate(update(4));
    expect(made.analysis).toBeNull();
  });

  it("keeps the chances of the moves it has analysed, until another study opens", () => {
    const made = engine();
    made.follow(study("a"), 1);
    vi.runAllTimers();
    requests[0]!.subscriber.onUpdate(update(1));
    made.follow(study("a", "b"), 2);
    vi.runAllTimers();
    requests[1]!.subscriber.onUpdate(update(2));
    expect([...made.chances]).toEqual([
      [1, 60],
      [2, 70],
    ]);
    made.forget();
    expect(made.chances.size).toBe(0);
  });

  it("stops immediately and shows nothing more", () => {
    const made = engine();
    made.follow(study("a"));
    vi.runAllTimers();
    requests[0]!.subscriber.onUpdate(update(3));
    stopped.mockReset();
    made.on = false;
    made.follow(study("a"));
    expect(stopped).toHaveBeenCalledOnce();
    expect(made.analysis).toBeNull();
    requests[0]!.subscriber.onUpdate(update(5));
    expect(made.analysis).toBeNull();
  });

  it("shows the earlier analysis until the new one is deeper", () => {
    const made = engine();
    made.follow(study("a"));
    vi.runAllTimers();
    requests[0]!.subscriber.onUpdate(update(6));
    made.follow(study("b"));
    vi.runAllTimers();
    made.follow(study("a"));
    expect(made.analysis?.depth).toBe(6);
    vi.runAllTimers();
    requests[2]!.subscriber.onUpdate(update(2));
    expect(made.best?.value).toBe(6);
    requests[2]!.subscriber.onUpdate(update(7));
    expect(made.best?.value).toBe(7);
  });

  it("repeats the request later if the server is busy", () => {
    const made = engine();
    made.follow(study("a"));
    vi.advanceTimersByTime(200);
    const no = { kind: "refused", id: 1, code: "busy", text: "", why: null } as Refused;
    requests[0]!.subscriber.onRefused(new Refusal(no));
    expect(made.refused).toBe("busy");
    vi.runAllTimers();
    expect(requests).toHaveLength(2);
    requests[1]!.subscriber.onUpdate(update(1));
    expect(made.refused).toBeNull();
  });

  it("forgets the lines of a position that the player is playing, and does not ask again", () => {
    const made = engine();
    made.follow(study("a"));
    vi.advanceTimersByTime(200);
    requests[0]!.subscriber.onUpdate(update(3));
    const no = { kind: "refused", id: 1, code: "in-play", text: "", why: null } as Refused;
    requests[0]!.subscriber.onRefused(new Refusal(no));
    expect([made.refused, made.analysis]).toEqual(["in-play", null]);
    vi.runAllTimers();
    expect(requests).toHaveLength(1);
    made.follow(study("b"));
    made.follow(study("a"));
    expect(made.analysis).toBeNull();
    expect(engineProblem("in-play", en)).toMatch(/after the game/);
    expect(engineProblem("too-many", en)).toMatch(/from your network/);
    expect(engineProblem("too-fast", en)).toBe(en.study.engine.busy);
    expect(engineProblem("illegal", en)).toBe(en.study.engine.refused);
  });
});

describe("the analysis on the socket", () => {
  class FakeTransport implements Transport {
    onopen: Transport["onopen"] = null;
    onmessage: Transport["onmessage"] = null;
    onclose: Transport["onclose"] = null;
    sent: { kind: string; id: number }[] = [];
    send = (text: string): void => void this.sent.push(JSON.parse(text) as FakeTransport["sent"][number]);
    close(): void {}
    receive = (message: unknown): void => this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  it("receives only the latest, and is requested again after a reconnection but not after a stop", () => {
    const transports: FakeTransport[] = [];
    const socket = new Socket(
      () => {
        transports.push(new FakeTransport());
        return transports.at(-1)!;
      },
      () => 0,
    );
    const received: number[] = [];
    const subscriber: AnalysisSubscriber = {
      onUpdate: (update) => received.push(update.depth),
      onRefused: () => received.push(-1),
    };
    socket.analyse({ kind: "analyse", study: study("a"), lines: 1 }, subscriber);
    transports[0]!.onopen?.(undefined as never);
    const first = transports[0]!.sent.at(-1)!.id;
    transports[0]!.receive(update(1, { id: first }));
    socket.analyse({ kind: "analyse", study: study("b"), lines: 1 }, subscriber);
    const second = transports[0]!.sent.at(-1)!.id;
    transports[0]!.receive(update(2, { id: first }));
    transports[0]!.receive(update(3, { id: second }));
    expect(received).toEqual([1, 3]);
    transports[0]!.onclose?.(undefined as never);
    vi.advanceTimersByTime(20_000);
    transports[1]!.onopen?.(undefined as never);
    expect(transports[1]!.sent.map((message) => message.kind)).toEqual(["analyse"]);
    const third = transports[1]!.sent[0]!.id;
    socket.stop();
    expect(transports[1]!.sent.at(-1)!.kind).toBe("stop");
    transports[1]!.receive(update(4, { id: third }));
    expect(received).toEqual([1, 3]);
  });
});

describe("best moves on the board", () => {
  it("are arrows, the best boldest; placements are tiles with a ring", () => {
    expect(bestMoves([line(1), line(2)]).map((drawing) => drawing.rank)).toEqual([1, 2]);
    const placed = (piece: string): AnalysisLine => ({
      ...line(1),
      moves: [{ uhp: piece, piece, origin: null, to: [0, 0], spent: 0 }],
    });
    expect(
      bestMoves([placed("wA1"), placed("wB1"), line(1)]).map(({ piece, rank }) => [piece, rank]),
    ).toEqual([
      ["wA1", 1],
      [undefined, 3],
    ]);
    expect(lineMoves(line(1))).toEqual([
      { at: [1, 1], to: [2, 2], color: "engine", rank: 1, label: "1" },
      { at: [3, 3], to: null, piece: "bQ", color: "engine", rank: 2, label: "2" },
    ]);
  });
});
