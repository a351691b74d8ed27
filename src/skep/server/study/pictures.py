"""Pictures of a position that is studied, and a game as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from skep.board import Board
from skep.errors import SkepError
from skep.game import Game
from skep.render.svg import Theme
from skep.render.text import render_text
from skep.server.study.lines import Line, follow
from skep.server.study.messages import Studied
from skep.server.study.models import PictureWanted

__all__ = ["MEDIA_TYPES", "draw", "game_text"]

MEDIA_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "txt": "text/plain"}
_THEMES: Final = {"light": Theme.DAY, "dark": Theme.NIGHT}


def draw(wanted: PictureWanted) -> bytes:
    """The picture; raises SkepError, or CannotStudy when there is no such position."""
    line = follow(Studied(start=wanted.start, moves=wanted.moves))
    if wanted.form not in _DRAW:
        raise SkepError(f"no {wanted.form} can be drawn here")
    return _DRAW[wanted.form](line, wanted)


def _svg(line: Line, wanted: PictureWanted) -> bytes:
    return line.board.svg(theme=_THEMES[wanted.theme], hands=True).encode()


def _txt(line: Line, _wanted: PictureWanted) -> bytes:
    return _diagram(line.board).encode()


_DRAW: Final[dict[str, Callable[[Line, PictureWanted], bytes]]] = {"svg": _svg, "txt": _txt}


def _diagram(board: Board) -> str:
    lines = render_text(board.position(), hands=True).plain.split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def game_text(game: Game) -> str:
    """A game to be read by people: who played, the moves by turns, the result, the last position."""
    names = " - ".join(game.tags.get(name, "?") for name in ("White", "Black"))
    head = [names, *(f"{name}: {value}" for name, value in game.tags.items() if name not in ("White", "Black"))]
    rules = f"{game.game_type}, {game.edition.title}"
    board = Board.from_position(game.start)
    turns = list[str]()
    for move in game.mainline_moves():
        text = board.uhp(move)
        if board.ply % 2 == 0 or not turns:
            turns.append(f"{board.turn:>3}. " + (f"{text:<10}" if board.ply % 2 == 0 else f"{'…':<10} {text}"))
        else:
            turns[-1] += f" {text}"
        board.push(move)
    body = [*head, rules, "", *(turn.rstrip() for turn in turns), "", str(game.result), "", _diagram(board)]
    return "\n".join(body)
