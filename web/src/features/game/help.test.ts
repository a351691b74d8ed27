import { beforeEach, describe, expect, it, vi } from "vitest";
import type { HintResponse, TakebackOffered, ThreatsResponse } from "../../lib/messages";
import { Help, type Helped } from "./help.svelte";
import type { Table } from "../../lib/position/hive";
import { Refusal, RequestTimeout, type RequestBody, type Requester } from "../../lib/socket";

const ID = "abcDEF0123";

interface Question {
  body: Record<string, unknown> & { kind: string };
  answer: (response: unknown) => void;
  fail: (error: Error) => void;
}

const questions: Question[] = [];
const socket: Requester = {
  ask: (body: RequestBody) =>
    new Promise<never>((resolve, reject) => {
      questions.push({
        body: body as Question["body"],
        answer: (response) => resolve(response as never),
        fail: reject,
      });
    }),
};

const table: Table = {
  stacks: new Map([
    ["0,0", ["wS1"]],
    ["1,0", ["bS1"]],
  ]),
  hands: { white: ["wQ", "wA1"], black: ["bQ"] },
};
const hint = (change: Partial<HintResponse> = {}): HintResponse => ({
  kind: "hint",
  id: 1,
  step: 1,
  theme: "move",
  sentence: "Look at the spider wS1: there is a better place for it.",
  pieces: ["wS1"],
  spaces: [],
  move: null,
  path: null,
  effects: [],
  ...change,
});
const move = { uhp: "wS1 bS1-", piece: "wS1", origin: [0, 0], to: [2, 0], spent: 0 } as const;
const second = hint({
  step: 2,
  move: { ...move, origin: [0, 0], to: [2, 0] },
  path: {
    kind: "slide",
    hexes: [
      [0, 0],
      [1, 1],
      [2, 0],
    ],
    thrower: null,
    copied: null,
  },
});
const threats: ThreatsResponse = {
  kind: "threats",
  id: 2,
  sentence: "With the black ant, Black could hold your spider in place.",
  threats: [
    { kind: "win", move: { uhp: "", piece: "bS1", origin: [1, 0], to: [0, 1], spent: 0 }, pinned: [] },
    { kind: "pin", move: { uhp: "", piece: "bA1", origin: null, to: [-1, 0], spent: 0 }, pinned: ["wS1"] },
  ],
  queen: { piece: "wQ", place: [0, 0], spaces: [] },
};
const offer: TakebackOffered = {
  kind: "offer",
  game: ID,
  ply: 3,
  blunder: "loses",
  sentence: "That lets Black surround your queen bee. Take it back?",
  move: { uhp: "", piece: "bS1", origin: [1, 0], to: [0, 1], spent: 0 },
};
const refused = (code: Refusal["code"]): Refusal =>
  new Refusal({ kind: "refused", id: 1, code, text: "", why: null });
const settled = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await Promise.resolve();
};

let game: { -readonly [K in keyof Helped]: Helped[K] };
let help: Help;
beforeEach(() => {
  questions.length = 0;
  game = { id: ID, latest: 2, canBeHelped: true, canPlay: true, interaction: { dismiss: vi.fn() } };
  help = new Help(game, socket, () => ({ language: "fr", notation: false }));
});

describe("a hint", () => {
  it("first shows where to look, then the move", async () => {
    void help.askHint();
    expect(help.asking).toBe("hint");
    expect(questions[0]!.body).toEqual({
      kind: "hint",
      game: ID,
      ply: 2,
      step: 1,
      language: "fr",
      notation: false,
    });
    questions[0]!.answer(hint());
    await settled();
    expect(help.asking).toBeNull();
    expect(help.drawings(table)).toEqual([{ at: [0, 0], to: null, color: "green", rank: 2 }]);
    expect(help.path).toBeNull();
    void help.askHint();
    expect(questions[1]!.body).toMatchObject({ step: 2 });
    questions[1]!.answer(second);
    await settled();
    expect(help.drawings(table)).toEqual([{ at: [2, 0], to: null, color: "green", rank: 1, piece: "wS1" }]);
    expect(help.path?.hexes).toHaveLength(3);
    void help.askHint();
    expect(questions).toHaveLength(2);
  });

  it("marks a piece in the hand", async () => {
    void help.askHint();
    questions[0]!.answer(hint({ theme: "place", pieces: ["wA1"] }));
    await settled();
    expect(help.inHand(table)).toEqual(["wA1"]);
    expect(help.drawings(table)).toEqual([]);
  });

  it("marks the spaces to look at", async () => {
    void help.askHint();
    questions[0]!.answer(hint({ theme: "win", pieces: [], spaces: [[0, 1]] }));
    await settled();
    expect(help.drawings(table)).toEqual([{ at: [0, 1], to: null, color: "yellow", rank: 2 }]);
  });

  it("is not requested on the other player's turn, nor in another kind of game", () => {
    game.canPlay = false;
    void help.askHint();
    game.canPlay = true;
    game.canBeHelped = false;
    void help.askHint();
    void help.askThreats();
    expect(questions).toEqual([]);
  });

  it("is ignored if it arrives after the next move", async () => {
    void help.askHint();
    help.gone();
    questions[0]!.answer(hint());
    await settled();
    expect(help.hint).toBeNull();
    expect(help.asking).toBeNull();
  });

  it("reports a failure", async () => {
    void help.askHint();
    questions[0]!.fail(refused("busy"));
    await settled();
    expect(help.problem).toBe("busy");
    void help.askThreats();
    expect(help.problem).toBeNull();
    questions[1]!.fail(new RequestTimeout(""));
    await settled();
    expect(help.problem).toBe("unanswered");
    help.clear();
    expect(help.shown).toBe(false);
  });
});

describe("threats", () => {
  it("are drawn as arrows, with placed pieces as ghosts and pinned ones ringed", async () => {
    void help.askThreats();
    expect(questions[0]!.body).toEqual({
      kind: "threats",
      game: ID,
      ply: 2,
      language: "fr",
      notation: false,
    });
    questions[0]!.answer(threats);
    await settled();
    expect(help.drawings(table)).toEqual([
      { at: [1, 0], to: [0, 1], color: "red", rank: 1 },
      { at: [-1, 0], to: null, color: "blue", rank: 3, piece: "bA1" },
      { at: [0, 0], to: null, color: "yellow", rank: 2 },
    ]);
    expect(help.layers?.queens).toEqual([threats.queen]);
  });

  it("replace a hint, and a hint replaces them", async () => {
    void help.askHint();
    questions[0]!.answer(hint());
    await settled();
    void help.askThreats();
    questions[1]!.answer(threats);
    await settled();
    expect(help.hint).toBeNull();
    void help.askHint();
    expect(questions[2]!.body).toMatchObject({ step: 1 });
    questions[2]!.answer(hint());
    await settled();
    expect(help.threats).toBeNull();
    expect(help.layers).toBeNull();
  });
});

describe("a blunder", () => {
  it("can be taken back with coaching on, until the game continues", () => {
    game.latest = 3;
    help.onOffer(offer);
    expect(help.offer).toBeNull();
    help.coach(true, { language: "en", notation: false });
    expect(questions[0]!.body).toEqual({
      kind: "coach",
      game: ID,
      on: true,
      language: "en",
      notation: false,
    });
    help.onOffer({ ...offer, ply: 1 });
    expect(help.offer).toBeNull();
    help.onOffer(offer);
    expect(help.offer).toBe(offer);
    expect(help.drawings(table)).toEqual([{ at: [1, 0], to: [0, 1], color: "red", rank: 1 }]);
    help.clear();
    expect(help.offer).toBe(offer);
    help.gone();
    expect(help.offer).toBeNull();
  });

  it("can be kept, which is sent once", () => {
    help.coach(true, { language: "en", notation: false });
    game.latest = 3;
    help.onOffer(offer);
    help.keep();
    help.keep();
    expect(questions.slice(1).map(({ body }) => body)).toEqual([{ kind: "keep", game: ID, ply: 3 }]);
  });

  it("is not offered with coaching off; the setting is sent again on a new connection", () => {
    help.coach(false, { language: "en", notation: false });
    expect(questions).toEqual([]);
    help.coach(true, { language: "en", notation: false });
    help.coach(true, { language: "en", notation: false });
    help.watched();
    help.coach(true, { language: "fr", notation: false });
    help.coach(false, { language: "fr", notation: false });
    expect(questions.map(({ body }) => [body["on"], body["language"]])).toEqual([
      [true, "en"],
      [true, "en"],
      [true, "fr"],
      [false, "fr"],
    ]);
  });
});
