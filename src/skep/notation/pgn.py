"""Hive's PGN: tags, one numbered turn per line, comments, a result. Read leniently, written in three dialects.

Mzinga and hivegame.com read PGN line by line and support neither variations nor glyphs nor clocks, but skip a comment
on its own line. All of these are therefore written in comments, a variation as ``{[%var … ]}``. Parentheses, ``$1`` and
``!?`` are read as in chess.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from skep.errors import RecordError, quote
from skep.notation.limits import MAX_LINE_LENGTH, MAX_RECORD_LENGTH, MAX_TAGS, MAX_VARIATION_DEPTH
from skep.notation.marks import MAX_MARKS, Mark
from skep.notation.records import Glyph, RecordedGame, RecordedMove
from skep.notation.remarks import Remark, parse_remark

__all__ = ["parse_pgn", "parse_tag"]

_TAG: Final = re.compile(r'\[\s*(\w{1,100})\s+"(.*)', re.ASCII)
_FIRST_TAG: Final = re.compile(r'\[\s*(?:GameType|Event)\s+"', re.ASCII)
_VARIATION: Final = r"\{\s*\[%var\b"
_COMMENT_BEGINS: Final = re.compile(r"\{(?!\s*\[%var\b)", re.ASCII)

_PIECE: Final = r"[wb][a-z]\d?"
_USUAL: Final = re.compile(rf"\d{{1,6}}\. (pass|{_PIECE}(?: [-/\\]?{_PIECE}[-/\\]?)?)", re.IGNORECASE | re.ASCII)
"""The form of nearly every line; matching it first is four times as fast as looking for all tokens."""
_TOKEN: Final = re.compile(
    rf"""
      (?P<open>    {_VARIATION} | \( )
    | (?P<close>   \]\s*\}} | \) )
    | (?P<comment> \{{ [^}}]* \}} | ;[^\n]* )
    | (?P<unclosed> \{{ )
    | (?P<nag>     \$\d{{1,3}} )
    | (?P<result>  (?: 1-0 | 0-1 | 1/2-1/2 | ½-½ | \* | whitewins | blackwins | draw
                     | inprogress | notstarted | unkn?own ) (?![^\s)\]{{]) )
    | (?P<number>  \d{{1,6}} (?: \s*\.+ | (?=\s) ) )
    | (?P<move>    (?: pass | {_PIECE} (?: [ \t]+ (?: \. (?!\S) | [-/\\]? [ ]* {_PIECE} [ ]? [-/\\]? ) )? )
                   (?![^\s!?()\]{{}}$]) )
    | (?P<glyph>   [!?]{{1,2}} )
    | (?P<other>   [^\s(){{}}]+ | [\]}}] )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)

_NOTHING: Final = Remark()


def parse_pgn(lines: Iterable[tuple[int, str]]) -> Iterator[RecordedGame]:
    """Yield the games in numbered lines, each up to its first error.

    >>> [game] = parse_pgn(enumerate(['[GameType "Base"]', "", "1. wS1", "2. bS1 wS1-", "Draw"], 1))
    >>> game.tags, [move.text for move in game.moves], game.result
    ({'GameType': 'Base'}, ['wS1', 'bS1 wS1-'], 'Draw')
    """
    for chunk in _chunks(lines):
        game = RecordedGame(line=chunk.line)
        try:
            _read(chunk, game)
        except RecordError as error:
            game.error = error
        yield game


class _Chunk:
    """The lines of one game."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: list[tuple[int, str]] = []
        self.tag_names: set[str] = set()
        self.body: list[tuple[int, str]] = []
        """The lines with moves; the lines of a comment are joined."""
        self.size = 0
        self.in_comment = False
        self.more_comment: list[str] = []
        """Lines that continue the comment in the last line of the body, until it is closed."""
        self.after_blank = False

    def ends_before(self, line: str) -> bool:
        """Whether a line belongs to the next game: a tag after moves, or a repeated tag.

        An unclosed comment ends where a game seems to begin, so that it does not swallow the rest of the file.
        """
        if self.in_comment:
            return self.after_blank and _FIRST_TAG.match(line) is not None
        tag = _TAG.match(line) if line.startswith("[") else None
        return tag is not None and (self.has_moves or (self.after_blank and tag[1] in self.tag_names))

    def add(self, number: int, line: str) -> None:
        self.size += len(line) + 1
        self.after_blank = not line
        if self.size > MAX_RECORD_LENGTH:
            return
        if self.in_comment:
            self.more_comment.append(line)
            self.in_comment = _still_open(line, True)
            if not self.in_comment:
                self.join_comment()
        elif not self.has_moves and (tag := _TAG.match(line)):
            self.tags.append((number, line))
            self.tag_names.add(tag[1])
        elif line and not line.startswith("%"):
            self.body.append((number, line))
            self.in_comment = "{" in line and _still_open(line, False)

    def join_comment(self) -> None:
        if self.more_comment:
            number, line = self.body[-1]
            self.body[-1] = number, "\n".join([line, *self.more_comment])
            self.more_comment = []

    @property
    def has_moves(self) -> bool:
        return bool(self.body)


def _still_open(line: str, is_open: bool) -> bool:
    """Whether a comment is still open after a line."""
    at = 0
    while True:
        if is_open:
            at = line.find("}", at) + 1
            if not at:
                return True
        else:
            begins = _COMMENT_BEGINS.search(line, at)
            if begins is None:
                return False
            at = begins.end()
        is_open = not is_open


def _chunks(lines: Iterable[tuple[int, str]]) -> Iterator[_Chunk]:
    chunk: _Chunk | None = None
    for number, line in lines:
        text = line.strip()
        if chunk is not None and chunk.ends_before(text):
            yield chunk
            chunk = None
        if chunk is None:
            if not text:
                continue
            chunk = _Chunk(number)
        chunk.add(number, text)
    if chunk is not None:
        yield chunk


def _read(chunk: _Chunk, game: RecordedGame) -> None:
    for number, line in chunk.tags:
        name, value = parse_tag(line)
        if len(value) > MAX_LINE_LENGTH:
            raise RecordError(f"the tag {name} is longer than {MAX_LINE_LENGTH} characters", line=number)
        if len(game.tags) >= MAX_TAGS:
            raise RecordError(f"more than {MAX_TAGS} tags", line=number)
        if value:  # Mzinga writes empty tags
            game.tags[name] = value
    chunk.join_comment()
    try:
        _Movetext(game).read(chunk.body)
    except RecordError:
        if chunk.size <= MAX_RECORD_LENGTH:
            raise
    if chunk.size > MAX_RECORD_LENGTH:
        raise RecordError(f"the game is longer than {MAX_RECORD_LENGTH} characters", line=chunk.line)


def parse_tag(line: str) -> tuple[str, str]:
    r"""Return the name and value of a tag. Quotes inside the value can be escaped or, as in some programs, not.

    >>> parse_tag(r'[White "Al \"the Ant\" B."]')
    ('White', 'Al "the Ant" B.')
    """
    match = _TAG.match(line)
    assert match is not None
    value = match[2].rstrip()
    value = value.removesuffix("]").rstrip().removesuffix('"')
    value = re.sub(r'\\(["\\])', r"\1", value)
    return match[1], " ".join("".join(char if char.isprintable() else " " for char in value).split())


class _Movetext:
    """Reads the part of a game after the tags."""

    def __init__(self, game: RecordedGame) -> None:
        self._game = game
        self._lines: list[list[RecordedMove]] = [game.moves]
        self._openings: list[int] = []
        self._leading_remark = _NOTHING
        """A comment at the start of a variation, which is attached to its first move."""

    def read(self, lines: Iterable[tuple[int, str]]) -> None:
        for number, text in lines:
            usual = _USUAL.fullmatch(text)
            if usual is not None:
                self._add_move(usual[1], number)
            else:
                self._read_tokens(text, number)
        if self._openings:
            raise RecordError("the game ends within a variation", line=self._openings[-1], ply=self._ply())

    def _read_tokens(self, text: str, line: int) -> None:
        at = 0
        for match in _TOKEN.finditer(text):
            line += text.count("\n", at, match.start())
            at = match.start()
            self._take(match.lastgroup or "", match[0], line)

    def _take(self, kind: str, text: str, line: int) -> None:
        if kind == "move":
            self._add_move(text, line)
        elif kind == "comment":
            self._remark(text[1:-1] if text.startswith("{") else text[1:])
        elif kind == "open":
            self._open(line)
        elif kind == "close":
            self._close(line)
        elif kind == "glyph" and text in {glyph.value for glyph in Glyph}:
            self._judge(Glyph(text), text)
        elif kind == "nag":
            number = int(text[1:])
            self._judge(list(Glyph)[number - 1] if 1 <= number <= len(Glyph) else None, text)
        elif kind == "result":
            self._end(text)
        elif kind == "unclosed":
            raise RecordError("a comment is not closed", line=line, ply=self._ply())
        elif kind != "number":
            raise RecordError(f"{quote(text)} is not a move", line=line, ply=self._ply() + 1)

    def _end(self, text: str) -> None:
        """Record the result. The first one counts, and results inside variations do not."""
        if not self._openings:
            self._game.result = self._game.result or text

    def _ply(self) -> int:
        """Return the number of turns of the main line read so far."""
        return len(self._game.moves)

    def _add_move(self, text: str, line: int) -> None:
        if self._game.result and not self._openings:
            raise RecordError(f"{quote(text)} comes after the result", line=line, ply=self._ply() + 1)
        move = RecordedMove(text, line)
        if self._leading_remark is not _NOTHING:
            move.comment, move.marks = self._leading_remark.text, self._leading_remark.marks
            self._leading_remark = _NOTHING
        self._lines[-1].append(move)

    def _remark(self, text: str) -> None:
        remark = parse_remark(text)
        if self._lines[-1]:
            move = self._lines[-1][-1]
            move.comment = _join(move.comment, remark.text)
            move.glyph = remark.glyph or move.glyph
            move.clock = move.clock if remark.clock is None else remark.clock
            move.spent = move.spent if remark.spent is None else remark.spent
            move.marks = _all_marks(move.marks, remark.marks)
        elif self._openings:
            first = self._leading_remark
            self._leading_remark = Remark(_join(first.text, remark.text), marks=_all_marks(first.marks, remark.marks))
        else:
            self._game.comment = _join(self._game.comment, remark.text)
            self._game.marks = _all_marks(self._game.marks, remark.marks)

    def _judge(self, glyph: Glyph | None, text: str) -> None:
        if not self._lines[-1]:
            return
        move = self._lines[-1][-1]
        if glyph is None:
            move.comment = _join(move.comment, text)
        else:
            move.glyph = glyph

    def _open(self, line: int) -> None:
        if not self._lines[-1]:
            raise RecordError("a variation before the first move", line=line, ply=self._ply())
        if len(self._openings) >= MAX_VARIATION_DEPTH:
            raise RecordError(f"variations are nested more than {MAX_VARIATION_DEPTH} deep", line=line, ply=self._ply())
        variation = list[RecordedMove]()
        move = self._lines[-1][-1]
        move.variations = [*move.variations, variation]
        self._lines.append(variation)
        self._openings.append(line)

    def _close(self, line: int) -> None:
        if not self._openings:
            raise RecordError("the end of a variation without its beginning", line=line, ply=self._ply())
        self._openings.pop()
        if not self._lines.pop():
            move = self._lines[-1][-1]
            move.variations = move.variations[:-1]


def _all_marks(before: tuple[Mark, ...], marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return the marks of two comments, up to the limit."""
    return (before + marks)[:MAX_MARKS]


def _join(before: str, text: str) -> str:
    return f"{before}\n{text}" if before and text else before or text
