"""Preparing a game for storage: everything that can be computed without the database."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from skep.archive.dates import parse_date_tag
from skep.archive.final_position import final_stacks, format_stacks, opening_bugs
from skep.archive.keys import END, OPENING_PIECES, RESULTS, fold_name, rules_salt, to_signed
from skep.board import Board
from skep.editions import Edition, GameType
from skep.errors import SkepError
from skep.game import Game
from skep.notation.limits import MAX_RECORD_LENGTH
from skep.position import Position

__all__ = ["PreparedGame", "prepare_game"]


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """A game ready to be stored."""

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
    """A fingerprint of the moves, unaffected by rotation, reflection and renumbering."""
    keys: list[int]
    """The salted keys of the positions."""
    next_keys: list[int]
    """For each position, the unsalted key of the position that followed."""
    openings: list[bool]
    """For each position, whether it is an opening."""
    opening: str = ""
    """The letters of the bugs of the first moves."""
    final: str = ""
    """The pieces of the final position, as lists show it."""
    clock: str = ""
    """The TimeControl tag."""
    digest: bytes | None = None
    """A hash of the record as it was written in a file, by which the same record is recognised later."""

    @property
    def is_anonymous(self) -> bool:
        """Whether the record has neither players nor a date, so that only its moves identify it."""
        return not (fold_name(self.white) or fold_name(self.black) or self.date)

    @property
    def is_bare(self) -> bool:
        """Whether the record has nothing but moves. All comments and variations are written in braces."""
        return self.is_anonymous and "{" not in self.text


def prepare_game(game: Game, source: str, source_key: str | None, digest: bytes | None = None) -> PreparedGame:
    """Compute the data that is stored for a game. Raises SkepError if the game cannot be stored."""
    moves = game.mainline_moves()
    if not moves:
        raise SkepError("a game without moves cannot be stored")
    text = game.text()
    if len(text) > MAX_RECORD_LENGTH:
        raise SkepError(f"the record is longer than {MAX_RECORD_LENGTH} characters")
    keys, pieces = _start_board(game.start).keys_along(moves)
    result, tags = game.result, game.tags
    salt = np.uint64(rules_salt(game.game_type, game.edition))
    return PreparedGame(
        text=text,
        game_type=str(game.game_type),
        edition=game.edition.id,
        white=_tag_value(tags.get("White", "")),
        black=_tag_value(tags.get("Black", "")),
        date=parse_date_tag(tags.get("Date", "")),
        result=RESULTS.index(result.code),
        reason=result.reason,
        plies=len(moves),
        event=_tag_value(tags.get("Event", "")),
        source=_printable(source),
        source_key=None if source_key is None else _printable(source_key),
        moves=_fingerprint(keys, game.game_type),
        keys=(keys ^ salt).view(np.int64).tolist(),
        next_keys=[*keys[1:].view(np.int64).tolist(), END],
        openings=(pieces <= OPENING_PIECES).tolist(),
        opening=opening_bugs(moves),
        final=format_stacks(final_stacks(game.start, moves)),
        clock=_tag_value(tags.get("TimeControl", "")),
        digest=digest,
    )


def _start_board(start: Position) -> Board:
    if start.ply == 0 and not start.stacks:
        return _empty_board(start.game_type, start.edition)
    return Board.from_position(start)


@lru_cache(maxsize=64)
def _empty_board(game_type: GameType, edition: Edition) -> Board:
    """Return a shared board without pieces. Callers must not play on it."""
    return Board(game_type, edition=edition)


def _fingerprint(keys: NDArray[np.uint64], game_type: GameType) -> int:
    digest = blake2b(keys.astype("<u8").tobytes(), key=str(game_type).encode(), digest_size=8)
    return to_signed(int.from_bytes(digest.digest()))


def _tag_value(tag: str) -> str:
    """Return a tag's value, or an empty string for the question marks that PGN uses for unknown values."""
    return "" if tag.strip("?-. ") == "" else tag


def _printable(text: str) -> str:
    """Replace unprintable characters. File names can contain bytes that are not text."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
