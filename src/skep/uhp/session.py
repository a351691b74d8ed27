"""The engine's side of the protocol, without I/O: takes one line at a time and yields the lines of its answer.

The first game loads the board and the compiled kernel, so that ``info`` and ``options`` are answered immediately.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from skep import __version__
from skep.errors import IllegalMove, NotationError, SkepError, quote
from skep.moves import PASS, Move
from skep.notation.limits import MAX_GAME_LENGTH
from skep.uhp.limits import parse_limit
from skep.uhp.log import Log
from skep.uhp.move_chooser import MoveChooser
from skep.uhp.options import EngineOptions, Options

if TYPE_CHECKING:
    from skep.board import Board
    from skep.engine.limits import Limit

__all__ = ["COMMANDS", "MAX_LINE_BYTES", "Chooser", "UhpSession", "skep_session"]

MAX_LINE_BYTES: Final = MAX_GAME_LENGTH + 100
"""The length of a command with the longest GameString."""
_MAX_PERFT_DEPTH: Final = 10
"""Deeper counts take too long to be useful."""
_KERNEL_DEPTH: Final = 4
"""Plies of a perft per call of the kernel. Ctrl-C takes effect only between calls."""
_COUNT: Final = re.compile(r"\d{1,9}", re.ASCII)


class Chooser(Protocol):
    """The engine behind ``bestmove``."""

    line: tuple[str, ...]
    """The MoveStrings expected from the last choice onwards; empty before the first."""

    def new_game(self) -> None:
        """Forget the last game."""

    def forget_line(self) -> None:
        """Discard the expected line because the position has changed."""

    def choose(self, board: Board, limit: Limit) -> Move:
        """Choose a move within the limit. The board is left unchanged; its game must not be over."""


class UhpSession:
    """The state of one client's session. Answering a line raises only BrokenPipeError, when the client is gone.

    >>> list(skep_session().answer(b"options get Level"))
    ['Level;int;10;10;1;10', 'ok']
    """

    def __init__(
        self,
        chooser: Chooser,
        options: Options,
        *,
        name: str,
        version: str,
        is_abandoned: Callable[[], bool] = lambda: False,
    ) -> None:
        """Create a session of an engine with this name. ``is_abandoned`` returns whether the client is gone."""
        self.options = options
        self.is_finished = False
        """Whether the client has sent ``exit``."""
        self._name = name
        self._version = version
        self._is_abandoned = is_abandoned
        self._log = Log(options, name)
        self._chooser = chooser
        self._board: Board | None = None

    def answer(self, line: bytes) -> Iterator[str]:
        """Yield the lines that answer one line from the client; the last is ``ok``."""
        started = perf_counter()
        text = line.decode("utf-8", "replace").strip()
        self._log.debug(f"received {quote(text)}")
        try:
            yield from self._dispatch(line, text)
        except IllegalMove as error:
            yield _one_line("invalidmove", error)
        except SkepError as error:
            yield _one_line("err", error)
        except (BrokenPipeError, GeneratorExit):
            raise
        except Exception as error:  # a bug of ours must not cost the client its engine
            yield _one_line("err", f"internal error: {type(error).__name__}: {error}")
        self._log.debug(f"answered after {perf_counter() - started:.3f} seconds")
        yield "ok"

    def _dispatch(self, line: bytes, text: str) -> Iterator[str]:
        if len(line) > MAX_LINE_BYTES:
            raise SkepError(f"the line is longer than {MAX_LINE_BYTES} bytes")
        name, rest = [*text.split(None, 1), "", ""][:2]
        command = COMMANDS.get(name.lower())
        if command is None:
            raise SkepError(f"unknown command {quote(name)}: try help" if name else "empty command: try help")
        if rest and not command.arguments:
            raise SkepError(f"{name.lower()} takes no argument")
        yield from command.run(self, rest)

    # the commands

    def info(self, _rest: str) -> Iterator[str]:
        """Show the engine's name and the expansion bugs it supports."""
        yield f"id {self._name} v{self._version}" if self._version else f"id {self._name}"
        yield "Mosquito;Ladybug;Pillbug"

    def newgame(self, rest: str) -> Iterator[str]:
        """Start a game of a GameType (Base by default), or load a GameString."""
        from skep.board import Board

        board = Board.from_game_string(rest or "Base", edition=self.options.edition, threefold=self.options.repetition)
        self._chooser.new_game()
        self._board = board
        yield board.game_string()

    def play(self, rest: str) -> Iterator[str]:
        """Make a move."""
        board = self._unfinished_game()
        if not rest:
            raise SkepError("play needs a move, for example: play wA1 -bQ")
        try:
            board.push_uhp(rest)
        except NotationError as error:
            raise IllegalMove(str(error)) from error
        self._chooser.forget_line()
        yield board.game_string()

    def pass_(self, _rest: str) -> Iterator[str]:
        """Pass. Legal only without any other legal move."""
        board = self._unfinished_game()
        board.push_checked(PASS)
        self._chooser.forget_line()
        yield board.game_string()

    def validmoves(self, _rest: str) -> Iterator[str]:
        """List the legal moves."""
        board = self._unfinished_game()
        yield ";".join(board.uhp(move) for move in board.legal_moves)

    def bestmove(self, rest: str) -> Iterator[str]:
        """Search for the best move within a limit."""
        board = self._unfinished_game()
        limit = parse_limit(rest)
        yield board.uhp(self._chooser.choose(board, limit))

    def undo(self, rest: str) -> Iterator[str]:
        """Take back N moves (1 by default)."""
        board = self._game()
        played = len(board.moves)
        if rest and not _COUNT.fullmatch(rest):
            raise SkepError(f"undo {quote(rest)}: expected a number of moves")
        plies = int(rest or "1")
        if not 1 <= plies <= played:
            raise SkepError(f"cannot undo {plies} of {played} moves")
        for _ in range(plies):
            board.pop()
        self._chooser.forget_line()
        yield board.game_string()

    def set_options(self, rest: str) -> Iterator[str]:
        """List the options, get one or set one. Edition and Repetition take effect with the next newgame."""
        verb, *words = rest.split(None, 2) or [""]
        verb = verb.lower()
        if not verb:
            yield from map(str, self.options.all())
        elif verb == "get" and len(words) == 1:
            yield str(self.options.get(words[0]))
        elif verb == "set" and len(words) == 2:
            option = self.options.set(words[0], words[1])
            if self._board is not None and option.name in ("Edition", "Repetition"):
                self._log.normal(f"{option.name} {option.value} takes effect with the next newgame")
            yield str(option)
        else:
            raise SkepError("expected options, options get NAME or options set NAME VALUE")

    def perft(self, rest: str) -> Iterator[str]:
        """Count the lines of play for each depth up to N plies."""
        from skep.board import Board

        board = Board.from_position(self._game().position())  # perft ignores repetitions
        if not _COUNT.fullmatch(rest) or int(rest) > _MAX_PERFT_DEPTH:
            raise SkepError(f"perft {quote(rest)}: expected a number of plies from 0 to {_MAX_PERFT_DEPTH}")
        for depth in range(int(rest) + 1):
            yield f"{depth}: {self._count(board, depth)}"

    def _count(self, board: Board, depth: int) -> int:
        if depth <= _KERNEL_DEPTH:
            if self._is_abandoned():
                raise BrokenPipeError("the client is gone")
            return board.perft(depth)
        nodes = 0
        for move in board.legal_moves.list():
            board.push(move)
            nodes += self._count(board, depth - 1)
            board.pop()
        return nodes

    def pv(self, _rest: str) -> Iterator[str]:
        """Show the line of play expected by the last bestmove."""
        self._game()
        if not self._chooser.line:
            raise SkepError("no bestmove has been requested in this position")
        yield ";".join(self._chooser.line)

    def help(self, rest: str) -> Iterator[str]:
        """List the commands, or describe one."""
        commands = COMMANDS
        if rest:
            if rest.lower() not in COMMANDS:
                raise SkepError(f"unknown command {quote(rest)}: try help")
            commands = {rest.lower(): COMMANDS[rest.lower()]}
        for name, command in commands.items():
            doc = command.run.__doc__ or ""
            yield f"{name} {command.arguments}".rstrip() + f": {doc}"

    def exit(self, _rest: str) -> Iterator[str]:
        """Stop the engine."""
        self.is_finished = True
        yield from ()

    # the game

    def _game(self) -> Board:
        if self._board is None:
            raise SkepError("no game: start one with newgame")
        return self._board

    def _unfinished_game(self) -> Board:
        board = self._game()
        outcome = board.outcome()
        if outcome is not None:
            raise SkepError(f"the game is over: {outcome}")
        return board


class _Command(NamedTuple):
    """The handler of a command, and the arguments that can follow its name."""

    run: Callable[[UhpSession, str], Iterator[str]]
    arguments: str = ""


COMMANDS: Final = {
    "info": _Command(UhpSession.info),
    "newgame": _Command(UhpSession.newgame, "[GameType | GameString]"),
    "play": _Command(UhpSession.play, "MoveString"),
    "pass": _Command(UhpSession.pass_),
    "validmoves": _Command(UhpSession.validmoves),
    "bestmove": _Command(UhpSession.bestmove, "time hh:mm:ss | depth N | nodes N"),
    "undo": _Command(UhpSession.undo, "[N]"),
    "options": _Command(UhpSession.set_options, "[get NAME | set NAME VALUE]"),
    "perft": _Command(UhpSession.perft, "N"),
    "pv": _Command(UhpSession.pv),
    "help": _Command(UhpSession.help, "[COMMAND]"),
    "exit": _Command(UhpSession.exit),
}
"""All commands by name."""


def skep_session(
    options: EngineOptions | None = None, *, is_abandoned: Callable[[], bool] = lambda: False
) -> UhpSession:
    """Return a session of skep's own engine."""
    options = options or EngineOptions()
    chooser = MoveChooser(options, Log(options, "skep"), is_abandoned)
    return UhpSession(chooser, options, name="skep", version=__version__, is_abandoned=is_abandoned)


def _one_line(kind: str, message: object) -> str:
    return f"{kind} {' '.join(str(message).split())}"
