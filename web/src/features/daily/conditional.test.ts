import { describe, expect, it, vi } from "vitest";
import { HttpProblem } from "../../lib/api";
import type { GameState, PlayedMove, PositionView } from "../../lib/messages";
import type { Requester } from "../../lib/socket";
import { ConditionalEntry, MAX_LINES } from "./conditional.svelte";
import { Daily } from "./daily.svelte";

const played = (uhp: string): PlayedMove => ({ uhp, piece: uhp, origin: null, to: [0, 0], spent: 0 });
const GAME = {
  game: "abcdefghij",
  edition: "ultimate-2024",
  game_type: "Base",
  threefold: false,
  pieces: [],
  moves: [played("wS1")],
} as unknown as GameState;

/** A server that accepts every move. */
function entry({ lines = [], refuse = "" }: { lines?: string[][]; refuse?: string } = {}) {
  const ask = vi.fn(async ({ study, piece }: { study: { moves: string[] }; piece?: string | null }) => {
    const moves = [...study.moves, ...(piece ? [piece] : [])].map(played);
    return { moves, legal: { moves: {}, must_pass: false }, result: null } as unknown as PositionView;
  });
  const prepare = vi.fn(async (_game: string, conditional: { ply: number; lines: string[][] }) => {
    if (refuse) throw new HttpProblem(409, "refused", refuse);
    return conditional;
  });
  const game = { conditional: { ply: 1, lines }, white_vacation: null, black_vacation: null };
  const daily = new Daily(GAME.game, {
    daily: vi.fn(async () => game),
    next: vi.fn(async () => ({ game: null, waiting: 0 })),
    prepare,
  } as never);
  const found = new ConditionalEntry(GAME, daily, { ask } as unknown as Requester, {
    wording: () => ({ language: "en", notation: false }) as never,
    animate: () => false,
  });
  return { ask, daily, found, prepare };
}

describe("conditional moves", () => {
  it("begin after the moves of the game, which the server describes", async () => {
    const { ask, found } = entry();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    expect(ask.mock.calls[0]![0].study.moves).toEqual(["wS1"]);
    expect(found.toMove).toBe("black");
    expect(found.complete).toBe(false);
  });

  it("end with a reply, and are stored with the others", async () => {
    const { daily, found, prepare } = entry({ lines: [["bA1", "wA1"]] });
    await daily.load();
    found.line = [played("bG1")];
    await found.save();
    expect(prepare).not.toHaveBeenCalled();
    found.line = [played("bG1"), played("wG1")];
    await found.save();
    const lines = [
      ["bA1", "wA1"],
      ["bG1", "wG1"],
    ];
    expect(prepare).toHaveBeenCalledWith(GAME.game, { ply: 1, lines });
    expect(daily.lines).toEqual(lines);
    expect(found.line).toEqual([]);
  });

  it("can be cut and removed", async () => {
    const { ask, daily, found, prepare } = entry({ lines: [["bA1", "wA1"]] });
    await daily.load();
    found.line = [played("bG1"), played("wG1"), played("bG2")];
    found.cut(1);
    expect(found.line.map(({ uhp }) => uhp)).toEqual(["bG1"]);
    expect(ask.mock.lastCall![0].study.moves).toEqual(["wS1", "bG1"]);
    await found.remove(0);
    expect(prepare).toHaveBeenCalledWith(GAME.game, { ply: 1, lines: [] });
  });

  it("are limited in number", async () => {
    const { daily, found, prepare } = entry({
      lines: Array.from({ length: MAX_LINES }, () => ["bA1", "wA1"]),
    });
    await daily.load();
    found.line = [played("bG1"), played("wG1")];
    await found.save();
    expect(found.problem).toBe("full");
    expect(prepare).not.toHaveBeenCalled();
  });

  it.each([
    ["invalid-line", "clash"],
    ["late", "late"],
    ["your-turn", "late"],
    ["busy", "failed"],
  ])("say why they were refused: %s", async (code, problem) => {
    const { found } = entry({ refuse: code });
    found.line = [played("bG1"), played("wG1")];
    await found.save();
    expect(found.problem).toBe(problem);
    expect(found.line).toHaveLength(2);
    expect(found.saving).toBe(false);
  });
});
