"""A conversation: takes one line at a time, gives the lines of its answer. Knows nothing of pipes.

The board, and with it the compiler, is loaded by the first game: an engine that is only asked who it is
answers at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from skep import __version__
from skep.errors import IllegalMove, NotationError, SkepError, quoted
from skep.moves import PASS
from skep.notation.limits import LONGEST_GAME
from skep.uhp.limits import parse_limit
from skep.uhp.log import Log
from skep.uhp.options import Options
from skep.uhp.thinking import Thinking

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["COMMANDS", "LONGEST", "Session"]

LONGEST: Final = LONGEST_GAME + 100
"""Bytes of a line that is read: a command with the longest GameString."""
_MOST_PLIES: Final = 10
"""Of a perft: nobody has time for more."""
_AT_ONCE: Final = 4
"""Plies of a perft that are counted in one call of the kernel, so that Ctrl-C is heard in between."""
_COUNT: Final = re.compile(r"\d{1,9}", re.ASCII)


class Session:
    """The engine's side of a conversation. No line makes it raise, save that the client has gone.

    >>> list(Session().answer(b"options get Level"))
    ['Level;int;10;10;1;10', 'ok']
    """

    def __init__(self, options: Options | None = None, *, abandoned: Callable[[], bool] = lambda: False) -> None:
        """``abandoned`` tells whether nobody waits for an answer any more."""
        self.options = options or Options()
        self.over = False
        """Whether the client has said ``exit``."""
        self._abandoned = abandoned
        self._log = Log(self.options)
        self._thinking = Thinking(self.options, self._log, abandoned)
        self._board: Board | None = None

    def answer(self, line: bytes) -> Iterator[str]:
        """The lines that answer one line of the client; the last is ``ok``."""
        begun = perf_counter()
        text = line.decode("utf-8", "replace").strip()
        self._log.debug(f"asked {quoted(text)}")
        try:
            yield from self._obey(line, text)
        except IllegalMove as error:
            yield _one_line("invalidmove", error)
        except SkepError as error:
            yield _one_line("err", error)
        except (BrokenPipeError, GeneratorExit):
            raise
        except Exception as error:  # a fault of ours may not cost the client its engine
            yield _one_line("err", f"internal error: {type(error).__name__}: {error}")
        self._log.debug(f"answered after {perf_counter() - begun:.3f} seconds")
        yield "ok"

    def _obey(self, line: bytes, text: str) -> Iterator[str]:
        if len(line) > LONGEST:
            raise SkepError(f"the line is longer than {LONGEST} bytes")
        name, rest = [*text.split(None, 1), "", ""][:2]
        command = COMMANDS.get(name.lower())
        if command is None:
            raise SkepError(f"no command {quoted(name)}: try help" if name else "no command: try help")
        if rest and not command.arguments:
            raise SkepError(f"{name.lower()} takes no argument")
        yield from command.run(self, rest)

    # the commands

    def info(self, _rest: str) -> Iterator[str]:
        """Say who we are and what we can play with."""
        yield f"id skep v{__version__}"
        yield "Mosquito;Ladybug;Pillbug"

    def newgame(self, rest: str) -> Iterator[str]:
        """Begin a game of a GameType, Base when none is given, or set one up from a GameString."""
        from skep.board import Board

        board = Board.from_game_string(rest or "Base", edition=self.options.edition, threefold=self.options.repetition)
        self._thinking.new_game()
        self._board = board
        yield board.game_string()

    def play(self, rest: str) -> Iterator[str]:
        """Make a move."""
        board = self._unfinished()
        if not rest:
            raise SkepError("play which move? As in: play wA1 -bQ")
        try:
            board.push_uhp(rest)
        except NotationError as error:
            raise IllegalMove(str(error)) from error
        self._thinking.forget_line()
        yield board.game_string()

    def pass_(self, _rest: str) -> Iterator[str]:
        """Pass, when there is no move."""
        board = self._unfinished()
        board.push_checked(PASS)
        self._thinking.forget_line()
        yield board.game_string()

    def validmoves(self, _rest: str) -> Iterator[str]:
        """List the legal moves."""
        board = self._unfinished()
        yield ";".join(board.uhp(move) for move in board.legal_moves)

    def bestmove(self, rest: str) -> Iterator[str]:
        """Choose a move within a limit."""
        board = self._unfinished()
        limit = parse_limit(rest)
        yield board.uhp(self._thinking.choose(board, limit))

    def undo(self, rest: str) -> Iterator[str]:
        """Take moves back, one when no number is given."""
        board = self._game()
        made = len(board.moves)
        if rest and not _COUNT.fullmatch(rest):
            raise SkepError(f"undo {quoted(rest)}: expected a number of moves")
        plies = int(rest or "1")
        if not 1 <= plies <= made:
            raise SkepError(f"cannot undo {plies} of {made} moves")
        for _ in range(plies):
            board.pop()
        self._thinking.forget_line()
        yield board.game_string()

    def set_options(self, rest: str) -> Iterator[str]:
        """List the options, get one or set one; Edition and Repetition count from the next newgame."""
        verb, *words = rest.split(None, 2) or [""]
        verb = verb.lower()
        if not verb:
            yield from map(str, self.options.all())
        elif verb == "get" and len(words) == 1:
            yield str(self.options.get(words[0]))
        elif verb == "set" and len(words) == 2:
            option = self.options.set(words[0], words[1])
            if self._board is not None and option.name in ("Edition", "Repetition"):
                self._log.normal(f"{option.name} is {option.value} from the next newgame on")
            yield str(option)
        else:
            raise SkepError("expected options, options get NAME or options set NAME VALUE")

    def perft(self, rest: str) -> Iterator[str]:
        """Count the lines of play of each number of plies."""
        from skep.board import Board

        board = Board.from_position(self._game().position())  # a repetition does not end a line of perft
        if not _COUNT.fullmatch(rest) or int(rest) > _MOST_PLIES:
            raise SkepError(f"perft {quoted(rest)}: expected a number of plies from 0 to {_MOST_PLIES}")
        for depth in range(int(rest) + 1):
            yield f"{depth}: {self._count(board, depth)}"

    def _count(self, board: Board, depth: int) -> int:
        if depth <= _AT_ONCE:
            if self._abandoned():
                raise BrokenPipeError("nobody waits for the count any more")
            return board.perft(depth)
        nodes = 0
        for move in board.legal_moves.list():
            board.push(move)
            nodes += self._count(board, depth - 1)
            board.pop()
        return nodes

    def pv(self, _rest: str) -> Iterator[str]:
        """Tell the line of play that the last bestmove expects."""
        self._game()
        if not self._thinking.line:
            raise SkepError("no bestmove has been asked in this position")
        yield ";".join(self._thinking.line)

    def help(self, rest: str) -> Iterator[str]:
        """List the commands, or tell about one."""
        commands = COMMANDS
        if rest:
            if rest.lower() not in COMMANDS:
                raise SkepError(f"no command {quoted(rest)}: try help")
            commands = {rest.lower(): COMMANDS[rest.lower()]}
        for name, command in commands.items():
            doc = command.run.__doc__ or ""
            yield f"{name} {command.arguments}".rstrip() + f": {doc}"

    def exit(self, _rest: str) -> Iterator[str]:
        """Leave."""
        self.over = True
        yield from ()

    # the game

    def _game(self) -> Board:
        if self._board is None:
            raise SkepError("no game: begin one with newgame")
        return self._board

    def _unfinished(self) -> Board:
        board = self._game()
        outcome = board.outcome()
        if outcome is not None:
            raise SkepError(f"the game is over: {outcome}")
        return board


class _Command(NamedTuple):
    """What a command does, and what may follow its name."""

    run: Callable[[Session, str], Iterator[str]]
    arguments: str = ""


COMMANDS: Final = {
    "info": _Command(Session.info),
    "newgame": _Command(Session.newgame, "[GameType | GameString]"),
    "play": _Command(Session.play, "MoveString"),
    "pass": _Command(Session.pass_),
    "validmoves": _Command(Session.validmoves),
    "bestmove": _Command(Session.bestmove, "time hh:mm:ss | depth N | nodes N"),
    "undo": _Command(Session.undo, "[N]"),
    "options": _Command(Session.set_options, "[get NAME | set NAME VALUE]"),
    "perft": _Command(Session.perft, "N"),
    "pv": _Command(Session.pv),
    "help": _Command(Session.help, "[COMMAND]"),
    "exit": _Command(Session.exit),
}
"""Every command by its name."""


def _one_line(kind: str, message: object) -> str:
    return f"{kind} {' '.join(str(message).split())}"
