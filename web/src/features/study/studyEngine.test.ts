import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalysisLine, AnalysisTold, Refused, Studied } from "../../lib/messages";
import { Refusal, Socket, type Follower, type Wire } from "../../lib/socket";
import { StudyEngine } from "./studyEngine.svelte";
import { bestMoves, lineMoves } from "./studyDrawings";

const study = (...moves: string[]): Studied => ({ start: "s", moves, threefold: false });
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
const told = (depth: number, change: Partial<AnalysisTold> = {}): AnalysisTold => ({
  kind: "analysis",
  id: 1,
  state: "thinking",
  depth,
  nodes: 1000 * depth,
  seconds: depth,
  lines: [line(depth)],
  ...change,
});

const asked: { study: Studied; follower: Follower }[] = [];
const stopped = vi.fn();
const thinking = {
  analyse: (question: { study: Studied }, follower: Follower) =>
    void asked.push({ study: question.study, follower }),
  stop: stopped,
};

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  stopped.mockReset();
});
afterEach(() => vi.useRealTimers());

function engine(): StudyEngine {
  const made = new StudyEngine(thinking);
  made.on = true;
  return made;
}

describe("the engine beside the board", () => {
  it("is asked about the position where somebody stops, not about those stepped over", () => {
    const made = engine();
    made.follow(study("a"));
    made.follow(study("a", "b"));
    vi.runAllTimers();
    expect(asked.map((one) => one.study.moves)).toEqual([["a", "b"]]);
  });

  it("says nothing of a position that was left, whatever comes late", () => {
    const made = engine();
    made.follow(study("a"));
    vi.runAllTimers();
    asked[0]!.follower.told(told(3));
    expect(made.told?.depth).toBe(3);
    made.follow(study("a", "b"));
    expect(made.told).toBeNull();
    asked[0]!.follower.told(told(4));
    expect(made.told).toBeNull();
  });

  it("stops at once, and nothing more is shown", () => {
    const made = engine();
    made.follow(study("a"));
    vi.runAllTimers();
    asked[0]!.follower.told(told(3));
    stopped.mockReset();
    made.on = false;
    made.follow(study("a"));
    expect(stopped).toHaveBeenCalledOnce();
    expect(made.told).toBeNull();
    asked[0]!.follower.told(told(5));
    expect(made.told).toBeNull();
  });

  it("shows what it found before until it has found more", () => {
    const made = engine();
    made.follow(study("a"));
    vi.runAllTimers();
    asked[0]!.follower.told(told(6));
    made.follow(study("b"));
    vi.runAllTimers();
    made.follow(study("a"));
    expect(made.told?.depth).toBe(6);
    vi.runAllTimers();
    asked[2]!.follower.told(told(2));
    expect(made.best?.value).toBe(6);
    asked[2]!.follower.told(told(7));
    expect(made.best?.value).toBe(7);
  });

  it("asks again after a while when the server is busy", () => {
    const made = engine();
    made.follow(study("a"));
    vi.advanceTimersByTime(200);
    const no = { kind: "refused", id: 1, code: "busy", text: "", why: null } as Refused;
    asked[0]!.follower.refused(new Refusal(no));
    expect(made.refused).toBe("busy");
    vi.runAllTimers();
    expect(asked).toHaveLength(2);
    asked[1]!.follower.told(told(1));
    expect(made.refused).toBeNull();
  });
});

describe("the analysis on the socket", () => {
  class FakeWire implements Wire {
    onopen: Wire["onopen"] = null;
    onmessage: Wire["onmessage"] = null;
    onclose: Wire["onclose"] = null;
    sent: { kind: string; id: number }[] = [];
    send = (text: string): void => void this.sent.push(JSON.parse(text) as FakeWire["sent"][number]);
    close(): void {}
    tells = (tell: unknown): void => this.onmessage?.({ data: JSON.stringify(tell) } as MessageEvent);
  }

  it("hears only the latest, is asked again after a break, and not after a stop", () => {
    const wires: FakeWire[] = [];
    const socket = new Socket(
      () => {
        wires.push(new FakeWire());
        return wires.at(-1)!;
      },
      () => 0,
    );
    const heard: number[] = [];
    const follower: Follower = { told: (news) => heard.push(news.depth), refused: () => heard.push(-1) };
    socket.analyse({ kind: "analyse", study: study("a"), lines: 1 }, follower);
    wires[0]!.onopen?.(undefined as never);
    const first = wires[0]!.sent.at(-1)!.id;
    wires[0]!.tells(told(1, { id: first }));
    socket.analyse({ kind: "analyse", study: study("b"), lines: 1 }, follower);
    const second = wires[0]!.sent.at(-1)!.id;
    wires[0]!.tells(told(2, { id: first }));
    wires[0]!.tells(told(3, { id: second }));
    expect(heard).toEqual([1, 3]);
    wires[0]!.onclose?.(undefined as never);
    vi.advanceTimersByTime(20_000);
    wires[1]!.onopen?.(undefined as never);
    expect(wires[1]!.sent.map((message) => message.kind)).toEqual(["analyse"]);
    const third = wires[1]!.sent[0]!.id;
    socket.stop();
    expect(wires[1]!.sent.at(-1)!.kind).toBe("stop");
    wires[1]!.tells(told(4, { id: third }));
    expect(heard).toEqual([1, 3]);
  });
});

describe("best moves on the board", () => {
  it("are arrows, the best boldest; from a hand a tile with a ring", () => {
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
