"""Positions as authors of lessons and of the rulebook write them: a diagram, a game, or a position string."""

from __future__ import annotations

from msgspec import Struct

from skep.editions import DEFAULT_EDITION, Edition, GameType, find_edition
from skep.errors import IllegalMove, SkepError
from skep.notation.diagram import parse_diagram
from skep.notation.position import parse_position
from skep.notation.uhp import GameString, parse_move
from skep.position import Position
from skep.rules import explain, play

__all__ = ["PositionSource"]


class PositionSource(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position in one of three forms. Without any of them, the previous position is used."""

    board: str | None = None
    """A text diagram."""
    game: str | None = None
    """A GameString, replayed by the rules."""
    position: str | None = None
    """A position string."""
    edition: str | None = None
    """The edition of the game. A diagram or a position string can name its own."""

    def read(self, game_type: str | None, previous: Position | None) -> Position:
        """Return the position. ``game_type`` applies to a diagram that does not name one."""
        forms = [form for form in (self.board, self.game, self.position) if form is not None]
        if len(forms) > 1:
            raise SkepError("more than one position: give only one of board, game and position")
        edition = DEFAULT_EDITION if self.edition is None else find_edition(self.edition)
        if self.board is not None:
            return parse_diagram(
                self.board, game_type=None if game_type is None else GameType.parse(game_type), edition=edition
            )
        if self.game is not None:
            return _replay(self.game, edition)
        if self.position is not None:
            return parse_position(self.position)
        if previous is None:
            raise SkepError("there is no position: give a board, a game or a position")
        return previous


def _replay(text: str, edition: Edition) -> Position:
    game = GameString.parse(text)
    position = Position.start(game.game_type, edition)
    for number, move_string in enumerate(game.moves, 1):
        move = parse_move(move_string, position)
        if reason := explain(position, move):
            raise IllegalMove(f"move {number} of the game, {move_string}: {reason}")
        position = play(position, move)
    return position
