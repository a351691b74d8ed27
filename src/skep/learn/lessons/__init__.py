"""The course: lessons as data files, with answers computed by the rules, in either language."""

from skep.learn.lessons.build import build_course, build_lesson, build_step
from skep.learn.lessons.loading import LessonError, course, find_lesson, parse_lesson
from skep.learn.lessons.schema import Chapter, Lesson
from skep.learn.lessons.views import CourseView, LessonView

__all__ = [
    "Chapter",
    "CourseView",
    "Lesson",
    "LessonError",
    "LessonView",
    "build_course",
    "build_lesson",
    "build_step",
    "course",
    "find_lesson",
    "parse_lesson",
]
