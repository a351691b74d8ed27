"""Pictures of a position that is studied, and a game as text.

Pixels are drawn by a process of their own: the library that draws them lets no other thread of a program run
meanwhile, and a picture takes up to seconds.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any, Final

from skep.board import Board
from skep.errors import SkepError
from skep.game import Game
from skep.render.svg import Theme
from skep.render.text import render_text
from skep.server.schemas.archive import PictureRequest
from skep.server.schemas.study import StudyPosition
from skep.server.store.records import StoreOverloaded
from skep.server.study.lines import InvalidPosition, follow
from skep.server.study.trees import marks_of

__all__ = ["MEDIA_TYPES", "draw", "draw_here", "game_text"]

MEDIA_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "txt": "text/plain"}
_THEMES: Final = {"light": Theme.DAY, "dark": Theme.NIGHT}
_SECONDS: Final = 60
"""How long a picture may take."""
_REFUSED: Final = 3
"""What the other process exits with when there is no such picture."""
_PROGRAM: Final = "from skep.server.study.pictures import _main; _main()"


def draw(wanted: PictureRequest) -> bytes:
    """The picture; raises SkepError, or CannotStudy when there is no such position."""
    if wanted.form in ("svg", "txt"):
        return draw_here(wanted)
    follow(StudyPosition(start=wanted.start, moves=wanted.moves))  # what is wrong is found at once
    try:
        drawn = subprocess.run(
            # -P: nothing that lies in the folder the server was started in is imported
            [sys.executable, "-P", "-c", _PROGRAM],
            input=wanted.model_dump_json().encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise SkepError(f"the picture takes longer than {_SECONDS} seconds") from None
    except OSError as error:
        raise StoreOverloaded from error
    if drawn.returncode == _REFUSED:
        raise SkepError(drawn.stderr.decode(errors="replace").strip())
    if drawn.returncode:
        raise RuntimeError(f"a picture was not drawn: {drawn.stderr[-2000:].decode(errors='replace')}")
    return drawn.stdout


def _main() -> None:
    """Draw what stands on the input."""
    try:
        picture = draw_here(PictureRequest.model_validate_json(sys.stdin.buffer.read()))
    except (SkepError, InvalidPosition) as error:
        print(error, file=sys.stderr)
        sys.exit(_REFUSED)
    sys.stdout.buffer.write(picture)


def draw_here(wanted: PictureRequest) -> bytes:
    """The picture, drawn by this process."""
    board = follow(StudyPosition(start=wanted.start, moves=wanted.moves)).board
    theme = _THEMES[wanted.theme]
    if wanted.form == "txt":
        return _diagram(board).encode()
    if wanted.form == "gif":
        return board.animation(theme=theme)
    look: dict[str, Any] = {"theme": theme, "hands": True, "marks": marks_of(wanted.marks)}
    return board.png(**look) if wanted.form == "png" else board.svg(**look).encode()


def _diagram(board: Board) -> str:
    lines = render_text(board.position(), hands=True).plain.split("\n")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def game_text(game: Game) -> str:
    """A game to be read by people: who played, the moves by turns, the result, the last position."""
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
