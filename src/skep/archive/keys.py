"""How positions and games are known again: turned, mirrored, renumbered, or written by another program."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from skep.archive.dates import date_of
from skep.board import Board
from skep.editions import Edition, GameType
from skep.errors import SkepError
from skep.game import Game, ResultCode
from skep.notation.limits import LONGEST_RECORD
from skep.position import Position

__all__ = [
    "ENDED",
    "OPENING",
    "RESULTS",
    "Prepared",
    "folded",
    "in_rules",
    "is_opening",
    "prepare",
    "rules_word",
    "signed",
]

OPENING: Final = 6
"""Positions with at most so many pieces in play are counted as games come in."""
ENDED: Final = 0
"""What follows the last position of a game, in place of a key."""
RESULTS: Final = (ResultCode.WHITE_WINS, ResultCode.DRAW, ResultCode.BLACK_WINS, ResultCode.UNFINISHED)
"""The results by their number in the tables."""

_WORD: Final = 1 << 64


def signed(key: int) -> int:
    """A key as the databases count, whose whole numbers have a sign.

    >>> signed(5), signed(2**64 - 1)
    (5, -1)
    """
    return key - _WORD if key >> 63 else key


@lru_cache(maxsize=256)
def rules_word(game_type: GameType, edition: Edition) -> int:
    """What is mixed into the key of a position: the same hive with other bugs in hand is another position."""
    return int.from_bytes(blake2b(f"{game_type} {edition.id}".encode(), digest_size=8).digest())


def in_rules(key: int, game_type: GameType, edition: Edition) -> int:
    """The key under which positions of this game type and edition are stored."""
    return signed((key ^ rules_word(game_type, edition)) & (_WORD - 1))


def is_opening(pieces: int) -> bool:
    """Whether a position with so many pieces in play is one that many games share."""
    return pieces <= OPENING


def folded(name: str) -> str:
    """A player's name as names are compared: letter case and kinds of blanks do not matter.

    >>> folded("  Zoë  O'Nym") == folded("ZOË o'nym")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(frozen=True, slots=True)
class Prepared:
    """A game ready to be stored: all that can be found out without the database."""

    text: str
    game_type: str
    edition: str
    white: str
    black: str
    date: int
    result: int
    reason: str
    plies: int
    event: str
    source: str
    source_key: str | None
    moves: int
    """The same for games of the same moves, turned, mirrored or renumbered."""
    keys: list[int]
    """Of its positions, in its rules."""
    nexts: list[int]
    """Beside each, the plain key of the position that followed."""
    openings: list[bool]

    @property
    def is_nameless(self) -> bool:
        """Whether nothing tells it from another game of the same moves."""
        return not (folded(self.white) or folded(self.black) or self.date)

    @property
    def is_bare(self) -> bool:
        """Whether it is nothing but moves: all remarks and variations are written in braces."""
        return self.is_nameless and "{" not in self.text


def prepare(game: Game, source: str, source_key: str | None) -> Prepared:
    """Find out what is stored of a game; raises SkepError for one that cannot be."""
    moves = game.mainline_moves()
    if not moves:
        raise SkepError("a game without moves is not kept")
    text = game.text()
    if len(text) > LONGEST_RECORD:
        raise SkepError(f"the record is longer than {LONGEST_RECORD} characters")
    keys, pieces = _first_board(game.start).keys_along(moves)
    result, tags = game.result, game.tags
    word = np.uint64(rules_word(game.game_type, game.edition))
    return Prepared(
        text=text,
        game_type=str(game.game_type),
        edition=game.edition.id,
        white=_known(tags.get("White", "")),
        black=_known(tags.get("Black", "")),
        date=date_of(tags.get("Date", "")),
        result=RESULTS.index(result.code),
        reason=result.reason,
        plies=len(moves),
        event=_known(tags.get("Event", "")),
        source=_printable(source),
        source_key=None if source_key is None else _printable(source_key),
        moves=_fingerprint(keys, game.game_type),
        keys=(keys ^ word).view(np.int64).tolist(),
        nexts=[*keys[1:].view(np.int64).tolist(), ENDED],
        openings=(pieces <= OPENING).tolist(),
    )


def _first_board(start: Position) -> Board:
    if start.ply == 0 and not start.stacks:
        return _start_board(start.game_type, start.edition)
    return Board.from_position(start)


@lru_cache(maxsize=64)
def _start_board(game_type: GameType, edition: Edition) -> Board:
    """Set up once for all games; nothing is played on it."""
    return Board(game_type, edition=edition)


def _fingerprint(keys: NDArray[np.uint64], game_type: GameType) -> int:
    digest = blake2b(keys.astype("<u8").tobytes(), key=str(game_type).encode(), digest_size=8)
    return signed(int.from_bytes(digest.digest()))


def _known(tag: str) -> str:
    """A tag's words; chess's question mark says that they are not known."""
    return "" if tag.strip("?-. ") == "" else tag


def _printable(text: str) -> str:
    """Names of files may hold bytes that are no text."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
