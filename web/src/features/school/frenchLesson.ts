/** A lesson in French with one step of each kind, for tests. */
import type { IllegalReasons, LessonView, ExplainedMove, ReasonView } from "../../lib/messages";
import { makePath, makeReason, makeScene } from "../../lib/testData";

const SCENE = makeScene();
const PINNED = makeReason("Votre reine abeille est clouée", "wQ");
const TOO_FAR = makeReason("Votre fourmi ne passe pas par là", "wA1");
const LEGAL = { moves: { wA1: [0, 1, 1, 1], wG1: [-2, 0] }, must_pass: false };
const PATHS = { wA1: [makePath([-1, 0], [0, 1]), makePath([-1, 0], [0, 1], [1, 1])] };
const REFUSED: IllegalReasons = {
  whys: [PINNED, TOO_FAR],
  places: { wA1: [1, -1, 1] },
  nowhere: { wQ: 0 },
};

function move(uhp: string, to: [number, number], why: ReasonView | null = null): ExplainedMove {
  const piece = uhp.split(" ")[0]!;
  return {
    uhp,
    piece,
    origin: null,
    to,
    legal: !why,
    path: why ? null : makePath([-1, 0], to),
    why,
    ends: null,
  };
}

/** The texts of a task, which name its kind so that every step has its own. */
const task = (kind: string) => ({
  text: `Une étape du genre ${kind}.`,
  scene: SCENE,
  highlights: [],
  diagram: null,
  task: `À faire : ${kind}.`,
  notice: `Bien vu : ${kind}.`,
  wrong: `Pas tout à fait : ${kind}.`,
});

export const LESSON: LessonView = {
  id: "toutes-les-etapes",
  language: "fr",
  title: "Toutes les étapes",
  summary: "Une étape de chaque genre.",
  rulebook: [{ id: "one-hive", title: "La ruche unique" }],
  steps: [
    {
      kind: "show",
      text: "Regardez la fourmi.",
      scene: SCENE,
      highlights: [],
      diagram: null,
      moves: [move("wA1 wQ\\", [0, 1]), move("wQ bQ\\", [1, 1], PINNED)],
    },
    {
      ...task("find"),
      kind: "find",
      piece: "wA1",
      answers: [
        [0, 1],
        [1, 1],
      ],
      paths: PATHS.wA1,
      refused: REFUSED,
    },
    {
      ...task("choose"),
      kind: "choose",
      answers: ["wQ"],
      notes: {
        wQ: { right: true, sentence: "Elle tient la ruche.", why: null },
        wA1: { right: false, sentence: "Elle peut partir.", why: null },
      },
    },
    {
      ...task("judge"),
      kind: "judge",
      moves: [move("wA1 wQ\\", [0, 1]), move("wQ bQ\\", [1, 1], PINNED)],
      wanted: "illegal",
      answer: 1,
      because: [
        { rule: "gate", title: "Un passage fermé", right: false },
        { rule: "one-hive", title: "La ruche unique", right: true },
      ],
    },
    {
      ...task("play"),
      kind: "play",
      legal: LEGAL,
      answers: { wA1: [1, 1] },
      paths: PATHS,
      refused: REFUSED,
    },
    {
      ...task("win"),
      kind: "win",
      start: {
        moves: 1,
        legal: LEGAL,
        paths: PATHS,
        best: [{ uhp: "wA1 bQ\\", piece: "wA1", origin: null, to: [1, 1], reply: null, then: null }],
        wrong_moves: [{ piece: "wA1", to: [0, 1], reply: null }],
        refused: REFUSED,
      },
    },
    {
      ...task("pass"),
      kind: "pass",
      refused: { whys: [PINNED, TOO_FAR], places: {}, nowhere: { wQ: 0, wA1: 1 } },
    },
    { ...task("result"), kind: "result", answer: "draw" },
  ],
};
