"""The rulebook: every rule in our own words, with its sources and boards that show it."""

from skep.learn.rulebook.build import build_entry, build_rulebook
from skep.learn.rulebook.loading import RulebookError, chapters, entry_for, find_entry, links, parse_chapter
from skep.learn.rulebook.schema import RulebookChapter, RuleEntry
from skep.learn.rulebook.views import RulebookView, RuleView

__all__ = [
    "RuleEntry",
    "RuleView",
    "RulebookChapter",
    "RulebookError",
    "RulebookView",
    "build_entry",
    "build_rulebook",
    "chapters",
    "entry_for",
    "find_entry",
    "links",
    "parse_chapter",
]
