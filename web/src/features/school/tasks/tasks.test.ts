import { describe, expect, it, vi } from "vitest";
import type {
  IllegalReasons,
  ChooseView,
  FindView,
  JudgeView,
  ExplainedMove,
  PassView,
  PlayView,
  ResultView,
  ShowView,
  WinView,
  ReasonView,
  WinNode,
} from "../../../lib/messages";
import { makePath, makeReason, makeScene } from "../../../lib/testData";
import { begin } from "./createTask";
import { ChooseTask } from "./choose.svelte";
import { FindTask } from "./find.svelte";
import { JudgeTask } from "./judge.svelte";
import { PassTask } from "./pass.svelte";
import { PlayTask } from "./play.svelte";
import { ResultTask } from "./result.svelte";
import { ShowTask } from "./show.svelte";
import type { Feedback } from "./task.svelte";
import { WinTask } from "./win.svelte";

const SCENE = makeScene();
const STEP = { text: "", scene: SCENE, highlights: [], diagram: null };
const TASK = { ...STEP, task: "do it", notice: "well seen", wrong: "not this" };
const REFUSED: IllegalReasons = {
  whys: [makeReason("pinned"), { ...makeReason("too far", "wA1"), alternatives: [[0, 1]] }],
  places: { wA1: [9, 9, 1] },
  nowhere: { wQ: 0 },
};
const RIGHT = { tone: "right", text: "well seen" };
const WRONG = { tone: "wrong", text: "not this" };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function move(piece: string, to: [number, number], why: ReasonView | null = null): ExplainedMove {
  return {
    uhp: `${piece} …`,
    piece,
    origin: null,
    to,
    legal: !why,
    path: why ? null : makePath([-1, 0], to),
    why,
    ends: null,
  };
}

describe("show", () => {
  const view: ShowView = {
    ...STEP,
    kind: "show",
    highlights: [{ what: "piece", places: [[1, 0]], pieces: ["bQ"], of: null, paths: [] }],
    moves: [move("wA1", [0, 1]), move("wQ", [0, 1], makeReason("pinned"))],
  };

  it("is solved immediately, and highlights its subject", () => {
    const task = new ShowTask(view);
    expect([task.solved, task.feedback]).toEqual([true, null]);
    expect(task.marks).toEqual([{ place: [1, 0], kind: "lit", piece: true }]);
  });

  it("shows each move from the same position, repeatedly", async () => {
    const task = new ShowTask(view);
    await task.show(0);
    await task.show(0);
    expect(task.table.made).toBe(1);
    expect(task.path?.hexes.at(-1)).toEqual([0, 1]);
    await task.show(1);
    expect([task.table.made, task.interaction.why?.text]).toEqual([0, "pinned"]);
    task.translate({ ...view, moves: [view.moves[0]!, move("wQ", [0, 1], makeReason("clouée"))] });
    expect(task.interaction.why?.text).toBe("clouée");
    task.again();
    expect([task.shown, task.interaction.why]).toEqual([null, null]);
  });
});

describe("find", () => {
  const view: FindView = {
    ...TASK,
    kind: "find",
    piece: "wA1",
    answers: [
      [0, 1],
      [1, 1],
    ],
    paths: [makePath([-1, 0], [0, 1]), makePath([-1, 0], [0, 1], [1, 1])],
    refused: REFUSED,
  };

  it("keeps the spaces found, and shows the path to the last one", () => {
    const feedback: Feedback[] = [];
    const task = new FindTask(view, { onEvent: (event) => feedback.push(event) });
    expect([task.pointing, task.meant]).toEqual([true, "wA1"]);
    task.point([1, 1]);
    task.point([1, 1]);
    expect(task.counted).toEqual({ done: 1, of: 2 });
    expect(task.marks).toEqual([{ place: [1, 1], kind: "found" }]);
    expect(task.path?.hexes).toHaveLength(3);
    expect(task.solved).toBe(false);
    task.point([0, 1]);
    expect([task.solved, task.feedback, task.pointing]).toEqual([true, RIGHT, false]);
    task.interaction.hover([1, 1]);
    expect(task.path?.hexes).toHaveLength(3);
    expect(feedback).toEqual([RIGHT]);
  });

  it("explains a wrong space with the reason or, without one, with the lesson's text", () => {
    const task = new FindTask(view);
    task.point([9, 9]);
    expect(task.interaction.why).toMatchObject({ text: "too far", to: [9, 9] });
    expect(task.interaction.why?.alternatives).toEqual([]);
    expect([task.mistakes, task.feedback]).toEqual([1, null]);
    task.point([5, 5]);
    expect([task.interaction.why, task.feedback, task.mistakes]).toEqual([null, WRONG, 2]);
    task.point([0, 1]);
    expect(task.feedback).toBeNull();
    const openly = new FindTask({
      ...view,
      piece: null,
      paths: [],
      refused: { whys: [], places: {}, nowhere: {} },
    });
    openly.point([9, 9]);
    expect([openly.feedback, openly.path]).toEqual([WRONG, null]);
  });

  it("shows the remaining spaces on request, marked differently", () => {
    const task = new FindTask(view);
    task.point([0, 1]);
    expect(task.canGive).toBe(true);
    task.give();
    expect(task.marks.map(({ kind }) => kind)).toEqual(["found", "given"]);
    expect([task.solved, task.given, task.canGive]).toEqual([true, true, false]);
    task.point([9, 9]);
    expect(task.mistakes).toBe(0);
  });

  it("keeps the spaces found in another language", () => {
    const task = new FindTask(view);
    task.point([0, 1]);
    const refused = { ...REFUSED, whys: [makeReason("clouée"), makeReason("trop loin", "wA1")] };
    task.translate({ ...view, notice: "bien vu", refused });
    task.point([9, 9]);
    expect(task.interaction.why?.text).toBe("trop loin");
    task.point([1, 1]);
    expect(task.feedback).toEqual({ tone: "right", text: "bien vu" });
  });
});

describe("choose", () => {
  const view: ChooseView = {
    ...TASK,
    kind: "choose",
    answers: ["wQ", "bQ"],
    notes: {
      wQ: { right: true, sentence: "pinned", why: makeReason("pinned") },
      bQ: { right: true, sentence: "this one too", why: null },
      wA1: { right: false, sentence: "it can leave", why: null },
      bA1: { right: false, sentence: "it rests", why: makeReason("it rests", "bA1") },
    },
  };

  it("shows the reason of a right piece, and counts the piece once", () => {
    const task = new ChooseTask(view);
    task.pick("wQ");
    task.pick("wQ");
    expect(task.counted).toEqual({ done: 1, of: 2 });
    expect([task.interaction.why?.text, task.praise]).toEqual(["pinned", null]);
    expect(task.marks).toEqual([{ place: [0, 0], kind: "found", piece: true }]);
    task.pick("bQ");
    expect([task.solved, task.feedback]).toEqual([true, RIGHT]);
  });

  it("comments on a right piece while others are missing", () => {
    const task = new ChooseTask(view);
    task.pick("bQ");
    expect([task.praise, task.solved]).toEqual(["this one too", false]);
  });

  it("explains a wrong piece with the reason", () => {
    const task = new ChooseTask(view);
    task.pick("wA1");
    expect(task.feedback).toEqual({ tone: "wrong", text: "it can leave" });
    task.pick("bA1");
    expect([task.feedback, task.interaction.why?.text, task.mistakes]).toEqual([null, "it rests", 2]);
  });

  it("can be given up", () => {
    const task = new ChooseTask(view);
    task.pick("wQ");
    task.give();
    expect(task.marks.map(({ kind }) => kind)).toEqual(["found", "given"]);
    expect([task.solved, task.given]).toEqual([true, true]);
  });
});

describe("judge", () => {
  const illegal: JudgeView = {
    ...TASK,
    kind: "judge",
    moves: [move("wA1", [0, 1]), move("wQ", [0, 1], makeReason("pinned")), move("wG1", [-2, 0])],
    wanted: "illegal",
    answer: 1,
    because: [
      { rule: "gate", title: "A gate", right: false },
      { rule: "one-hive", title: "One hive", right: true },
    ],
  };

  it("shows the moves as straight arrows, the inspected one boldest", () => {
    const task = new JudgeTask(illegal);
    expect(task.drawings.map(({ at, to, label, piece }) => [at, to, label, piece])).toEqual([
      [[-1, 0], [0, 1], "1", undefined],
      [[0, 0], [0, 1], "2", undefined],
      [[-2, 0], null, "3", "wG1"],
    ]);
    task.inspect(2);
    expect(task.drawings.map(({ rank }) => rank)).toEqual([3, 3, 1]);
    expect(task.path).toBeNull();
  });

  it("distinguishes the moves of one piece by their destinations", () => {
    const task = new JudgeTask({ ...illegal, moves: [move("wA1", [0, 1]), move("wA1", [-2, 0])], answer: 0 });
    const drawn = (): unknown[] => task.drawings.map(({ at, to, label }) => [at, to, label]);
    expect(drawn()).toEqual([
      [[0, 1], null, "1"],
      [[-2, 0], null, "2"],
    ]);
    task.inspect(0);
    expect(drawn()).toEqual([
      [[-1, 0], [0, 1], undefined],
      [[0, 1], null, "1"],
      [[-2, 0], null, "2"],
    ]);
  });

  it("asks for the move, then the rule, and shows the reason after both", () => {
    const task = new JudgeTask(illegal);
    task.name();
    expect(task.question).toBe("which");
    task.inspect(1);
    task.name();
    expect([task.question, task.solved, task.interaction.why]).toEqual(["why", false, null]);
    expect(task.drawings).toHaveLength(1);
    task.because(0);
    expect([task.feedback, task.wrongRules]).toEqual([{ tone: "wrong", what: "otherRule" }, [0]]);
    task.because(1);
    expect([task.solved, task.feedback, task.interaction.why?.text]).toEqual([true, RIGHT, "pinned"]);
    expect(task.drawings).toEqual([]);
  });

  it("shows the path of a legal move that was named as illegal", () => {
    const task = new JudgeTask(illegal);
    task.inspect(0);
    task.name();
    expect([task.feedback, task.mistakes, task.wrongMoves]).toEqual([WRONG, 1, [0]]);
    expect(task.path?.hexes.at(-1)).toEqual([0, 1]);
    task.inspect(2);
    expect([task.feedback, task.path]).toEqual([null, null]);
  });

  it("shows the reason against a move that was named as legal, and plays the legal one", () => {
    const task = new JudgeTask({ ...illegal, wanted: "legal", answer: 0, because: [] });
    task.inspect(1);
    task.name();
    expect([task.feedback, task.interaction.why?.text]).toEqual([null, "pinned"]);
    task.inspect(0);
    task.name();
    expect([task.solved, task.table.made, task.interaction.why]).toEqual([true, 1, null]);
  });

  it("can be given up after a mistake", () => {
    const task = new JudgeTask(illegal);
    expect(task.canGive).toBe(false);
    task.inspect(0);
    task.name();
    expect(task.canGive).toBe(true);
    task.give();
    expect([task.solved, task.given, task.interaction.why?.text]).toEqual([true, true, "pinned"]);
  });
});

const PLAY: PlayView = {
  ...TASK,
  kind: "play",
  legal: { moves: { wA1: [0, 1, 1, 1], wG1: [-2, 0] }, must_pass: false },
  answers: { wA1: [1, 1] },
  paths: { wA1: [makePath([-1, 0], [0, 1]), makePath([-1, 0], [0, 1], [1, 1])] },
  refused: REFUSED,
};

describe("play", () => {
  it("is solved by a move that meets the goal", async () => {
    const task = new PlayTask(PLAY);
    task.pick("wA1");
    expect(task.interaction.ghosts).toHaveLength(2);
    task.interaction.place("wA1", [1, 1]);
    await settled();
    expect([task.solved, task.feedback, task.interaction.movable]).toEqual([true, RIGHT, []]);
    expect(task.table.lastMove).toEqual({ origin: [-1, 0], to: [1, 1] });
  });

  it("keeps a wrong move on the board until it is taken back", async () => {
    const task = new PlayTask(PLAY);
    task.interaction.place("wG1", [-2, 0]);
    await settled();
    expect([task.slipped, task.feedback, task.table.made]).toEqual([true, WRONG, 1]);
    task.again();
    expect([task.slipped, task.feedback, task.table.made]).toEqual([false, null, 0]);
    expect(task.interaction.movable).toEqual(["wA1", "wG1"]);
  });

  it("takes a wrong move back when a piece is touched", async () => {
    const task = new PlayTask(PLAY);
    task.interaction.place("wG1", [-2, 0]);
    await settled();
    task.pick("wA1");
    expect([task.table.made, task.interaction.picked]).toEqual([0, "wA1"]);
  });

  it("explains an illegal move with the reason, and an enemy's piece with the side to move", () => {
    const task = new PlayTask(PLAY);
    task.interaction.place("wA1", [9, 9]);
    expect([task.interaction.why?.text, task.mistakes]).toEqual(["too far", 1]);
    task.pick("bQ");
    expect(task.feedback).toEqual({ tone: "wrong", what: "notYours" });
    task.pick("wQ");
    expect([task.feedback, task.interaction.why?.text]).toEqual([null, "pinned"]);
  });

  it("shows the move on request after a mistake", async () => {
    const task = new PlayTask(PLAY);
    task.interaction.place("wG1", [-2, 0]);
    await settled();
    task.give();
    await settled();
    expect([task.solved, task.given]).toEqual([true, true]);
    expect(task.interaction.placeOf("wA1")).toEqual([1, 1]);
    expect(task.interaction.placeOf("wG1")).toBeNull();
  });

  it("translates the feedback", async () => {
    const task = new PlayTask(PLAY);
    task.interaction.place("wG1", [-2, 0]);
    await settled();
    task.translate({ ...PLAY, wrong: "pas ça" });
    expect([task.slipped, task.feedback]).toEqual([true, { tone: "wrong", text: "pas ça" }]);
  });
});

describe("win", () => {
  const last: WinNode = {
    moves: 1,
    legal: { moves: { wG1: [2, -1, -2, 0] }, must_pass: false },
    paths: {},
    best: [{ uhp: "wG1 …", piece: "wG1", origin: null, to: [2, -1], reply: null, then: null }],
    wrong_moves: [{ piece: "wG1", to: [-2, 0], reply: null }],
    refused: REFUSED,
  };
  const view: WinView = {
    ...TASK,
    kind: "win",
    start: {
      moves: 2,
      legal: PLAY.legal,
      paths: PLAY.paths,
      best: [
        {
          uhp: "wA1 …",
          piece: "wA1",
          origin: null,
          to: [1, 1],
          reply: { uhp: "bA1 …", piece: "bA1", origin: null, to: [2, 1], path: null },
          then: last,
        },
      ],
      wrong_moves: [
        {
          piece: "wA1",
          to: [0, 1],
          reply: { uhp: "bQ …", piece: "bQ", origin: null, to: [1, -1], path: null },
        },
        {
          piece: "wG1",
          to: [-2, 0],
          reply: { uhp: "pass", piece: null, origin: null, to: null, path: null },
        },
      ],
      refused: REFUSED,
    },
  };

  it("replies to good moves up to the last", async () => {
    const pause = vi.fn(async () => {});
    const task = new WinTask(view, { pause });
    task.interaction.place("wA1", [1, 1]);
    await settled();
    expect(pause).toHaveBeenCalledOnce();
    expect([task.counted, task.solved]).toEqual([{ done: 1, of: 2 }, false]);
    expect(task.interaction.placeOf("bA1")).toEqual([2, 1]);
    expect(task.interaction.movable).toEqual(["wG1"]);
    task.interaction.place("wG1", [2, -1]);
    await settled();
    expect([task.solved, task.feedback, task.table.made]).toEqual([true, RIGHT, 3]);
  });

  it("refutes a wrong move, and takes both moves back", async () => {
    const task = new WinTask(view);
    task.interaction.place("wA1", [0, 1]);
    await settled();
    expect([task.slipped, task.feedback, task.table.made]).toEqual([true, WRONG, 2]);
    expect(task.interaction.placeOf("bQ")).toEqual([1, -1]);
    task.again();
    expect([task.slipped, task.table.made, task.table.stacks]).toEqual([false, 0, SCENE.stacks]);
    expect(task.interaction.movable).toEqual(["wA1", "wG1"]);
  });

  it("takes only the wrong move back", async () => {
    const task = new WinTask(view);
    task.interaction.place("wA1", [1, 1]);
    await settled();
    task.interaction.place("wG1", [-2, 0]);
    await settled();
    expect([task.slipped, task.table.made]).toEqual([true, 3]);
    task.pick("wG1");
    expect([task.table.made, task.interaction.picked]).toEqual([2, "wG1"]);
  });

  it("shows a pass as the reply", async () => {
    const task = new WinTask(view);
    task.interaction.place("wG1", [-2, 0]);
    await settled();
    expect([task.table.made, task.slipped]).toEqual([2, true]);
  });

  it("does not reply to a move that was taken back", async () => {
    let go = (): void => {};
    const task = new WinTask(view, { pause: () => new Promise((resolve) => (go = resolve)) });
    task.interaction.place("wA1", [0, 1]);
    await settled();
    task.again();
    go();
    await settled();
    expect([task.table.made, task.mistakes]).toEqual([0, 0]);
  });

  it("plays to the end on request", async () => {
    const task = new WinTask(view);
    task.interaction.place("wA1", [0, 1]);
    await settled();
    task.give();
    await settled();
    expect([task.solved, task.given, task.table.made]).toEqual([true, true, 3]);
  });
});

describe("pass", () => {
  const view: PassView = {
    ...TASK,
    kind: "pass",
    refused: {
      whys: [makeReason("pinned"), makeReason("shut in", "wA1")],
      places: {},
      nowhere: { wQ: 0, wA1: 1 },
    },
  };

  it("lets the reader try every piece, and then pass", () => {
    const task = new PassTask(view);
    task.pick("wQ");
    task.pick("wQ");
    expect([task.interaction.why?.text, task.counted]).toEqual(["pinned", { done: 1, of: 2 }]);
    task.pick("wA1");
    expect(task.marks.map(({ kind }) => kind)).toEqual(["tried", "tried"]);
    expect(task.solved).toBe(false);
    task.pass();
    expect([task.solved, task.feedback, task.interaction.why]).toEqual([true, RIGHT, null]);
  });
});

it("explains the player's own piece below an enemy that is touched", () => {
  const stacks = [{ place: [0, 0] as [number, number], pieces: ["wQ", "bB1"] }, ...SCENE.stacks.slice(2)];
  const refused = { whys: [makeReason("covered")], places: {}, nowhere: { wQ: 0 } };
  const task = new PassTask({ ...TASK, kind: "pass", scene: { ...SCENE, stacks }, refused });
  task.pick("bB1");
  expect([task.interaction.why?.text, task.tried]).toEqual(["covered", ["wQ"]]);
});

describe("result", () => {
  it("asks who has won", () => {
    const view: ResultView = { ...TASK, kind: "result", answer: "nobody" };
    const task = new ResultTask(view);
    task.answer("white");
    task.answer("white");
    expect([task.wrong, task.feedback, task.canGive]).toEqual([["white"], WRONG, true]);
    task.answer("nobody");
    expect([task.solved, task.feedback]).toEqual([true, RIGHT]);
  });
});

it("creates a task for every kind of step", () => {
  expect(begin(PLAY)).toBeInstanceOf(PlayTask);
  expect(begin({ ...TASK, kind: "result", answer: "draw" })).toBeInstanceOf(ResultTask);
  expect(begin({ ...STEP, kind: "show", moves: [] })).toBeInstanceOf(ShowTask);
});
