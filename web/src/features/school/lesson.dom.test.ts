import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LessonView } from "../../lib/messages";
import { makeScene } from "../../lib/testData";
import { SchoolProgress } from "./schoolProgress.svelte";
import { Lesson, readStep } from "./lesson.svelte";
import type { ResultTask } from "./tasks/result.svelte";

const SCENE = makeScene({ stacks: [], white: [] });
const STEP = { text: "", scene: SCENE, highlights: [], diagram: null };

function lessonView(language = "en"): LessonView {
  const strings = { task: "", notice: `notice ${language}`, wrong: `wrong ${language}` };
  return {
    id: "ending",
    language,
    title: "",
    summary: "",
    rulebook: [],
    steps: [
      { ...STEP, kind: "show", moves: [] },
      { ...STEP, ...strings, kind: "result", answer: "draw" },
      { ...STEP, ...strings, kind: "result", answer: "white" },
    ],
  };
}

const task = (lesson: Lesson): ResultTask => lesson.task as ResultTask;
beforeEach(() => localStorage.clear());

it.each([
  ["", null],
  ["#", null],
  ["#2", 2],
  ["#3", 3],
  ["#4", null],
  ["#0", null],
  ["#02", null],
  ["#two", null],
  ["#end", 4],
])("the address %s leads to step %s", (hash, step) => {
  expect(readStep(hash, 3)).toBe(step);
});

describe("a lesson", () => {
  it("advances to its end, and stores the progress", () => {
    const progress = new SchoolProgress();
    const lesson = new Lesson(lessonView(), progress);
    lesson.open("");
    expect([lesson.step, lesson.hash, lesson.task?.kind]).toEqual([1, "#1", "show"]);
    expect(lesson.done).toEqual([]);
    lesson.next();
    expect([lesson.step, lesson.done]).toEqual([2, [1]]);
    task(lesson).answer("white");
    expect(lesson.done).toEqual([1]);
    task(lesson).answer("draw");
    expect(lesson.done).toEqual([1, 2]);
    lesson.next();
    task(lesson).answer("white");
    lesson.next();
    expect([lesson.ended, lesson.hash, lesson.task]).toEqual([true, "#end", null]);
    expect(progress.isDone("ending", 3)).toBe(true);
  });

  it("opens at the step of the address, or the one to continue with", () => {
    const progress = new SchoolProgress();
    const lesson = new Lesson(lessonView(), progress);
    lesson.open("#3");
    expect(lesson.step).toBe(3);
    const again = new Lesson(lessonView(), progress);
    again.open("#9");
    expect(again.step).toBe(3);
    again.back();
    again.back();
    again.back();
    expect(again.step).toBe(1);
  });

  it("can skip a task, which is then not done", () => {
    const lesson = new Lesson(lessonView(), new SchoolProgress());
    lesson.open("#2");
    lesson.next();
    expect([lesson.step, lesson.done]).toEqual([3, []]);
  });

  it("restarts a step", () => {
    const lesson = new Lesson(lessonView(), new SchoolProgress());
    lesson.open("#2");
    task(lesson).answer("draw");
    lesson.restart();
    expect([lesson.task?.solved, lesson.done]).toEqual([false, [2]]);
  });

  it("continues in another language at the same step", () => {
    const onEvent = vi.fn();
    const lesson = new Lesson(lessonView(), new SchoolProgress(), { onEvent });
    lesson.open("#2");
    task(lesson).answer("black");
    lesson.translate(lessonView("fr"));
    expect([lesson.step, lesson.task?.mistakes]).toEqual([2, 1]);
    task(lesson).answer("draw");
    expect(onEvent).toHaveBeenLastCalledWith({ tone: "right", text: "notice fr" });
  });

  it("reports no events of a step that was left", () => {
    const onEvent = vi.fn();
    const lesson = new Lesson(lessonView(), new SchoolProgress(), { onEvent });
    lesson.open("#2");
    const left = task(lesson);
    lesson.next();
    left.answer("draw");
    expect(onEvent).not.toHaveBeenCalled();
    expect(lesson.done).toEqual([2]);
  });
});
