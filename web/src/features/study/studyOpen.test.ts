import { describe, expect, it, vi } from "vitest";
import en from "../../lib/i18n/en";
import type { GameState, ReadRecords, RecordTree } from "../../lib/messages";
import {
  isPosition,
  MAX_FILE_SIZE,
  openAddress,
  openFile,
  openText,
  readMoves,
  recordOf,
  StillPlayed,
  TooLarge,
} from "./studyOpen";
import { evaluate } from "./studyValues";

const game = { start: "s", tags: {}, nodes: [{ uhp: "wS1" }] } as unknown as RecordTree;
const read = (change: Partial<ReadRecords> = {}): ReadRecords => ({
  games: [game],
  refused: [],
  remarks: [],
  left_out: 0,
  ...change,
});

describe("a pasted text", () => {
  it.each([
    ["ultimate-2024 Base+MLP White[1] -", true],
    ["0,0:wS1bQ^wB1/wQ", true],
    ["base black -1,0:.wS1bG1/wQ", true],
    ["Base+MLP;InProgress;White[3];wS1;bG1 -wS1;wQ wS1/;bQ bG1\\", false],
    ["wS1; bG1 wS1-", false],
    ["wS1", false],
    ['[GameType "Base"]\n\n1. wS1 2. bG1 -wS1', false],
    ["1. wS1\n2. bG1 -wS1", false],
  ])("%j is a position: %s", (text, position) => {
    expect(isPosition(text)).toBe(position);
  });

  it("can be a list of moves, which becomes a game", async () => {
    expect(readMoves("wS1; bG1 wS1-;wQ -wS1\n")).toEqual(["wS1", "bG1 wS1-", "wQ -wS1"]);
    expect(readMoves("1. wS1 2. bG1 wS1-\n3. pass")).toEqual(["wS1", "bG1 wS1-", "pass"]);
    expect(readMoves("wS1, bG1 \\wS1")).toEqual(["wS1", "bG1 \\wS1"]);
    expect(readMoves("Base;InProgress;White[1];wS1")).toBeNull();
    expect(readMoves("")).toBeNull();
    const reading = vi.fn().mockResolvedValue(read({ remarks: ["no edition"] }));
    const found = await openText("wS1; bG1 wS1-; wQ -wS1", "en", { check: vi.fn(), read: reading });
    expect(found).toMatchObject({ kind: "game", remarks: [] });
    const [sent] = reading.mock.calls[0] as [Blob];
    expect(await sent.text()).toBe("Base+MLP;InProgress;Black[2];wS1;bG1 wS1-;wQ -wS1");
  });

  it("is read as a position or as games", async () => {
    const check = vi.fn().mockResolvedValue({ faults: [], position: "canonical" });
    const reading = vi.fn().mockResolvedValue(read());
    await expect(openText(" 0,0:wS1bQ ", "fr", { check, read: reading })).resolves.toEqual({
      kind: "position",
      start: "canonical",
    });
    expect(check).toHaveBeenCalledWith({ position: "0,0:wS1bQ", language: "fr" });
    check.mockResolvedValue({ faults: ["no"], position: null });
    await expect(openText("0,0:wS1.bQ", "fr", { check, read: reading })).resolves.toMatchObject({
      kind: "nothing",
      faults: ["no"],
    });
    await expect(openText("wS1", "fr", { check, read: reading })).resolves.toMatchObject({ kind: "game" });
  });
});

describe("a file", () => {
  const opened = (answer: ReadRecords) => openFile(new Blob(["x"]), { read: () => Promise.resolve(answer) });
  const no = { file: "", number: 2, line: 9, ply: 4, why: "?" };

  it("opens immediately with one game, and offers a choice with several or a broken one", async () => {
    expect((await opened(read())).kind).toBe("game");
    expect((await opened(read({ games: [game, game] }))).kind).toBe("choice");
    expect((await opened(read({ refused: [no] }))).kind).toBe("choice");
    expect((await opened(read({ games: [], refused: [no] }))).kind).toBe("nothing");
  });

  it("without a game is not reported as game 0", async () => {
    const notText = { ...no, number: 0, line: 0, ply: null };
    expect(await opened(read({ games: [], refused: [notText] }))).toEqual({
      kind: "nothing",
      refused: [],
      faults: [],
    });
  });

  it("of another game, such as chess, is refused at its first move", async () => {
    const chess = { ...no, number: 1, line: 1, ply: 1 };
    expect(await opened(read({ games: [{ ...game, nodes: [] }], refused: [chess] }))).toEqual({
      kind: "nothing",
      refused: [chess],
      faults: [],
    });
  });

  it("is not sent if it is too large", async () => {
    const reading = vi.fn();
    const file = { size: MAX_FILE_SIZE + 1 } as Blob;
    await expect(openFile(file, { read: reading })).rejects.toBeInstanceOf(TooLarge);
    expect(reading).not.toHaveBeenCalled();
  });
});

describe("an address", () => {
  const gameState = {
    edition: "hive-2016",
    game_type: "Base",
    threefold: true,
    white: { seat: "guest", name: "Ann" },
    black: { seat: "computer", name: "", level: 3 },
    clock_rule: { kind: "minutes" },
    moves: [{ uhp: "wS1", piece: "wS1", origin: null, to: [0, 0], spent: 2500 }],
    result: { winner: "black", ending: "resignation" },
  } as unknown as GameState;

  it("of a finished game includes players, result and times", () => {
    const record = recordOf(gameState, en);
    expect(record).toMatchObject({
      start: "hive-2016 Base White[1] -",
      threefold: true,
      tags: { White: "Ann", Black: "Computer · pupa" },
      result: "BlackWins",
    });
    expect(record.nodes[0]).toMatchObject({ parent: -1, uhp: "wS1", to: [0, 0], spent: 2.5 });
  });

  it("of a running game opens nothing", async () => {
    const api = { shared: vi.fn(), archived: vi.fn(), check: vi.fn(), game: vi.fn() };
    api.game.mockResolvedValue({ ...gameState, result: null });
    await expect(openAddress(null, { game: "abcDEF0123" }, en, "en", api)).rejects.toBeInstanceOf(
      StillPlayed,
    );
    await expect(openAddress(null, {}, en, "en", api)).resolves.toBeNull();
    api.shared.mockResolvedValue(game);
    await expect(openAddress("Ab3", {}, en, "en", api)).resolves.toMatchObject({ record: game });
  });
});

describe("an evaluation", () => {
  it("is described from the leader's side", () => {
    expect(evaluate({ value: 1, white_wins: 0.624, forced: null }, en)).toMatchObject({
      side: "white",
      short: "62 %",
      long: "White wins 62% of the time",
    });
    expect(evaluate({ value: -1, white_wins: 0.4, forced: null }, en)).toMatchObject({
      side: "black",
      short: "60 %",
    });
    expect(evaluate({ value: 0, white_wins: 0.5, forced: null }, en)).toMatchObject({
      side: null,
      long: "Even",
    });
    expect(evaluate({ value: -300, white_wins: 0, forced: 4 }, en)).toMatchObject({
      side: "black",
      long: "Black wins in 4",
      white: 0,
    });
  });
});
