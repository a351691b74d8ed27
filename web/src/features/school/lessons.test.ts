import { describe, expect, it, vi } from "vitest";
import type { LessonHead, CourseView, LessonView } from "../../lib/messages";
import { around, Lessons } from "./lessons";

const head = (id: string): LessonHead => ({ id, title: id.toUpperCase(), summary: "", steps: 4 });
const COURSE: CourseView = {
  language: "en",
  chapters: [
    { id: "one", title: "One", lessons: [head("aim"), head("placing")] },
    { id: "two", title: "Two", lessons: [head("spider")] },
  ],
};

describe("lessons", () => {
  it("are fetched once per language", async () => {
    const lesson = vi.fn(async (id: string, language: string) => ({ id, language }) as LessonView);
    const lessons = new Lessons({ course: async () => COURSE, lesson });
    await Promise.all([lessons.lesson("aim", "en"), lessons.lesson("aim", "en")]);
    expect((await lessons.lesson("aim", "fr")).language).toBe("fr");
    expect(lesson).toHaveBeenCalledTimes(2);
  });

  it("are fetched again after a failure", async () => {
    const lesson = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue({ id: "aim" });
    const lessons = new Lessons({ course: async () => COURSE, lesson });
    await expect(lessons.lesson("aim", "en")).rejects.toThrow("away");
    expect(await lessons.lesson("aim", "en")).toEqual({ id: "aim" });
  });

  it("know their chapter and the next lesson, across chapters", () => {
    expect(around(COURSE, "aim")).toMatchObject({ chapter: "One", next: { id: "placing" } });
    expect(around(COURSE, "placing")).toMatchObject({ chapter: "One", next: { id: "spider" } });
    expect(around(COURSE, "spider")).toEqual({ chapter: "Two", next: null });
    expect(around(COURSE, "nowhere")).toBeNull();
  });
});
