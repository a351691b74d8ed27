import { describe, expect, it, vi } from "vitest";
import type { PlayedMove, PositionView, StudyPosition } from "../../lib/messages";
import { Attempt, judgeAttempt, type Exercise } from "./attempt.svelte";
import type { Requester } from "../../lib/socket";

const played = (piece: string, to: [number, number]): PlayedMove => ({
  uhp: `${piece} at ${to}`,
  piece,
  origin: [0, 0],
  to,
  spent: 0,
});
const EXERCISE: Exercise = {
  study: { start: "ultimate-2024 Base White[5] …", moves: ["wS1"] },
  by: "black",
  best: played("bA1", [1, 0]),
  played: played("bA1", [2, 0]),
  chance: 0.7,
  after: 0.4,
};
const SEEN: PositionView = {
  kind: "position",
  id: 1,
  position: "",
  edition: "",
  game_type: "Base",
  ply: 9,
  stacks: [{ place: [0, 0], pieces: ["bA1"] }],
  hands: ["bQ", "wQ"],
  moves: [],
  legal: { moves: { bA1: [1, 0, 2, 0, 3, 0] }, must_pass: false },
  result: null,
};

function makeAttempt(white: number | null = 0.35, change: Partial<PositionView> = {}) {
  const requests: Record<string, unknown>[] = [];
  const ask = (request: Record<string, unknown>): Promise<unknown> => {
    requests.push(request);
    if (request["kind"] === "study-paths") return Promise.resolve({ paths: [] });
    if (request["kind"] === "study-why")
      return Promise.resolve({ why: { text: "no", piece: request["piece"] } });
    const to = request["to"] as [number, number] | undefined;
    return Promise.resolve(to ? { ...SEEN, ...change, moves: [played("bA1", to)] } : SEEN);
  };
  const chance = vi.fn((_: StudyPosition) => Promise.resolve(white));
  const attempt = new Attempt(EXERCISE, { ask } as unknown as Requester, {
    wording: () => ({ language: "en", notation: false }),
    animate: () => false,
    chance,
  });
  return { attempt, requests, chance };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("finding the better move", () => {
  it("shows the destinations sent by the server", async () => {
    const { attempt } = makeAttempt();
    await attempt.open();
    expect(attempt.interaction.movable).toEqual(["bA1"]);
    attempt.interaction.pick("bA1");
    expect(attempt.interaction.ghosts).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
    expect(attempt.hands).toEqual({ white: ["wQ"], black: ["bQ"] });
  });

  it("judges the best move and the move played without the engine", async () => {
    for (const [to, verdict, known] of [
      [[1, 0], "best", 0.7],
      [[2, 0], "worse", 0.4],
    ] as const) {
      const { attempt, chance } = makeAttempt();
      await attempt.open();
      attempt.interaction.place("bA1", [...to]);
      await settled();
      expect(attempt.tried).toMatchObject({ verdict, chance: known });
      expect(chance).not.toHaveBeenCalled();
    }
  });

  it("uses the engine for other moves and reports the mover's winning chances", async () => {
    const { attempt, chance } = makeAttempt(0.31);
    await attempt.open();
    attempt.interaction.place("bA1", [3, 0]);
    await settled();
    expect(chance).toHaveBeenCalledWith({ ...EXERCISE.study, moves: ["wS1", "bA1 at 3,0"] });
    expect(attempt.tried).toMatchObject({ verdict: "good" });
    expect(attempt.tried!.chance).toBeCloseTo(0.69);
  });

  it("needs no engine if the move ends the game", async () => {
    const { attempt, chance } = makeAttempt(0.5, { result: { winner: "black", ending: "surrounded" } });
    await attempt.open();
    attempt.interaction.place("bA1", [3, 0]);
    await settled();
    expect(chance).not.toHaveBeenCalled();
    expect(attempt.tried).toMatchObject({ verdict: "good", chance: 1 });
  });

  it("drops a late response to an attempt that was taken back", async () => {
    let answer = (_: number): void => {};
    const { attempt, chance } = makeAttempt();
    chance.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    await attempt.open();
    attempt.interaction.place("bA1", [3, 0]);
    await settled();
    expect(attempt.tried?.verdict).toBe("thinking");
    attempt.again();
    answer(0.1);
    await settled();
    expect(attempt.tried).toBeNull();
    expect(attempt.interaction.movable).toEqual(["bA1"]);
  });

  it("shows the reason why a move is illegal", async () => {
    const { attempt, requests } = makeAttempt();
    await attempt.open();
    attempt.interaction.place("bA1", [9, 9]);
    await settled();
    expect(requests.at(-1)).toMatchObject({ kind: "study-why", piece: "bA1", to: [9, 9], language: "en" });
    expect(attempt.interaction.why).toMatchObject({ text: "no" });
    expect(attempt.tried).toBeNull();
  });
});

it.each([
  [0.72, "good"],
  [0.68, "good"],
  [0.5, "better"],
  [0.42, "worse"],
  [0.1, "worse"],
  [null, "unknown"],
] as const)("winning chances of %s after a tried move are judged %s", (chance, verdict) => {
  expect(judgeAttempt(chance, EXERCISE)).toBe(verdict);
});
