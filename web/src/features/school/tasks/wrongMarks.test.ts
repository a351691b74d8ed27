import { describe, expect, it } from "vitest";
import type { ExplainedMove, IllegalReasons, PlayView, ReasonView } from "../../../lib/messages";
import { makePath, makeReason, makeScene } from "../../../lib/testData";
import { ChooseTask } from "./choose.svelte";
import { FindTask } from "./find.svelte";
import { JudgeTask } from "./judge.svelte";
import { PlayTask } from "./play.svelte";

const TASK = {
  text: "",
  scene: makeScene(),
  highlights: [],
  diagram: null,
  task: "do it",
  notice: "well seen",
  wrong: "not this",
};
const REFUSED: IllegalReasons = {
  whys: [makeReason("pinned"), makeReason("too far", "wA1")],
  places: { wA1: [9, 9, 1] },
  nowhere: { wQ: 0 },
};
const WRONG = { tone: "wrong", text: "not this" };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const move = (piece: string, to: [number, number], why: ReasonView | null = null): ExplainedMove => ({
  uhp: `${piece} …`,
  piece,
  origin: null,
  to,
  legal: !why,
  path: why ? null : makePath([-1, 0], to),
  why,
  ends: null,
});

describe("a wrong choice is marked on the board", () => {
  const place = (task: { marks: readonly { kind: string; place: unknown }[] }) =>
    task.marks.filter(({ kind }) => kind === "wrong").map((mark) => mark.place);

  it("as a space, with and without a reason, until the step is solved", () => {
    const task = new FindTask({
      ...TASK,
      kind: "find",
      piece: "wA1",
      answers: [[0, 1]],
      paths: [makePath([-1, 0], [0, 1])],
      refused: REFUSED,
    });
    task.point([9, 9]);
    task.point([5, 5]);
    task.point([5, 5]);
    expect(place(task)).toEqual([
      [9, 9],
      [5, 5],
    ]);
    task.point([0, 1]);
    expect(task.marks).toEqual([{ place: [0, 1], kind: "found" }]);
  });

  it("as a piece that was chosen", () => {
    const task = new ChooseTask({
      ...TASK,
      kind: "choose",
      answers: ["wA1"],
      notes: {
        wA1: { right: true, sentence: "yes", why: null },
        wQ: { right: false, sentence: "no", why: null },
        bQ: { right: false, sentence: "", why: makeReason("pinned") },
      },
    });
    task.pick("wQ");
    task.pick("bQ");
    expect(place(task)).toEqual([task.interaction.placeOf("wQ"), task.interaction.placeOf("bQ")]);
    expect(task.marks.every(({ piece }) => piece)).toBe(true);
  });

  it("as a move, until it is taken back", async () => {
    const task = new PlayTask({
      ...TASK,
      kind: "play",
      legal: { moves: { wA1: [0, 1, 1, 1] }, can_pass: false } as unknown as PlayView["legal"],
      paths: {},
      answers: { wA1: [0, 1] },
      refused: REFUSED,
    });
    task.pick("wA1");
    task.interaction.place("wA1", [1, 1]);
    await settled();
    expect([place(task), task.feedback]).toEqual([[[1, 1]], WRONG]);
    task.again();
    expect(place(task)).toEqual([]);
    // a piece of the other side
    task.pick("bQ");
    expect([place(task), task.feedback]).toEqual([
      [task.interaction.placeOf("bQ")],
      { tone: "wrong", what: "notYours" },
    ]);
    task.pick("wA1");
    expect(place(task)).toEqual([]);
  });

  it("as the destination of a move that was named wrongly", () => {
    const task = new JudgeTask({
      ...TASK,
      kind: "judge",
      moves: [move("wA1", [0, 1]), move("wQ", [1, 1], makeReason("pinned"))],
      answer: 0,
      because: [],
      wanted: "legal",
    });
    task.inspect(1);
    task.name();
    expect(place(task)).toEqual([[1, 1]]);
  });
});
