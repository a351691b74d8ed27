"""The rulebook to look things up in: every rule in our own words, with its source and boards that show it."""

from skep.learn.rulebook.loading import RulebookError, chapters, entry_of, find_entry, links, parse_chapter
from skep.learn.rulebook.telling import tell_entry, tell_rulebook
from skep.learn.rulebook.told import ToldEntry, ToldRulebook
from skep.learn.rulebook.written import Chapter, Entry

__all__ = [
    "Chapter",
    "Entry",
    "RulebookError",
    "ToldEntry",
    "ToldRulebook",
    "chapters",
    "entry_of",
    "find_entry",
    "links",
    "parse_chapter",
    "tell_entry",
    "tell_rulebook",
]
