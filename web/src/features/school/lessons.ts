import type { CourseView, LessonView } from "../../lib/messages";
import { schoolApi, type SchoolApi } from "../../lib/schoolApi";

/** Caches responses; failed requests are repeated. */
function remembered<Arguments extends string[], Answer>(
  ask: (...args: Arguments) => Promise<Answer>,
): (...args: Arguments) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return (...args) => {
    const name = args.join(" ");
    const answer = known.get(name) ?? ask(...args);
    known.set(name, answer);
    answer.catch(() => known.delete(name));
    return answer;
  };
}

/** The course and its lessons, each fetched once per language, so that a prefetched one opens immediately. */
export class Lessons {
  readonly course: (language: string) => Promise<CourseView>;
  readonly lesson: (id: string, language: string) => Promise<LessonView>;

  constructor(api: Pick<SchoolApi, "course" | "lesson"> = schoolApi) {
    this.course = remembered(api.course);
    this.lesson = remembered(api.lesson);
  }
}

export const lessons = new Lessons();

export interface LessonNeighbours {
  /** The title of its chapter. */
  chapter: string;
  /** The lesson that follows; null after the last. */
  next: { id: string; title: string; summary: string } | null;
}

/** Return the neighbours of a lesson in the course. */
export function around(course: CourseView, id: string): LessonNeighbours | null {
  const all = course.chapters.flatMap((chapter) =>
    chapter.lessons.map((lesson) => ({ ...lesson, chapter: chapter.title })),
  );
  const at = all.findIndex((lesson) => lesson.id === id);
  if (at < 0) return null;
  const next = all[at + 1];
  return { chapter: all[at]!.chapter, next: next ?? null };
}
