"""serve_engine: turns a function that chooses moves into a UHP engine."""

from __future__ import annotations

import contextlib
import sys
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING

from skep.errors import SkepError, quote
from skep.moves import Move
from skep.uhp.options import Options
from skep.uhp.server import serve_stdio
from skep.uhp.session import UhpSession

if TYPE_CHECKING:
    from skep.board import Board
    from skep.engine.limits import Limit

__all__ = ["ChooseMove", "FunctionChooser", "serve_engine"]

ChooseMove = Callable[["Board", "Limit"], Move]
"""Returns a legal move. The board is a copy, so the function may change it."""


def serve_engine(choose: ChooseMove, *, name: str, version: str = "") -> int:
    """Serve an engine to the client that started this process, until it exits. Return the exit code.

    ``choose`` returns a legal move for a board and a limit, which has exactly one of ``seconds``, ``depth`` and
    ``nodes``. The board has every edition and game type of skep. Everything that the function prints goes to stderr,
    because stdout belongs to the protocol. An exception or an illegal move is reported to the client as an error.
    """
    for text in (name, version):
        if not text.isprintable():
            raise SkepError(f"the name and the version of an engine are one line: {quote(text)}")
    if not name.strip():
        raise SkepError("an engine needs a name")
    chooser = FunctionChooser(choose)

    def new_session(is_abandoned: Callable[[], bool]) -> UhpSession:
        return UhpSession(chooser, Options(), name=name.strip(), version=version.strip(), is_abandoned=is_abandoned)

    return serve_stdio(new_session)


class FunctionChooser:
    """Chooses moves with a function, and checks them."""

    def __init__(self, choose: ChooseMove) -> None:
        self._choose = choose
        self.line: tuple[str, ...] = ()

    def new_game(self) -> None:
        self.line = ()

    def forget_line(self) -> None:
        self.line = ()

    def choose(self, board: Board, limit: Limit) -> Move:
        with contextlib.redirect_stdout(sys.stderr):
            try:
                move = self._choose(board.copy(), limit)
            except Exception:
                traceback.print_exc()  # the client gets one line only
                raise
        if not isinstance(move, Move) or move not in board.legal_moves:
            raise SkepError(f"the engine chose {move!r}, which is not a legal move")
        self.line = (board.uhp(move),)
        return move
