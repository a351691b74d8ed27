"""The numbered list of pieces that a player can choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from rich.text import Text

from skep.cli.piece_names import bug_name, counted_bug
from skep.i18n import Language, catalog
from skep.pieces import Bug, Color, Piece

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["MenuItem", "Place", "format_hand", "format_menu", "menu_items"]


class Place(Enum):
    """The place of a listed piece. The values are keys of the catalogue."""

    PLAY = "in_play"
    HAND = "in_hand"
    THROW = "to_throw"


@dataclass(frozen=True, slots=True)
class MenuItem:
    """One entry of the list."""

    number: int
    piece: Piece
    place: Place
    count: int
    """The number of pieces of the same kind in the hand; 1 for a piece in play."""
    is_playable: bool
    """Whether the piece can be placed, moved or thrown now."""

    def text(self, language: Language) -> str:
        """Return the number and the name, with the number in brackets if the piece cannot be played."""
        number = str(self.number) if self.is_playable else f"({self.number})"
        if self.place is Place.HAND:
            return f"{number:>4} {counted_bug(self.piece.bug, self.count, language)}"
        return f"{number:>4} {self.piece} {bug_name(self.piece.bug, language)}"


def menu_items(board: Board) -> list[MenuItem]:
    """Return the player's pieces in play, one of each kind in hand, and the enemy's pieces that can be thrown."""
    color = board.turn
    movable = {move.piece for move in board.legal_moves if not move.is_pass}
    hand = board.hand(color)
    entries = [(piece, Place.PLAY, 1) for piece in board.game_type.pieces(color) if board.where(piece) is not None]
    for bug in Bug:
        alike = [piece for piece in hand if piece.bug is bug]
        if alike:
            entries.append((alike[0], Place.HAND, len(alike)))
    entries.extend((piece, Place.THROW, 1) for piece in sorted(movable) if piece.color is not color)
    return [
        MenuItem(number, piece, place, count, piece in movable)
        for number, (piece, place, count) in enumerate(entries, 1)
    ]


def format_menu(items: Sequence[MenuItem], language: Language, width: int) -> Iterator[Text]:
    """Yield the lines of the list in columns, with a heading for each place."""
    headings = catalog("terminal", language).table("menu")
    lead = max(map(len, headings.values()))
    column_width = max(len(item.text(language)) for item in items) + 2
    columns = max((width - lead) // column_width, 1)
    for place in Place:
        entries = [item for item in items if item.place is place]
        for start in range(0, len(entries), columns):
            line = Text(f"{'' if start else headings[place.value]:<{lead}}", "bold")
            for item in entries[start : start + columns]:
                style = "not bold" if item.is_playable else "not bold dim"
                line.append(f"{item.text(language):<{column_width}}", style)
            line.rstrip()
            yield line


def format_hand(board: Board, color: Color, name: str, language: Language) -> str:
    """Return a line with the bugs in a player's hand."""
    strings, hand = catalog("cli", language), board.hand(color)
    counts = [(bug, sum(piece.bug is bug for piece in hand)) for bug in Bug]
    pieces = ", ".join(counted_bug(bug, count, language) for bug, count in counts if count)
    return strings.format("hand.line", name=name, pieces=pieces or strings["hand.empty"])
