"""Run any UHP engine as a subprocess. Every answer has a timeout, and every error shows the transcript."""

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

from skep.errors import NotationError, SkepError, quote
from skep.uhp.errors import UhpCrash, UhpError, UhpRefusal, UhpTimeout
from skep.uhp.limits import format_limit
from skep.uhp.options import Option, OptionValue
from skep.uhp.process import LineProcess

if TYPE_CHECKING:
    from skep.editions import GameType
    from skep.engine.limits import Limit
    from skep.notation.uhp import GameString

__all__ = ["UhpClient", "UhpCrash", "UhpError", "UhpRefusal", "UhpTimeout"]

_REFUSALS: Final = ("err", "invalidmove")
_MAX_LINES: Final = 10_000
_MAX_CHARACTERS: Final = 10_000_000
_TRANSCRIPT_LINES: Final = 12
"""Lines of the transcript to keep."""
_GREETING_TIMEOUT: Final = 5.0
"""Seconds to wait for the engine's greeting before requesting it with ``info``."""
_EXIT_TIMEOUT: Final = 0.5
"""Seconds for an engine to exit on its own."""
_NUMBER: Final = re.compile(r"\d[\d,_]{0,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Wait:
    """A pending answer: the request it belongs to, its timeout, and the resulting deadline."""

    request: str
    seconds: float
    deadline: float

    @classmethod
    def start(cls, request: str, seconds: float) -> _Wait:
        return cls(request, seconds, monotonic() + seconds)


class UhpClient:
    """A running engine. Use it from one thread at a time; only ``close`` and ``kill`` can be called from any thread.

    An engine that crashed or timed out is no longer running when the error is raised. ``restart`` starts it again
    with its options and its game; ``newgame`` restarts it automatically.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, OptionValue] | None = None,
        timeout: float = 60.0,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare a client. ``command`` is a shell command line or a list of words; ``timeout`` is per answer."""
        self.command = command if isinstance(command, str) else shlex.join(command)
        self.timeout = timeout
        self._words = command
        self._folder = folder
        self._environment = environment
        self._process: LineProcess | None = None
        self._lines: deque[str] = deque(maxlen=_TRANSCRIPT_LINES)
        self._last_sent = ""
        self._info: list[str] = []
        self._expects_second_info = False
        self._settings = {name: str(value) for name, value in (options or {}).items()}
        self._game: str | None = None

    @classmethod
    def start(
        cls,
        command: str | Sequence[str],
        *,
        options: Mapping[str, OptionValue] | None = None,
        timeout: float = 60.0,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> UhpClient:
        """Start an engine, wait for its greeting and set its options. Raises UhpError."""
        client = cls(command, options=options, timeout=timeout, folder=folder, environment=environment)
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
        """Whether the engine is running."""
        return self._process is not None

    def restart(self) -> None:
        """Stop the engine if it is running, and start it with the same options and game."""
        self._launch()
        try:
            for name, value in self._settings.items():
                self.ask(f"options set {name} {value}")
            if self._game is not None:
                self.newgame(self._game)
        except BaseException:
            self.close()
            raise

    def kill(self) -> None:
        """Kill the engine without waiting. Whoever waits for its answer gets UhpCrash; otherwise call ``close``."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Stop the engine. Does nothing if it is not running."""
        process, self._process = self._process, None
        if process is not None:
            process.close(_EXIT_TIMEOUT)

    def _launch(self) -> None:
        self.close()
        self._lines.clear()
        self._last_sent = ""
        self._expects_second_info = False
        try:
            words = shlex.split(self._words) if isinstance(self._words, str) else self._words
            self._process = LineProcess(words, folder=self._folder, environment=self._environment)
        except (OSError, ValueError) as error:
            raise UhpCrash(f"{self.command!r} does not start: {error}") from error
        try:
            self._info = self._read_greeting()
        except BaseException:
            self.close()
            raise

    def _read_greeting(self) -> list[str]:
        """Return the info that engines send when they start. Request it from an engine that stays silent."""
        wait = _Wait.start("its start", self.timeout)
        first = self._next_line(wait, timeout=min(_GREETING_TIMEOUT, self.timeout / 2))
        if first is None:
            self._send("info")
            self._expects_second_info = True
        return self._read_answer(wait, first)

    def _end(self, timeout: float = 0.0) -> int | None:
        """Stop the engine, add its last words to the transcript, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return None
        code = process.close(timeout)
        self._lines.extend(f"! {_truncate(line)}" for line in process.stderr_tail)
        return code

    # requests and answers

    def ask(self, request: str, *, timeout: float | None = None) -> list[str]:
        """Send a line. Return the lines of the answer before ``ok``, without blank ones. Raises UhpRefusal."""
        lines = self.ask_unchecked(request, timeout=timeout)
        for line in lines:
            if line.split(" ", 1)[0].lower() in _REFUSALS:
                raise self._error(UhpRefusal, f"answered {quote(request)} with {quote(line)}")
        return lines

    def ask_unchecked(self, request: str, *, timeout: float | None = None) -> list[str]:
        """Like ``ask``, but return a refusal as a line of the answer instead of raising it."""
        if "\n" in request or "\r" in request:
            raise SkepError(f"a request is one line: {quote(request)}")
        self._send(request)
        wait = _Wait.start(quote(request), self.timeout if timeout is None else timeout)
        lines = self._read_answer(wait)
        if self._expects_second_info and lines and lines[0].startswith("id ") and request != "info":
            # the greeting arrived late, after the info that was requested in its place
            self._expects_second_info = False
            lines = self._read_answer(wait)
        return lines

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines: ``>`` sent to the engine, ``<`` received from it, ``!`` from its stderr."""
        lines = tuple(self._lines)
        if self._last_sent and self._last_sent not in lines:
            return (self._last_sent, "…", *lines)
        return lines

    def _send(self, line: str) -> None:
        if self._process is None:
            raise self._error(UhpCrash, f"is not running: cannot send {quote(line)}")
        self._last_sent = f"> {_truncate(line)}"
        self._lines.append(self._last_sent)
        self._process.send(line)

    def _read_answer(self, wait: _Wait, line: str | None = None) -> list[str]:
        lines = list[str]()
        size = 0
        while line is None or line.strip().lower() != "ok":
            if line is not None and line.strip():
                lines.append(line.strip())
                size += len(line)
            if len(lines) > _MAX_LINES or size > _MAX_CHARACTERS:
                self._end()
                raise self._error(UhpCrash, f"sent too much output without ok in answer to {wait.request}")
            line = self._next_line(wait)
        return lines

    def _next_line(self, wait: _Wait, *, timeout: float | None = None) -> str | None:
        """Return the next line of the answer, or None if a ``timeout`` is given and has passed."""
        process = self._process
        if process is None:
            raise self._error(UhpCrash, f"was closed instead of answering {wait.request}")
        try:
            line = process.receive(wait.deadline - monotonic() if timeout is None else timeout)
        except TimeoutError:
            if timeout is not None:
                return None
            self._end()
            raise self._error(UhpTimeout, f"no answer to {wait.request} within {wait.seconds:g} seconds") from None
        if line is None:
            code = self._end(_EXIT_TIMEOUT)
            raise self._error(UhpCrash, f"ended (exit code {code}) instead of answering {wait.request}")
        self._lines.append(f"< {_truncate(line)}")
        return line

    def _error(self, kind: type[UhpError], problem: str) -> UhpError:
        return kind(f"{self.command!r}: {problem}", self.transcript)

    # the protocol's commands

    @property
    def name(self) -> str:
        """The engine's name: the rest of its ``id`` line, or its command."""
        for line in self._info:
            if line.lower().startswith("id "):
                return line[3:].strip()
        return self._info[0] if self._info else self.command

    @property
    def capabilities(self) -> frozenset[str]:
        """The expansion bugs that the engine supports, for example ``Mosquito``."""
        last = self._info[-1] if len(self._info) > 1 else ""
        return frozenset(word.strip().title() for word in last.split(";") if word.strip())

    def info(self) -> list[str]:
        """Request the engine's info again and return it."""
        self._info = self.ask("info")
        return self._info

    def newgame(self, game: GameString | GameType | str = "Base") -> str:
        """Start or load a game, restarting the engine if it is not running. Return the GameString."""
        self._game = None
        if not self.running:
            self.restart()
        return self._ask_game(f"newgame {game}")

    def play(self, move: str) -> str:
        """Play a move or ``pass``. Return the GameString. Raises UhpRefusal if the move is illegal."""
        return self._ask_game("pass" if move.strip().lower() == "pass" else f"play {move}")

    def undo(self, plies: int = 1) -> str:
        """Take back moves. Return the GameString."""
        return self._ask_game("undo" if plies == 1 else f"undo {plies}")

    def _ask_game(self, request: str) -> str:
        lines = self.ask(request)
        if not lines:
            raise self._error(UhpRefusal, f"answered {quote(request)} with no GameString")
        self._game = lines[-1]
        return self._game

    def validmoves(self) -> list[str]:
        """Return the legal moves as MoveStrings. Some engines refuse when the game is over."""
        return [move.strip() for line in self.ask("validmoves") for move in line.split(";") if move.strip()]

    def bestmove(self, limit: Limit, *, timeout: float | None = None) -> str:
        """Return the engine's choice as a MoveString. By default the timeout is the usual one plus the search time."""
        request = f"bestmove {format_limit(limit)}"
        lines = self.ask(request, timeout=self.timeout + (limit.time or 0.0) if timeout is None else timeout)
        if not lines:
            raise self._error(UhpRefusal, f"answered {quote(request)} with no move")
        return lines[0].strip(";")

    def options(self) -> dict[str, Option]:
        """Return the engine's options by name. Malformed lines are skipped."""
        options = dict[str, Option]()
        for line in self.ask("options"):
            try:
                option = Option.parse(line)
            except NotationError:
                continue
            options[option.name] = option
        return options

    def set_option(self, name: str, value: OptionValue) -> None:
        """Set an option, now and after every restart."""
        self.ask(f"options set {name} {value}")
        self._settings[name] = str(value)

    def perft(self, depth: int, *, timeout: float | None = None) -> dict[int, int]:
        """Return the engine's own counts by depth, taken from the first two numbers of each line."""
        counts = dict[int, int]()
        for line in self.ask(f"perft {depth}", timeout=timeout):
            numbers = [int(re.sub("[,_]", "", number)) for number in _NUMBER.findall(line)[:2]]
            if len(numbers) == 2 and numbers[0] <= depth:
                counts[numbers[0]] = numbers[1]
        return counts


def _truncate(line: str) -> str:
    """Shorten a line for the transcript."""
    return line if len(line) <= 200 else f"{line[:200]}… ({len(line)} characters)"
