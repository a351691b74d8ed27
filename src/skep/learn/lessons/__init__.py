"""The course: lessons as data files, read, answered by the rules, and told in either language."""

from skep.learn.lessons.loading import LessonError, course, find_lesson, parse_lesson
from skep.learn.lessons.telling import tell_course, tell_lesson, tell_step
from skep.learn.lessons.told import ToldCourse, ToldLesson
from skep.learn.lessons.written import Chapter, Lesson

__all__ = [
    "Chapter",
    "Lesson",
    "LessonError",
    "ToldCourse",
    "ToldLesson",
    "course",
    "find_lesson",
    "parse_lesson",
    "tell_course",
    "tell_lesson",
    "tell_step",
]
