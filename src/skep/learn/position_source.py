"""Positions as authors of lessons and of the rulebook write them: drawn, replayed, or in one line."""

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
    """A position, in one of three forms; none of them stands for the position before."""

    board: str | None = None
    """A text diagram."""
    game: str | None = None
    """A GameString, replayed by the rules move by move."""
    position: str | None = None
    """A position string."""
    edition: str | None = None
    """Of the game; a diagram and a position string may name it themselves."""

    def read(self, game_type: str | None, before: Position | None) -> Position:
        """The position; ``game_type`` is what a diagram without one is drawn of."""
        forms = [form for form in (self.board, self.game, self.position) if form is not None]
        if len(forms) > 1:
            raise SkepError("the position is given twice: choose one of board, game and position")
        edition = DEFAULT_EDITION if self.edition is None else find_edition(self.edition)
        if self.board is not None:
            return parse_diagram(
                self.board, game_type=None if game_type is None else GameType.parse(game_type), edition=edition
            )
        if self.game is not None:
            return _replayed(self.game, edition)
        if self.position is not None:
            return parse_position(self.position)
        if before is None:
            raise SkepError("there is no position: give a board, a game or a position")
        return before


def _replayed(text: str, edition: Edition) -> Position:
    game = GameString.parse(text)
    position = Position.start(game.game_type, edition)
    for number, written in enumerate(game.moves, 1):
        move = parse_move(written, position)
        if reason := explain(position, move):
            raise IllegalMove(f"move {number} of the game, {written}: {reason}")
        position = play(position, move)
    return position
