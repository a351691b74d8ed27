"""Names of pieces in texts, with notation ("the soldier ant wA1") or without ("your ant", "the black beetle")."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from skep.i18n.catalog import Catalog, catalog
from skep.i18n.language import Language
from skep.pieces import Bug, Color, Piece

__all__ = ["PieceNames", "copied_bug", "piece_list", "piece_name", "side_name"]

_MAX_ITEMS: Final = 3
"""The longest list that is written out."""


class PieceNames(Enum):
    """How a text names pieces."""

    NOTATION = "notation"
    """By bug and notation, as in "the soldier ant wA1"."""
    PLAIN = "plain"
    """For players who do not read notation, as in "your ant" and "the black beetle"."""

    @classmethod
    def choose(cls, *, notation: bool) -> PieceNames:
        """Return the names for a reader who does or does not want notation."""
        return cls.NOTATION if notation else cls.PLAIN


def piece_name(
    piece: Piece,
    language: Language = Language.EN,
    names: PieceNames = PieceNames.NOTATION,
    player: Color | None = None,
) -> str:
    """Return the name of a piece, with its article. Plain names say "your" to ``player``.

    >>> ant = Piece.parse("wA1")
    >>> piece_name(ant), piece_name(ant, Language.FR)
    ('the soldier ant wA1', 'la fourmi wA1')
    >>> piece_name(ant, names=PieceNames.PLAIN, player=Color.WHITE)
    'your ant'
    >>> piece_name(ant, Language.FR, PieceNames.PLAIN, player=Color.BLACK)
    'la fourmi blanche'
    """
    return piece_list([piece], language, names, player)


def piece_list(
    pieces: Sequence[Piece],
    language: Language = Language.EN,
    names: PieceNames = PieceNames.NOTATION,
    player: Color | None = None,
    *,
    after: Piece | None = None,
) -> str:
    """Return the names of some pieces as a list; a long list ends in "others".

    Plain names count the pieces of each kind. ``after`` is a piece that the text has already named, so that another of
    its kind is called "another".

    >>> pieces = [Piece.parse(name) for name in ("wA1", "bB1", "wA2")]
    >>> piece_list(pieces)
    'the soldier ant wA1, the beetle bB1 and the soldier ant wA2'
    >>> piece_list(pieces, names=PieceNames.PLAIN, player=Color.WHITE)
    'two of your ants and the black beetle'
    >>> piece_list(pieces[:1], names=PieceNames.PLAIN, player=Color.WHITE, after=Piece.parse("wA3"))
    'another of your ants'
    """
    texts = catalog("pieces", language)
    if names is PieceNames.NOTATION:
        items = [texts.format(f"notation.{_key(piece.bug)}", piece=piece) for piece in pieces]
    else:
        items = _plain_items(texts, pieces, player, after)
    if len(items) > _MAX_ITEMS:
        items = [*items[: _MAX_ITEMS - 1], texts["list.others"]]
    if not items:
        return ""
    joined = items[0]
    for item in items[1:-1]:
        joined = texts.format("list.comma", items=joined, item=item)
    return texts.format("list.last", items=joined, item=items[-1]) if len(items) > 1 else joined


def _plain_items(texts: Catalog, pieces: Sequence[Piece], player: Color | None, after: Piece | None) -> list[str]:
    """Return one name for each kind of piece, in the order of their first mention."""
    kinds = [(piece.color, piece.bug) for piece in pieces]
    items = list[str]()
    for color, bug in dict.fromkeys(kinds):
        key = f"plain.{_key(bug)}.{'your' if color is player else color.name.lower()}"
        count = kinds.count((color, bug))
        if count > 1:
            key += f"-{count}"
        if after is not None and (after.color, after.bug) == (color, bug):
            key += "-another" if count == 1 else "-others"
        items.append(texts[key])
    return items


def copied_bug(bug: Bug, language: Language = Language.EN) -> str:
    """Return what a mosquito that copies a bug moves as.

    >>> copied_bug(Bug.SOLDIER_ANT), copied_bug(Bug.SOLDIER_ANT, Language.FR)
    ('as an ant', 'comme une fourmi')
    """
    return catalog("pieces", language)[f"copying.{_key(bug)}"]


def side_name(color: Color, language: Language = Language.EN) -> str:
    """Return the name of a player, as the subject of a sentence.

    >>> side_name(Color.BLACK), side_name(Color.BLACK, Language.FR)
    ('Black', 'les Noirs')
    """
    return catalog("pieces", language)[f"side.{color.name.lower()}"]


def _key(bug: Bug) -> str:
    return bug.name.lower()
