import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CourseView, LessonView } from "../../lib/messages";
import en from "../../lib/i18n/en";
import fr from "../../lib/i18n/fr";
import { language } from "../../lib/i18n/language.svelte";
import { readTurn } from "../../lib/position/turns";
import { settings } from "../../lib/settings.svelte";
import { LESSON } from "./frenchLesson";
import LessonPage from "./LessonPage.svelte";
import { schoolProgress } from "./schoolProgress.svelte";
import SchoolPage from "./SchoolPage.svelte";

const strings = fr.school.lesson;
const COURSE: CourseView = {
  language: "fr",
  chapters: [
    {
      id: "bases",
      title: "Les bases",
      lessons: [
        { id: LESSON.id, title: LESSON.title, summary: LESSON.summary, steps: LESSON.steps.length },
        { id: "la-suite", title: "La suite", summary: "Encore une leçon.", steps: 2 },
      ],
    },
  ],
};
const respond = (body: unknown, status = 200): Promise<Response> =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeAll(async () => {
  settings.set("language", "fr");
  settings.set("motion", "reduced");
  await language.load();
});
beforeEach(() => {
  schoolProgress.forget();
  history.replaceState(null, "", "/school/toutes-les-etapes");
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {} }));
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  vi.stubGlobal("fetch", (path: string) => {
    if (path === "/api/lessons?language=fr") return respond(COURSE);
    if (path === `/api/lessons/${LESSON.id}?language=fr`) return respond(LESSON);
    return respond({ detail: "no such lesson" }, 404);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const main = (): HTMLElement => screen.getByRole("main");
const testId = (id: string): HTMLElement => screen.getByTestId(id);
const feedback = (): HTMLElement => screen.getAllByTestId("feedback").at(-1)!;

function step<K extends LessonView["steps"][number]["kind"]>(kind: K) {
  return LESSON.steps.find((step) => step.kind === kind) as Extract<LessonView["steps"][number], { kind: K }>;
}

async function open(kind: LessonView["steps"][number]["kind"]): Promise<void> {
  const number = LESSON.steps.findIndex((step) => step.kind === kind) + 1;
  history.replaceState(null, "", `#${number}`);
  render(LessonPage, { id: LESSON.id });
  await waitFor(() => expect(main().dataset["kind"]).toBe(kind));
  expect(main().textContent).toContain(strings.step(number, LESSON.steps.length));
}

/** Choose a piece or a space on the board by keyboard. */
async function choose(q: number, r: number): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>(`[role="application"] [data-place="${q},${r}"]`);
  const place = [...places].at(-1)!;
  place.focus();
  await fireEvent.keyDown(place, { key: "Enter" });
}

const press = (name: string | RegExp): Promise<boolean> =>
  fireEvent.click(screen.getByRole("button", { name }));
const option = (number: number): Promise<boolean> =>
  fireEvent.click(document.querySelector(`[data-option="${number}"]`)!);

/** The step is solved, says so in French, and offers the next one. */
async function expectSolved(notice: string): Promise<void> {
  await waitFor(() => expect(main().dataset["solved"]).toBe("true"));
  expect(feedback().dataset["tone"]).toBe("right");
  expect(feedback().textContent).toContain(notice);
  const isLast = main().dataset["step"] === String(LESSON.steps.length);
  expect(testId("next").textContent).toContain(isLast ? strings.finish : strings.next);
}

function expectWrong(text: string): void {
  expect(feedback().dataset["tone"]).toBe("wrong");
  expect(feedback().textContent).toContain(text);
}

const expectReason = (text: string): Promise<void> =>
  waitFor(() => expect(testId("notice").textContent).toContain(text));

describe("a lesson in French", () => {
  it("has French texts around every step", async () => {
    await open("play");
    expect(document.documentElement.lang).toBe("fr");
    expect(document.title).toContain(LESSON.title);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(LESSON.title);
    expect(main().textContent).toContain("Les bases");
    expect(main().textContent).toContain(step("play").text);
    expect(testId("task").textContent).toBe(step("play").task);
    expect(main().textContent).toContain(strings.makeMove);
    expect(strings.makeMove).not.toBe(en.school.lesson.makeMove);
    expect(testId("next").textContent).toContain(strings.skip);
    for (const name of [strings.back, strings.restart])
      expect(screen.getByRole("button", { name })).toBeTruthy();
    for (const name of [fr.school.toSchool, "La ruche unique", strings.stepOpen(1)])
      expect(screen.getByRole("link", { name })).toBeTruthy();
    expect(screen.getByRole("application", { name: fr.game.board })).toBeTruthy();
  });

  it("shows moves and describes them", async () => {
    await open("show");
    const { moves, text } = step("show");
    expect(main().textContent).toContain(text);
    await press(strings.play);
    const turn = readTurn({ ...moves[0]!, origin: [-1, 0], spent: 0 }, 0);
    await waitFor(() => expect(main().textContent).toContain(fr.turn(turn)));
    expect(screen.getByRole("button", { name: strings.playAgain })).toBeTruthy();
    await press(strings.playWrong);
    await expectReason(moves[1]!.why!.text);
  });

  it("lets spaces be found", async () => {
    await open("find");
    expect(main().textContent).toContain(strings.pointSpaces);
    await choose(1, -1);
    await expectReason(step("find").refused.whys[1]!.text);
    await choose(0, 1);
    expect(testId("count").textContent).toBe(strings.found(1, 2));
    await choose(1, 1);
    await expectSolved(step("find").notice);
  });

  it("shows the rest on request", async () => {
    await open("find");
    await choose(0, 1);
    for (const [q, r] of [
      [3, 0],
      [3, -1],
      [2, -1],
    ] as const)
      await choose(q, r);
    await press(strings.giveRest);
    expect(main().textContent).toContain(strings.given);
    await expectSolved(step("find").notice);
  });

  it("lets pieces be chosen", async () => {
    await open("choose");
    expect(main().textContent).toContain(strings.choosePieces);
    await choose(-1, 0);
    expectWrong(step("choose").notes["wA1"]!.sentence);
    await choose(0, 0);
    await expectSolved(step("choose").notice);
  });

  it("lets moves be judged and asks for the rule", async () => {
    await open("judge");
    const { because, moves, notice, wrong } = step("judge");
    expect(main().textContent).toContain(strings.lookAt);
    await option(1);
    await press(strings.name);
    expectWrong(wrong);
    await option(2);
    await press(strings.name);
    expect(main().textContent).toContain(strings.why);
    await press(because[0]!.title);
    expectWrong(strings.otherRule);
    await press(because[1]!.title);
    await expectSolved(notice);
    await expectReason(moves[1]!.why!.text);
  });

  it("lets a move be made", async () => {
    await open("play");
    await choose(0, 0);
    await expectReason(step("play").refused.whys[0]!.text);
    await choose(-1, 0);
    await choose(0, 1);
    await waitFor(() => expectWrong(step("play").wrong));
    await press(strings.again);
    await choose(-1, 0);
    await choose(1, 1);
    await expectSolved(step("play").notice);
  });

  it("lets a win be played out", async () => {
    await open("win");
    await choose(-1, 0);
    await choose(0, 1);
    await waitFor(() => expectWrong(step("win").wrong));
    await press(strings.again);
    await choose(-1, 0);
    await choose(1, 1);
    await expectSolved(step("win").notice);
  });

  it("lets every piece be tried before a pass", async () => {
    await open("pass");
    const { refused, notice } = step("pass");
    expect(main().textContent).toContain(strings.tryPieces);
    await choose(0, 0);
    await expectReason(refused.whys[0]!.text);
    await choose(-1, 0);
    await expectReason(refused.whys[1]!.text);
    expect(testId("count").textContent).toBe(strings.tried(2, 2));
    await press(strings.pass);
    await expectSolved(notice);
  });

  it("asks for the result and ends", async () => {
    await open("result");
    const { wrong, notice } = step("result");
    await press(strings.results.nobody);
    expectWrong(wrong);
    await press(strings.results.draw);
    await expectSolved(notice);
    await fireEvent.click(testId("next"));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(strings.end);
    expect(main().textContent).toContain(strings.endText(LESSON.title));
    expect(main().textContent).toContain(strings.missing(LESSON.steps.length - 1));
    expect(screen.getByRole("link", { name: new RegExp(strings.nextLesson) }).textContent).toContain(
      "La suite",
    );
    await press(strings.toMissing);
    expect(main().dataset["step"]).toBe("1");
  });

  it("that does not exist says so", async () => {
    render(LessonPage, { id: "inconnue" });
    expect(await screen.findByRole("heading", { name: fr.school.unknown })).toBeTruthy();
  });
});

describe("the course in French", () => {
  it("lists chapters and lessons with the progress", async () => {
    schoolProgress.finish(LESSON.id, 1);
    render(SchoolPage);
    const go = await screen.findByTestId("go");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(fr.school.heading);
    expect(screen.getByRole("heading", { name: "Les bases" })).toBeTruthy();
    expect(go.textContent).toContain(fr.school.continue);
    expect(main().textContent).toContain(fr.school.nextUp(LESSON.title));
    expect(main().textContent).toContain(fr.school.stepsDone(1, LESSON.steps.length));
    expect(main().textContent).toContain(fr.school.steps(2));
    expect(main().textContent).toContain(fr.school.lessonsDone(0, 2));
  });

  it("congratulates at the end and starts again", async () => {
    for (const { id, steps } of COURSE.chapters[0]!.lessons)
      for (let number = 1; number <= steps; number++) schoolProgress.finish(id, number);
    render(SchoolPage);
    expect(await screen.findByRole("heading", { name: fr.school.allDone })).toBeTruthy();
    for (const name of [fr.school.play, fr.school.puzzles, fr.school.rulebook])
      expect(within(main()).getByRole("link", { name })).toBeTruthy();
    expect(document.querySelectorAll(".lesson.whole")).toHaveLength(2);
    await press(fr.school.startAgain);
    await press(fr.school.forget);
    expect(document.querySelectorAll(".lesson.whole")).toHaveLength(0);
    const go = screen.getByTestId("go");
    expect(go.getAttribute("href")).toBe(`/school/${LESSON.id}`);
    expect(go.textContent).toContain(fr.school.begin);
  });
});
