"""BoardSpace's SGF files, which record mouse gestures, one per node.

A turn consists of picking, dropping and ``done``; the last drop before ``done`` is the move. Coordinates are a column
letter and a row that counts upwards, and take precedence over the reference piece. The notation of a pass, and whether
pieces have a colour, changed over the years.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from skep.editions import EXPANSIONS, GameType
from skep.errors import RecordError, quote
from skep.hexes import Hex
from skep.notation.dates import find_date
from skep.notation.limits import MAX_LINE_LENGTH, MAX_RECORD_LENGTH, MAX_TAGS
from skep.notation.records import RecordedGame, RecordedMove

__all__ = ["parse_boardspace"]

_BEGINS: Final = re.compile(r"\(\s*;")
_ENDS_LINE: Final = re.compile(r"[ \t]*$", re.MULTILINE)
_PROPERTY: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\s*(?=\[)", re.ASCII)
_GESTURE: Final = re.compile(r"\d+\s+(\w+)\s*(.*)", re.ASCII | re.DOTALL)
_PLACE: Final = re.compile(
    r"(?:(?P<color>[WB])\s+)?(?P<piece>\w+)\s+(?P<column>[A-Z])\s+(?P<row>\d{1,3})\b\s*(?P<ref>\S*)",
    re.ASCII | re.IGNORECASE,
)
_PIECE: Final = re.compile(r"([wb]?)([QSBGAMLP]\d?)", re.IGNORECASE | re.ASCII)
_NAMES: Final = {"GN": "SgfGameName", "DT": "SgfDate", "RE": "SgfResult", "EV": "Event", "PC": "Site", "RO": "Round"}
_DRAWS: Final = ("draw", "nul", "remis", "unentschieden", "empate", "patta", "gelijk")
"""The words for a draw in the languages of the site."""

Lines = Iterable[tuple[int, str]]


def parse_boardspace(lines: Lines) -> Iterator[RecordedGame]:
    """Yield the games in numbered lines, each up to its first error."""
    for first, size, text in _chunks(lines):
        reader = _Reader(first)
        try:
            if size > MAX_RECORD_LENGTH:
                raise RecordError(f"the game is longer than {MAX_RECORD_LENGTH} characters", line=first)
            for line, name, value in _properties(text, first):
                reader.take(line, name, value)
            if not text.rstrip().endswith(")"):
                raise RecordError("the file ends within the game", line=first + text.count("\n"), ply=reader.ply)
        except RecordError as error:
            reader.game.error = error
        yield reader.finish()


def _chunks(lines: Lines) -> Iterator[tuple[int, int, str]]:
    """Yield each game's first line number, size and text, up to the limit. A game begins with ``(;`` on a new line."""
    first, chunk, size = 0, list[str](), 0
    for number, line in lines:
        if _BEGINS.match(line.strip()) and first:
            yield first, size, "\n".join(chunk)
            first, chunk, size = 0, [], 0
        if not first:
            if not line.strip():
                continue
            first = number
        size += len(line) + 1
        if size <= MAX_RECORD_LENGTH:
            chunk.append(line)
    if first:
        yield first, size, "\n".join(chunk)


def _properties(text: str, line: int) -> Iterator[tuple[int, str, str]]:
    """Yield every ``NAME[value]`` with its line number. The text between them is structure and is skipped."""
    at, name = 0, ""
    while at < len(text):
        match = _PROPERTY.match(text, at)
        if match is not None:
            name = match[1]
            line += text.count("\n", at, match.end())
            at = match.end()
        if text[at] != "[":
            line += text[at] == "\n"
            at += 1
            continue
        value, end = _value(text, at + 1)
        if end < 0:
            raise RecordError(f"the value of {name or 'a property'} is not closed", line=line)
        yield line, name, value
        line += text.count("\n", at, end)
        at = end


def _value(text: str, at: int) -> tuple[str, int]:
    r"""Return a value and the offset of its end, or -1 if it is not closed.

    A backslash escapes the next character, but old files write ``wG1\]`` at the end of a line for ``wG1\``.
    """
    characters = list[str]()
    while at < len(text):
        character = text[at]
        if character == "]":
            return "".join(characters), at + 1
        if character == "\\" and at + 1 < len(text):
            after = text[at + 1]
            if after == "\\" or (after == "]" and not _ENDS_LINE.match(text, at + 2)):
                character = after
                at += 1
        characters.append(character)
        at += 1
    return "", -1


class _Reader:
    """Reads one game, gesture by gesture."""

    def __init__(self, line: int) -> None:
        self.game = RecordedGame(line)
        self._names = ["", ""]
        self._first: tuple[int, int] | None = None
        """Column and row of the first piece."""
        self._dropped: RecordedMove | None = None
        self._negotiated = False
        """Whether the player offered, accepted or declined something in this gesture, rather than moving."""
        self._swapped = False
        self._resigned: int | None = None
        self._agreed = False

    @property
    def ply(self) -> int:
        """The number of turns read so far."""
        return len(self.game.moves)

    def take(self, line: int, name: str, value: str) -> None:
        if name in ("P0", "P1"):
            self._player(line, int(name[1]), value.strip())
        elif name == "GM" and value.strip() not in ("27", "hive"):
            raise RecordError(f"{quote(f'GM[{value.strip()}]')} is not BoardSpace's number for Hive", line=line)
        elif name == "SU":
            self._tag("GameType", str(_game_type(value, line)))
        elif name in _NAMES:
            self._tag(_NAMES[name], value)
        elif name == "C":
            self.game.comment = "\n".join(filter(None, [self.game.comment, value.strip()]))

    def _tag(self, name: str, value: str) -> None:
        text = " ".join("".join(char if char.isprintable() else " " for char in value).split())
        if text and len(self.game.tags) < MAX_TAGS:
            self.game.tags[name] = text[:MAX_LINE_LENGTH]

    def _player(self, line: int, player: int, value: str) -> None:
        gesture = _GESTURE.fullmatch(value)
        if gesture is not None:
            self._gesture(line, player, gesture[1].lower(), gesture[2])
            return
        word, _, rest = value.partition(" ")
        if word == "id":
            self._names[player] = " ".join(rest.strip().strip('"').split())
        elif word == "ranking":
            self._tag(("WhiteElo", "BlackElo")[player], rest)
        elif word == "time":
            self._tag(("WhiteTime", "BlackTime")[player], rest)

    def _gesture(self, line: int, player: int, verb: str, rest: str) -> None:
        done = verb.endswith("done")
        verb = verb.removesuffix("done") if done else verb
        if verb in ("dropb", "pdropb", "move", "pmove", "drop", "pdrop"):
            self._drop(line, player, verb, rest)
        elif verb == "pass":
            self._dropped = RecordedMove("pass", line)
        elif verb in ("offerdraw", "acceptdraw", "declinedraw"):
            self._negotiated, self._agreed = True, verb == "acceptdraw"
        elif verb == "resign":
            self._negotiated, self._resigned = True, player
        elif verb == "swap":
            self._negotiated, self._swapped = True, not self._swapped
        elif verb == "undo":
            self._undo()
        if done:
            self._end_turn(line, player)

    def _drop(self, line: int, player: int, verb: str, rest: str) -> None:
        match = _PLACE.fullmatch(rest.strip())
        if match is None:
            if verb in ("drop", "pdrop"):
                self._dropped = None  # the piece was put back
                return
            raise RecordError(f"{quote(rest)} is not a piece and its destination", line=line, ply=self.ply + 1)
        piece = self._piece(match["piece"], match["color"], player)
        if piece is None:
            raise RecordError(f"{quote(match['piece'])} is not a piece", line=line, ply=self.ply + 1)
        column, row = ord(match["column"].upper()) - ord("N"), 13 - int(match["row"])
        first = (column, row) if self._first is None or not self.game.moves else self._first
        if not self.game.moves:
            self._first = first
        to = Hex(column - first[0], row - first[1])
        reference = match["ref"].replace("\\\\", "\\")
        text = piece if reference in ("", ".") else f"{piece} {reference}"
        self._dropped = RecordedMove(text, line, piece, to)

    def _piece(self, name: str, color: str | None, player: int) -> str | None:
        """Return the piece with its colour, which old files omit because it follows from the turn."""
        match = _PIECE.fullmatch(name)
        if match is None:
            return None
        color = match[1] or color or "wb"[player ^ self._swapped]
        return color.lower() + match[2].upper()

    def _end_turn(self, line: int, player: int) -> None:
        if self._dropped is not None:
            self.game.moves.append(self._dropped)
        elif not self._negotiated and self._turn == player:
            self.game.moves.append(RecordedMove("pass", line, implied=True))
        self._dropped = None
        self._negotiated = False

    @property
    def _turn(self) -> int:
        return (self.ply + self._swapped) % 2

    def _undo(self) -> None:
        """Take back the dropped piece or, if there is none, the last turn."""
        if self._dropped is None and self.game.moves:
            self.game.moves.pop()
        self._dropped = None

    def finish(self) -> RecordedGame:
        """Return the game with its players, date and result."""
        game = self.game
        names = self._names[::-1] if self._swapped else self._names
        date = find_date(game.tags.get("SgfDate", ""), game.tags.get("SgfGameName", ""))
        known = {"White": names[0], "Black": names[1], "Date": date}
        for name, value in known.items():
            if value:
                self._tag(name, value)
        if self._dropped is not None and game.error is None:
            game.moves.append(self._dropped)
        game.result = self._result(names)
        if self._resigned is not None:
            self._tag("Termination", "resignation")
        elif self._agreed:
            self._tag("Termination", "agreement")
        return game

    def _result(self, names: list[str]) -> str:
        if self._resigned is not None:
            return ("BlackWins", "WhiteWins")[self._resigned ^ self._swapped]
        if self._agreed:
            return "Draw"
        result = self.game.tags.get("SgfResult", "")
        # The longer name first, because the shorter can be a part of it.
        for color in sorted((0, 1), key=lambda color: -len(names[color])):
            if names[color] and names[color] in result:
                return ("WhiteWins", "BlackWins")[color]
        return "Draw" if any(word in result.lower() for word in _DRAWS) else ""


def _game_type(setup: str, line: int) -> GameType:
    """Return the game type of a setup such as ``hive-plm``. Other setups, such as variants, are errors."""
    name, _, letters = setup.strip().upper().partition("-")
    bugs = tuple(bug for bug in EXPANSIONS if bug.letter in letters)
    if name != "HIVE" or len(bugs) != len(letters):
        raise RecordError(f"{quote(f'SU[{setup.strip()}]')} is not a known set of bugs, such as hive-plm", line=line)
    return GameType(bugs)
