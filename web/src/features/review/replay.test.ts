import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PlayedMove, PathView } from "../../lib/messages";
import type { Requester } from "../../lib/socket";
import { Replay, sameTurn } from "./replay.svelte";

const played = (uhp: string, origin: PlayedMove["origin"], to: PlayedMove["to"]): PlayedMove => ({
  uhp,
  piece: uhp === "pass" ? null : uhp.split(" ")[0]!,
  origin,
  to,
  spent: 0,
});
const GAME = [
  played("wS1", null, [0, 0]),
  played("bS1 wS1-", null, [1, 0]),
  played("wB1 -wS1", null, [-1, 0]),
  played("pass", null, null),
  played("wB1 wS1", [-1, 0], [0, 0]),
];
const CLIMB: PathView = {
  kind: "climb",
  hexes: [
    [-1, 0],
    [0, 0],
  ],
  thrower: null,
  copied: null,
};
const START = {
  study: { start: "ultimate-2024 Base White[1] -", threefold: true },
  stacks: [],
  hands: ["wS1", "wB1", "wQ", "bS1", "bQ"],
};

function makeReplay(
  animate: boolean,
  answer: () => Promise<unknown> = () => Promise.resolve({ path: CLIMB }),
) {
  const ask = vi.fn(answer);
  const landed = vi.fn();
  const replay = new Replay({ ask } as unknown as Requester, { animate: () => animate, landed });
  replay.begin(START, GAME);
  return { replay, ask, landed };
}
const stacksOf = ({ stacks }: Replay): Record<string, string[]> =>
  Object.fromEntries(stacks.map(({ place, pieces }) => [place.join(), pieces]));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("stepping through a game", () => {
  it("places the pieces and removes them from the hands", () => {
    const { replay } = makeReplay(false);
    replay.view(3);
    expect(stacksOf(replay)).toEqual({ "0,0": ["wS1"], "1,0": ["bS1"], "-1,0": ["wB1"] });
    expect(replay.hands).toEqual({ white: ["wQ"], black: ["bQ"] });
    replay.view(5);
    expect(stacksOf(replay)).toEqual({ "0,0": ["wS1", "wB1"], "1,0": ["bS1"] });
    expect(replay.lastMove).toEqual({ origin: [-1, 0], to: [0, 0] });
    replay.view(4);
    expect(replay.lastMove).toBeNull();
  });

  it("stays within the game", () => {
    const { replay } = makeReplay(false);
    replay.step(-1);
    expect(replay.shown).toBe(0);
    replay.view(99);
    expect(replay.shown).toBe(5);
  });

  it("animates a step along the requested path, and reversed when stepping back", async () => {
    const { replay, ask, landed } = makeReplay(true);
    replay.view(4);
    replay.step(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenLastCalledWith({
      kind: "study-path",
      study: { ...START.study, moves: GAME.map(({ uhp }) => uhp) },
    });
    expect(replay.interaction.flying).toMatchObject({ piece: "wB1", path: CLIMB });
    replay.interaction.landed(replay.interaction.flying!);
    expect(landed).toHaveBeenCalledOnce();
    replay.step(-1);
    await vi.advanceTimersByTimeAsync(0);
    expect(replay.interaction.flying?.path.hexes).toEqual([...CLIMB.hexes].reverse());
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("uses a straight line if the path arrives too late", async () => {
    const { replay } = makeReplay(true, () => new Promise(() => {}));
    replay.view(4);
    replay.step(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(replay.shown).toBe(5);
    expect(replay.interaction.flying?.path).toMatchObject({ kind: "slide", hexes: CLIMB.hexes });
  });

  it("drops a path that arrives after the next step", async () => {
    let answer = (_: unknown): void => {};
    const { replay } = makeReplay(true, () => new Promise((resolve) => (answer = resolve)));
    replay.view(4);
    replay.step(1);
    replay.view(0);
    answer({ path: CLIMB });
    await vi.advanceTimersByTimeAsync(1000);
    expect(replay.shown).toBe(0);
    expect(replay.interaction.flying).toBeNull();
  });

  it("follows a line and does not step out of it", () => {
    const { replay } = makeReplay(false);
    replay.view(3);
    const line = [played("bQ bS1-", null, [2, 0]), played("wQ -wB1", null, [-2, 0])];
    replay.follow([...GAME.slice(0, 3), ...line], 3);
    replay.step(-1);
    expect(replay.shown).toBe(3);
    replay.view(5);
    expect(replay.hands).toEqual({ white: [], black: [] });
    expect(replay.study().moves).toEqual(["wS1", "bS1 wS1-", "wB1 -wS1", "bQ bS1-", "wQ -wB1"]);
  });
});

it("turns are the same if the piece and the destination are the same", () => {
  const [one, two] = [played("wA1 -bQ", [3, 3], [1, 1]), played("wA1 wS1/", [3, 3], [1, 1])];
  expect(sameTurn(one, two)).toBe(true);
  expect(sameTurn(one, { ...two, to: [1, 2] })).toBe(false);
  expect(sameTurn(one, undefined)).toBe(false);
});
