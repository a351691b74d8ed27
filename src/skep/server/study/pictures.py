"""Pictures of positions and games, and games as text."""

from __future__ import annotations

from typing import Final

from skep.board import Board
from skep.errors import SkepError
from skep.game import Game
from skep.render.card import render_card
from skep.render.options import SvgOptions
from skep.render.png import render_png
from skep.render.svg import Theme
from skep.render.text import render_text
from skep.server.schemas.pictures import PictureRequest
from skep.server.study.lines import follow

__all__ = ["MAX_FRAMES", "MEDIA_TYPES", "check_size", "draw", "game_text"]

MEDIA_TYPES: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "txt": "text/plain",
    "card": "image/png",
}
MAX_FRAMES: Final = 300
"""Maximum number of positions in an animation, which the server draws in about four seconds."""
_THEMES: Final = {"light": Theme.FELT, "dark": Theme.FELT_DARK}


def check_size(request: PictureRequest) -> None:
    """Raise SkepError if an animation would be too long."""
    if request.form == "gif" and len(request.moves) >= MAX_FRAMES:
        raise SkepError(f"an animation on this server has at most {MAX_FRAMES} positions, not {len(request.moves) + 1}")


def draw(request: PictureRequest) -> bytes:
    """Return a picture. Raises SkepError if it would be too large, or InvalidPosition."""
    board = follow(request).board
    theme = _THEMES[request.theme]
    if request.form == "txt":
        return _diagram(board).encode()
    if request.form == "gif":
        return board.animation(theme=theme)
    if request.form == "card":
        return render_png(render_card(board.position()))
    options: SvgOptions = {"theme": theme, "hands": True, "marks": request.marks}
    return board.png(**options) if request.form == "png" else board.svg(**options).encode()


def _diagram(board: Board) -> str:
    lines = render_text(board.position(), hands=True).plain.split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def game_text(game: Game) -> str:
    """Return a game as text for people: players, tags, moves, result and the last position."""
    names = " - ".join(game.tags.get(name, "?") for name in ("White", "Black"))
    head = [names, *(f"{name}: {value}" for name, value in game.tags.items() if name not in ("White", "Black"))]
    rules = f"{game.game_type}, {game.edition.title}"
    turns = list[str]()
    for ply, text in enumerate(Board.from_position(game.start).uhp_line(game.mainline_moves()), game.start.ply):
        if ply % 2 == 0 or not turns:
            turns.append(f"{ply // 2 + 1:>3}. " + (f"{text:<10}" if ply % 2 == 0 else f"{'…':<10} {text}"))
        else:
            turns[-1] += f" {text}"
    diagram = _diagram(game.end().board())
    body = [*head, rules, "", *(turn.rstrip() for turn in turns), "", str(game.result), "", diagram]
    return "\n".join(body)
