"""Conditional moves: the replies that a player of a daily game has prepared while it is the opponent's turn.

They are stored as lines. A line begins with a move of the opponent and ends with a reply. When the opponent has moved,
the reply of a line that begins with this move is played, and what remains of the line waits for the next move. Lines
that begin with another move are dropped. The lines belong to the moves before them: after a takeback they are dropped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import msgspec
from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from skep.board import Board
from skep.errors import SkepError
from skep.moves import Move
from skep.pieces import Color
from skep.server.http.problem_error import ProblemError
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import Rooms
from skep.server.schemas.daily import ConditionalLines
from skep.server.store.daily_tables import conditional_moves
from skep.server.store.records import Store
from skep.server.store.tables import games

__all__ = ["ConditionalMoves", "Prepared", "check_lines", "remaining"]

Line: TypeAlias = tuple[str, ...]

_columns = conditional_moves.c
_decode: Final = msgspec.json.Decoder(list[Line]).decode
_encode: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Prepared:
    """The lines of one side."""

    ply: int
    played: str
    """A digest of the moves before the first move of each line."""
    lines: tuple[Line, ...]


class ConditionalMoves:
    """The conditional moves of all games."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._store: Store = rooms.store

    async def of_player(self, game_id: str, guest: str | None) -> ConditionalLines:
        """Return the lines that a guest has prepared in the current position of a game. Raises UnknownGame."""
        async with self._rooms.use(game_id) as (room, game):
            sides = await self._rooms.seats.of_guest(room, guest)
            prepared = None
            if len(sides) == 1:
                prepared = await self._store.read(partial(_find, game_id, next(iter(sides))))
            lines = () if prepared is None else remaining(prepared, game)
            return ConditionalLines(ply=game.ply, lines=[list(line) for line in lines])

    async def replace(self, game_id: str, guest: str, choice: ConditionalLines) -> ConditionalLines:
        """Replace a guest's lines in a game. Raises ProblemError, and UnknownGame.

        The room is locked meanwhile, and the statement checks that no other process has stored a move.
        """
        async with self._rooms.use(game_id) as (room, game):
            sides = await self._rooms.seats.of_guest(room, guest)
            side = _waiting_side(game, sides, choice.ply)
            lines = await self._rooms.writing.run(check_lines, game.copy(), choice.lines)
            prepared = Prepared(game.ply, digest(game, game.ply), lines)
            if not await self._store.write(partial(_store, game_id, side, prepared)):
                raise _late()
        return ConditionalLines(ply=choice.ply, lines=[list(line) for line in lines])

    async def reply(self, game: LiveGame) -> Move | None:
        """Return the move that the side to move has prepared for this position, and drop what no longer applies.

        The room's lock is held.
        """
        reply: Move | None = None
        for side in Color:
            prepared: Prepared | None = await self._store.read(partial(_find, game.row.id, side))
            if prepared is None:
                continue
            lines = remaining(prepared, game) if game.running is not None else ()
            if lines and side is game.turn:
                reply = _parse(game.board, lines[0][0])
                if reply is not None:
                    continue
                lines = ()
            left = Prepared(game.ply, digest(game, game.ply), lines)
            if left != prepared:
                await self._store.write(partial(_store, game.row.id, side, left, check_ply=False))
        return reply


def remaining(prepared: Prepared, game: LiveGame) -> tuple[Line, ...]:
    """Return what is left of the lines after the moves that were played since they were prepared."""
    if prepared.ply > game.ply or digest(game, prepared.ply) != prepared.played:
        return ()
    lines = prepared.lines
    for move in game.played[prepared.ply :]:
        lines = tuple(line[1:] for line in lines if line[0] == move.uhp and len(line) > 1)
    return lines


def digest(game: LiveGame, ply: int) -> str:
    """Return a digest of the first moves of a game."""
    moves = ";".join(move.uhp for move in game.played[:ply])
    return hashlib.sha256(moves.encode()).hexdigest()[:32]


def check_lines(game: LiveGame, lines: Sequence[Sequence[str]]) -> tuple[Line, ...]:
    """Return lines in the server's notation, each once. Raises ProblemError if a move is illegal.

    Two lines may not answer the same moves of the opponent differently.
    """
    replies: dict[Line, str] = {}
    checked: dict[Line, None] = {}
    for number, line in enumerate(lines, 1):
        if len(line) % 2:
            raise _invalid(f"Line {number} ends with a move of the opponent: add the reply, or remove the move.")
        followed = _follow(game.board.copy(), line, number)
        for index in range(1, len(followed), 2):
            reply = replies.setdefault(followed[:index], followed[index])
            if reply != followed[index]:
                raise _invalid(f"Line {number} replies {followed[index]!r} where another line replies {reply!r}.")
        checked[followed] = None
    # a line that another one continues says nothing new
    return tuple(line for line in checked if not any(other != line and other[: len(line)] == line for other in checked))


def _follow(board: Board, line: Sequence[str], number: int) -> Line:
    """Play a line on a board and return its moves in the server's notation."""
    followed: list[str] = []
    for text in line:
        move = _parse(board, text)
        if move is None:
            place = f"move {len(followed) + 1} of line {number}"
            raise _invalid(f"{text!r}, {place}, is not legal in the position before it.")
        followed.append(board.uhp(move))
        board.push(move)
    return tuple(followed)


def _parse(board: Board, text: str) -> Move | None:
    """Return a legal move, or None."""
    try:
        return board.parse_uhp(text)
    except SkepError:
        return None


def _waiting_side(game: LiveGame, sides: frozenset[Color], ply: int) -> Color:
    """Return the side that a guest prepares replies for. Raises ProblemError."""
    if game.row.clock.kind != "days" or game.computer is not None or game.same_screen:
        raise ProblemError(409, "not-daily", "Conditional moves are for daily games between two players.")
    if not sides:
        raise ProblemError(403, "not-your-game", "Only the players of a game can prepare moves in it.")
    if game.running is None:
        raise ProblemError(409, "not-running", "The game has not started, or is over.")
    if ply != game.ply:
        raise _late()
    if game.turn in sides:
        raise ProblemError(409, "your-turn", "It is your turn: make your move first.")
    return game.turn.other


def _late() -> ProblemError:
    return ProblemError(409, "late", "A move was made or taken back in the meantime: look at the position again.")


def _invalid(sentence: str) -> ProblemError:
    return ProblemError(422, "invalid-line", sentence)


def _find(game: str, side: Color, connection: Connection) -> Prepared | None:
    mine = _columns.game == game, _columns.side == int(side)
    row = connection.execute(select(conditional_moves).where(*mine)).one_or_none()
    return None if row is None else Prepared(row.ply, row.played, tuple(_decode(row.lines)))


def _store(
    game: str, side: Color, prepared: Prepared, connection: Connection, _maybe_done: bool, *, check_ply: bool = True
) -> bool:
    """Store the lines of a side, or delete them if there are none; return False if another move was stored."""
    if check_ply:
        # the lock makes another process store the opponent's move before this, or after it
        ply = connection.scalar(select(games.c.ply).where(games.c.id == game).with_for_update())
        if ply != prepared.ply:
            return False
    if not prepared.lines:
        mine = _columns.game == game, _columns.side == int(side)
        connection.execute(delete(conditional_moves).where(*mine))
        return True
    values = {"ply": prepared.ply, "played": prepared.played, "lines": _encode(prepared.lines).decode()}
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    stored = dialect.insert(conditional_moves).values(game=game, side=int(side), **values)
    connection.execute(stored.on_conflict_do_update(index_elements=["game", "side"], set_=values))
    return True
