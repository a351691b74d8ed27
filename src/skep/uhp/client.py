"""Drive any UHP engine as a subprocess: every answer has a time limit, every error shows the exchange."""

from __future__ import annotations

import re
import shlex
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Final

from skep.errors import NotationError, quoted
from skep.uhp.errors import UhpCrash, UhpError, UhpRefusal, UhpTimeout
from skep.uhp.limits import format_limit
from skep.uhp.options import Option
from skep.uhp.process import LineProcess

if TYPE_CHECKING:
    from skep.editions import GameType
    from skep.engine.limits import Limit
    from skep.notation.uhp import GameString

__all__ = ["UhpClient", "UhpCrash", "UhpError", "UhpRefusal", "UhpTimeout"]

_REFUSALS: Final = ("err", "invalidmove")
_MOST_LINES: Final = 10_000
_MOST_CHARACTERS: Final = 10_000_000
_REMEMBERED: Final = 12
"""Lines of the exchange that an error shows."""
_SILENCE: Final = 5.0
"""Seconds without a word after which an engine is asked for the info that it should have given unasked."""
_PATIENCE: Final = 0.5
"""Seconds an engine has to leave by itself."""
_NUMBER: Final = re.compile(r"\d[\d,_]{0,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Wait:
    """What is waited for, for how long and until when."""

    what: str
    seconds: float
    deadline: float

    @classmethod
    def begin(cls, what: str, seconds: float) -> _Wait:
        return cls(what, seconds, monotonic() + seconds)


class UhpClient:
    """A running engine, used by one thread at a time; ``close`` may be called from any.

    An engine that crashed or did not answer in time has ended when the error is raised. ``restart`` starts it
    again with its options and its game; ``newgame`` does so by itself.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        timeout: float = 60.0,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """What to run, as a shell would split it or in words; ``timeout`` is for a whole answer, in seconds."""
        self.command = command if isinstance(command, str) else shlex.join(command)
        self.timeout = timeout
        self._words = command
        self._folder = folder
        self._environment = environment
        self._process: LineProcess | None = None
        self._exchange: deque[str] = deque(maxlen=_REMEMBERED)
        self._asked = ""
        self._info: list[str] = []
        self._info_twice = False
        self._settings: dict[str, str] = {}
        self._game: str | None = None

    @classmethod
    def start(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = 60.0,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> UhpClient:
        """Start an engine and wait until it has said who it is; raises UhpCrash or UhpTimeout."""
        client = cls(command, timeout=timeout, folder=folder, environment=environment)
        client.restart()
        return client

    def __enter__(self) -> UhpClient:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()

    # the process

    @property
    def running(self) -> bool:
        """Whether the engine is there to be asked."""
        return self._process is not None

    def restart(self) -> None:
        """End the engine if it runs and start it again, with the options and the game it had."""
        self._launch()
        for name, value in self._settings.items():
            self.ask(f"options set {name} {value}")
        if self._game is not None:
            self.newgame(self._game)

    def close(self) -> None:
        """Let the engine leave, or end it; does nothing when it has ended."""
        process, self._process = self._process, None
        if process is not None:
            process.close(_PATIENCE)

    def _launch(self) -> None:
        self.close()
        self._exchange.clear()
        self._asked = ""
        self._info_twice = False
        try:
            words = shlex.split(self._words) if isinstance(self._words, str) else self._words
            self._process = LineProcess(words, folder=self._folder, environment=self._environment)
        except (OSError, ValueError) as error:
            raise UhpCrash(f"{quoted(self.command)} does not start: {error}") from error
        try:
            self._info = self._greeting()
        except BaseException:
            self.close()
            raise

    def _greeting(self) -> list[str]:
        """The info that an engine gives unasked, or, when it keeps silent, upon a question."""
        wait = _Wait.begin("its start", self.timeout)
        first = self._next_line(wait, patience=min(_SILENCE, self.timeout / 2))
        if first is None:
            self._say("info")
            self._info_twice = True
        return self._answer(wait, first)

    def _end(self, patience: float = 0.0) -> int | None:
        process, self._process = self._process, None
        if process is None:
            return None
        code = process.close(patience)
        self._exchange.extend(f"! {_cut(line)}" for line in process.complaints)
        return code

    # questions and answers

    def ask(self, question: str, *, timeout: float | None = None) -> list[str]:
        """The lines of an answer before its ``ok``, blank ones left out; raises UhpRefusal for an error."""
        lines = self.try_asking(question, timeout=timeout)
        for line in lines:
            if line.split(" ", 1)[0].lower() in _REFUSALS:
                raise self._error(UhpRefusal, f"answered {quoted(question)} with {quoted(line)}")
        return lines

    def try_asking(self, question: str, *, timeout: float | None = None) -> list[str]:
        """The lines of an answer before its ``ok``, an error among them."""
        if "\n" in question or "\r" in question:
            raise ValueError(f"a question is one line: {quoted(question)}")
        self._say(question)
        wait = _Wait.begin(quoted(question), self.timeout if timeout is None else timeout)
        lines = self._answer(wait)
        if self._info_twice and lines and lines[0].startswith("id ") and question != "info":
            # the unasked info came late, after that which was asked for
            self._info_twice = False
            lines = self._answer(wait)
        return lines

    def _say(self, line: str) -> None:
        if self._process is None:
            raise self._error(UhpCrash, f"is not running: it cannot be asked {quoted(line)}")
        self._asked = f"> {_cut(line)}"
        self._exchange.append(self._asked)
        self._process.send(line)

    def _answer(self, wait: _Wait, line: str | None = None) -> list[str]:
        lines = list[str]()
        size = 0
        while line is None or line.strip().lower() != "ok":
            if line is not None and line.strip():
                lines.append(line.strip())
                size += len(line)
            if len(lines) > _MOST_LINES or size > _MOST_CHARACTERS:
                self._end()
                raise self._error(UhpCrash, f"says too much and never ok in answer to {wait.what}")
            line = self._next_line(wait)
        return lines

    def _next_line(self, wait: _Wait, *, patience: float | None = None) -> str | None:
        """A line of the answer; None only when it did not come within the given patience."""
        process = self._process
        if process is None:
            raise self._error(UhpCrash, f"was closed instead of answering {wait.what}")
        try:
            line = process.receive(wait.deadline - monotonic() if patience is None else patience)
        except TimeoutError:
            if patience is not None:
                return None
            self._end()
            raise self._error(UhpTimeout, f"no answer to {wait.what} within {wait.seconds:g} seconds") from None
        if line is None:
            code = self._end(_PATIENCE)
            raise self._error(UhpCrash, f"ended (exit code {code}) instead of answering {wait.what}")
        self._exchange.append(f"< {_cut(line)}")
        return line

    def _error(self, kind: type[UhpError], problem: str) -> UhpError:
        exchange = tuple(self._exchange)
        if self._asked and self._asked not in exchange:
            exchange = (self._asked, "…", *exchange)
        return kind(f"{quoted(self.command)}: {problem}", exchange)

    # the protocol's commands

    @property
    def name(self) -> str:
        """What the engine calls itself: the rest of its ``id`` line, or its command."""
        for line in self._info:
            if line.lower().startswith("id "):
                return line[3:].strip()
        return self._info[0] if self._info else self.command

    @property
    def capabilities(self) -> frozenset[str]:
        """The expansion bugs that it can play with, as in ``Mosquito``."""
        last = self._info[-1] if len(self._info) > 1 else ""
        return frozenset(word.strip().title() for word in last.split(";") if word.strip())

    def info(self) -> list[str]:
        """What the engine says of itself now."""
        self._info = self.ask("info")
        return self._info

    def newgame(self, game: GameString | GameType | str = "Base") -> str:
        """Begin or set up a game; starts the engine again when it has ended. Returns its GameString."""
        self._game = None
        if not self.running:
            self.restart()
        return self._told(f"newgame {game}")

    def play(self, move: str) -> str:
        """Make a move or ``pass``; returns the GameString. An illegal one raises UhpRefusal."""
        return self._told("pass" if move.strip().lower() == "pass" else f"play {move}")

    def undo(self, plies: int = 1) -> str:
        """Take moves back; returns the GameString."""
        return self._told("undo" if plies == 1 else f"undo {plies}")

    def _told(self, question: str) -> str:
        lines = self.ask(question)
        if not lines:
            raise self._error(UhpRefusal, f"answered {quoted(question)} with no GameString")
        self._game = lines[-1]
        return self._game

    def validmoves(self) -> list[str]:
        """The legal moves as MoveStrings; an engine may refuse when the game is over."""
        return [move.strip() for line in self.ask("validmoves") for move in line.split(";") if move.strip()]

    def bestmove(self, limit: Limit, *, timeout: float | None = None) -> str:
        """The MoveString that the engine chooses; without a timeout it has what it may use and the usual one."""
        question = f"bestmove {format_limit(limit)}"
        lines = self.ask(question, timeout=self.timeout + (limit.time or 0.0) if timeout is None else timeout)
        if not lines:
            raise self._error(UhpRefusal, f"answered {quoted(question)} with no move")
        return lines[0].strip(";")

    def options(self) -> dict[str, Option]:
        """The engine's options by name; lines that make no sense are left out."""
        found = dict[str, Option]()
        for line in self.ask("options"):
            try:
                option = Option.parse(line)
            except NotationError:
                continue
            found[option.name] = option
        return found

    def set_option(self, name: str, value: object) -> None:
        """Give an option another value, now and after every restart."""
        self.ask(f"options set {name} {value}")
        self._settings[name] = str(value)

    def perft(self, depth: int, *, timeout: float | None = None) -> dict[int, int]:
        """The engine's own counts by depth, as far as it gives them: the first two numbers of a line."""
        found = dict[int, int]()
        for line in self.ask(f"perft {depth}", timeout=timeout):
            numbers = [int(re.sub("[,_]", "", number)) for number in _NUMBER.findall(line)[:2]]
            if len(numbers) == 2 and numbers[0] <= depth:
                found[numbers[0]] = numbers[1]
        return found


def _cut(line: str) -> str:
    """A line as an error shows it."""
    return line if len(line) <= 200 else f"{line[:200]}… ({len(line)} characters)"
