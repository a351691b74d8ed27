"""LiveGame: one game as a state machine without I/O. It judges requests and is changed by events alone.

A request becomes an :class:`~skep.server.store.records.Event` or a :class:`~skep.server.schemas.refusals.Refusal`. The
event is stored and then applied. Applying the same events to the same row always gives the same game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, cast

from msgspec import Raw
from msgspec.json import Encoder

from skep.board import Board
from skep.errors import SkepError
from skep.hexes import ORIGIN, Hex
from skep.legal_moves import LegalMovesJson
from skep.moves import PASS, Move
from skep.pieces import PIECES, Color
from skep.server.play.clocks import Clocks
from skep.server.play.proposals import Proposals
from skep.server.schemas.game import (
    Abort,
    Claim,
    Clock,
    GameResult,
    LegalMovesView,
    MakeMove,
    PathView,
    Place,
    PlayedMove,
    ProposalKind,
    Propose,
    Reply,
    Resign,
)
from skep.server.schemas.refusals import (
    ALREADY_PROPOSED,
    GAME_OVER,
    LATE,
    NOT_GONE,
    NOT_STARTED,
    NOT_YOUR_TURN,
    NOTHING_PROPOSED,
    Refusal,
)
from skep.server.schemas.views import result_on_board, side_name
from skep.server.store.records import Event, EventKind, GameRow, GameStatus, SeatRow, StoredGame
from skep.views import reason_view

__all__ = ["MAX_PLIES", "MAX_TAKEBACK_EVENTS", "Command", "DamagedGame", "LiveGame"]

Command: TypeAlias = MakeMove | Propose | Reply | Resign | Abort | Claim
"""The requests of players that change a game."""

MAX_PLIES: Final = 1000
"""A game of this many turns is drawn. The work that a game causes grows with its length."""
MAX_TAKEBACK_EVENTS: Final = 4 * MAX_PLIES
"""After this many events no move can be taken back, because a game with takebacks could otherwise grow forever."""

_PIECE: Final = {str(piece): piece for piece in PIECES}
_COLORS: Final = tuple(Color)
_NO_MOVES: Final = LegalMovesJson(b"{}", b"", ORIGIN)
_encode: Final = Encoder().encode
_MIN_CREDIT: Final = {"none": 0.0, "minutes": 1.0, "days": 60.0}
"""Seconds of an interruption that are credited even if the clock has not run out."""
_TOO_LONG: Final = GameResult(winner=None, ending="length")


class DamagedGame(SkepError):
    """Stored events that no game can have."""


@dataclass(slots=True)
class _Prepared:
    """A move that is already on the board while its event is being stored."""

    event: Event
    played: PlayedMove
    path: bytes
    clocks: Clocks
    legal: LegalMovesJson
    result: GameResult | None


class LiveGame:
    """A game: its row, and the events applied so far."""

    # copying the attributes of an object without slots would make reading them slower ever after
    __slots__ = (
        "_credited",
        "_last",
        "_last_path",
        "_legal",
        "_moves_json",
        "_prepared",
        "_row",
        "board",
        "board_seq",
        "clocks",
        "computer",
        "played",
        "proposals",
        "rematch",
        "result",
        "same_screen",
        "seq",
        "started",
    )

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.board = Board(row.game_type, edition=row.edition, threefold=row.threefold)
        self.seq = 0
        self.board_seq = 0
        """The event after which the board last changed or play began; a computer's reply names it."""
        self.played: list[PlayedMove] = []
        self.clocks = Clocks.set_up(row.clock, row.created)
        self.proposals = Proposals()
        self._credited = 0.0
        """When time was last credited."""
        self._last_path: bytes | None = None
        self.result: GameResult | None = None
        self.rematch: str | None = None
        self._last = row.created
        self._prepared: _Prepared | None = None
        self._moves_json: tuple[int, bytes] | None = None
        """The moves as JSON, and the event after which they were encoded."""
        self._legal: LegalMovesJson | None = None

    @classmethod
    def restore(cls, stored: StoredGame) -> LiveGame:
        """Rebuild a game from its stored events."""
        game = cls(stored.row)
        for event in stored.events:
            game.apply(event)
        if not stored.status.ended:
            game._resume()
        return game

    def _resume(self) -> None:
        """Continue a game that was longer than allowed before there was a limit; its next move ends it."""
        if self.result is not None and self.result.ending == "length":
            self.result = None
            self._legal = None

    # state

    @property
    def row(self) -> GameRow:
        """The settings of the game, which do not change, and its seats."""
        return self._row

    @row.setter
    def row(self, row: GameRow) -> None:
        self._row = row
        self.started = all(seat.guest is not None or seat.level is not None for seat in row.seats)
        """Whether both seats are taken."""
        self.same_screen = row.same_screen
        """Whether one guest plays both sides."""
        self.computer = next((seat.side for seat in row.seats if seat.level is not None), None)
        """The side that the computer plays, or None."""

    @property
    def ply(self) -> int:
        """The number of turns taken, passes included."""
        return len(self.played)

    @property
    def turn(self) -> Color:
        """The side to move."""
        return _COLORS[len(self.played) & 1]

    @property
    def running(self) -> Color | None:
        """The side to move, or None if the game has not started or is over."""
        return self.turn if self.result is None and self.started else None

    @property
    def computer_to_move(self) -> bool:
        """Whether it is the computer's turn."""
        return self.computer is not None and self.running is self.computer

    @property
    def legal(self) -> LegalMovesJson:
        """The legal moves of the side to move; none once the game is over."""
        if self._legal is None:
            self._legal = self.board.legal_moves.to_json() if self.result is None else _NO_MOVES
        return self._legal

    @property
    def legal_view(self) -> LegalMovesView:
        """The legal moves as a message has them, already encoded as JSON."""
        legal = self.legal
        return LegalMovesView(moves=cast("dict[str, list[int]]", Raw(legal.json)), must_pass=legal.must_pass)

    @property
    def moves_view(self) -> list[PlayedMove]:
        """The moves as a message has them, encoded as JSON only once, because a long game takes a while."""
        if self._moves_json is None or self._moves_json[0] != self.board_seq:
            self._moves_json = (self.board_seq, _encode(self.played))
        return cast("list[PlayedMove]", Raw(self._moves_json[1]))

    @property
    def deadline(self) -> float | None:
        """When the time of the side to move is up, or None."""
        if not self.clocks.counted:
            return None
        running = self.running
        return None if running is None else self.clocks.deadline(running)

    @property
    def uncredited_since(self) -> float:
        """When the turn began, when time was last credited in it, or when a vacation ends."""
        return max(self.clocks.since, self._credited, self.clocks.paused_until)

    def status(self) -> GameStatus:
        """Return what lists and the clock watchdog need to know."""
        return GameStatus(
            self.ply, self.result is not None, self.deadline, self.computer_to_move, *_stored_result(self.result)
        )

    def is_overdue(self, now: float) -> bool:
        """Return whether the side to move has run out of time."""
        if not self.clocks.counted:
            return False
        deadline = self.deadline
        return deadline is not None and now >= deadline

    def clock_view(self, now: float) -> Clock | None:
        """Return the clocks as clients receive them."""
        return self.clocks.view(self.running, now) if self.clocks.counted else None

    @property
    def last_path(self) -> PathView:
        """The path of the last move as a message has it, already encoded as JSON."""
        if self._last_path is None:
            self._last_path = self.board_before(self.ply).path_json(self.board.moves[-1])
        return cast("PathView", Raw(self._last_path))

    def board_before(self, ply: int) -> Board:
        """Return the board before the turn that led to a ply."""
        board = self.board.copy()
        while board.ply >= ply:
            board.pop()
        return board

    # judging requests

    def decide(self, side: Color, command: Command, now: float, *, next_game: str = "") -> Event | Refusal:
        """Return the event that a command leads to, or why it is refused. ``next_game`` is the id for a rematch."""
        self.withdraw()
        if isinstance(command, MakeMove):
            if command.ply != self.ply:
                return GAME_OVER if self.result is not None else LATE
            return self.decide_move(side, command.piece, command.to, now)
        if isinstance(command, Propose):
            return self._decide_proposal(side, command.what, now, next_game)
        if isinstance(command, Reply):
            return self._decide_reply(side, command.what, command.accept, now, next_game)
        if self.result is not None:
            return GAME_OVER
        return self._decide_end(side, command, now)

    def _decide_end(self, side: Color, command: Resign | Abort | Claim, now: float) -> Event | Refusal:
        if isinstance(command, Resign):
            if not self.started:
                return NOT_STARTED
            return self._event(EventKind.END, side.other, "resignation", now)
        if isinstance(command, Claim):
            if self.running is not side.other or self.ply < 2:
                return NOT_GONE
            return self._event(EventKind.END, side if command.what == "win" else None, "left", now)
        if self.row.tournament is not None:
            return Refusal("not-possible", "A tournament game can be resigned but not aborted.")
        if self.ply >= 2:
            return Refusal("not-possible", "Both players have moved, so the game can be resigned but not aborted.")
        return self._event(EventKind.END, side, "aborted", now)

    def decide_move(self, side: Color, piece: str | None, to: Place | None, now: float) -> Event | Refusal:
        """Return the event of a move, or why it is refused.

        The move stays on the board until another request is judged or an event is applied.
        """
        self.withdraw()
        if self.result is not None:
            return GAME_OVER
        if not self.started:
            return NOT_STARTED
        if side is not self.turn:
            return NOT_YOUR_TURN
        if (piece is None) != (to is None):
            return Refusal("malformed", "A move needs a piece and a destination; a pass has neither.")
        move = PASS if piece is None or to is None else Move(_PIECE[piece], Hex(*to))
        if move not in self.legal:
            return self._illegal(move)
        if move.is_pass:
            return self._prepare(PASS, None, None, None, now)
        origin = self.board.where(move.piece)
        return self._prepare(move, piece, None if origin is None else (origin.q, origin.r), to, now)

    def _illegal(self, move: Move) -> Refusal:
        reason = self.board.explain(move)
        assert reason is not None, f"{move} is legal in the rules but not in the kernel"
        why = reason_view(reason)
        return Refusal("illegal", why.text, why)

    def _prepare(self, move: Move, piece: str | None, origin: Place | None, to: Place | None, now: float) -> Event:
        board, side = self.board, self.turn
        uhp = board.uhp(move)
        path = board.path_json(move)
        deadline = self.deadline
        # a move that counts, because it arrived in time, uses no more than the time that was left
        event = self._event(EventKind.MOVE, side, uhp, now if deadline is None else min(now, deadline))
        spent = max(0, round(1000 * (event.at - self.clocks.since)))
        board.push(move)
        result = self._result_at(self.ply + 1)
        self._prepared = _Prepared(
            event,
            PlayedMove(uhp=uhp, piece=piece, origin=origin, to=to, spent=spent),
            path,
            self.clocks.after_move(side, event.at),
            board.legal_moves.to_json() if result is None else _NO_MOVES,
            result,
        )
        return event

    def withdraw(self) -> None:
        """Take a prepared move off the board because it was not stored."""
        if self._prepared is not None:
            self._prepared = None
            self.board.pop()

    def _decide_proposal(self, side: Color, what: ProposalKind, now: float, next_game: str) -> Event | Refusal:
        if refusal := self._check_proposal(side, what):
            return refusal
        by = self.proposals.proposer(what)
        if by is side and not self.same_screen:
            return ALREADY_PROPOSED
        agreed = by is side.other or self.same_screen or (self.computer is not None and what != "draw")
        if agreed:
            return self._agreement(side if by is None else by, what, now, next_game)
        if self.proposals.was_declined(what, side):
            return Refusal("not-possible", "This was just declined. Ask again after another move.")
        return self._event(EventKind.PROPOSE, side, what, now)

    def _check_proposal(self, side: Color, what: ProposalKind) -> Refusal | None:
        if not self.started:
            return NOT_STARTED
        if what == "rematch":
            if self.row.tournament is not None:
                return Refusal("not-possible", "A tournament game has no rematch.")
            if self.result is None:
                return Refusal("not-possible", "The game is not over yet.")
            return Refusal("not-possible", "The rematch has already started.") if self.rematch is not None else None
        if self.result is not None:
            return GAME_OVER
        if what == "takeback" and self.row.tournament is not None:
            return Refusal("not-possible", "Moves of a tournament game cannot be taken back.")
        if what == "takeback" and self.row.rated:
            return Refusal("not-possible", "Moves of a rated game cannot be taken back.")
        if what == "takeback" and self.seq >= MAX_TAKEBACK_EVENTS:
            return Refusal("not-possible", "Too many moves of this game have been taken back.")
        if what == "takeback" and self._ply_before(side) is None:
            return Refusal("not-possible", "There is no move to take back.")
        return None

    def _ply_before(self, side: Color) -> int | None:
        """Return the ply before a side's last move, or None. On one screen, either side's move is taken back."""
        ply = self.ply - 1 if self.same_screen or side is not self.turn else self.ply - 2
        return ply if ply >= 0 else None

    def _decide_reply(
        self, side: Color, what: ProposalKind, accept: bool, now: float, next_game: str
    ) -> Event | Refusal:
        by = self.proposals.proposer(what)
        if by is None:
            return NOTHING_PROPOSED
        if not accept:
            return self._event(EventKind.DECLINE, side, what, now)
        if by is side:
            return Refusal("not-possible", "Only the other player can accept this.")
        return self._check_proposal(by, what) or self._agreement(by, what, now, next_game)

    def _agreement(self, by: Color, what: ProposalKind, now: float, next_game: str) -> Event:
        """Return the event of a proposal that both sides accept."""
        if what == "draw":
            return self._event(EventKind.END, None, "agreement", now)
        if what == "takeback":
            return self._event(EventKind.TAKEBACK, by, str(self._ply_before(by)), now)
        return self._event(EventKind.REMATCH, by, next_game, now)

    def decide_flag(self, now: float) -> Event | None:
        """Return the end of the game if the side to move has run out of time.

        No one loses before their first move, except in a tournament.
        """
        self.withdraw()
        if not self.is_overdue(now):
            return None
        if self.clocks.awaits_first_move and self.row.tournament is None:
            return self._event(EventKind.END, self.turn, "aborted", now)
        return self._event(EventKind.END, self.turn.other, "time", now)

    def decide_ruling(self, winner: Color | None, now: float, *, counts: bool = True) -> Event | None:
        """Return the end of the game by a decision of a tournament's organiser, or None if it is over.

        Without a winner it is a draw, or no result if it does not count.
        """
        self.withdraw()
        if self.result is not None:
            return None
        return self._event(EventKind.END, winner if counts else None, "adjudicated" if counts else "aborted", now)

    def decide_due(self, now: float, lost: float, *, grace: float = 0.0) -> Event | None:
        """Return what has to happen before anything else counts: a credit, the end of the game on time, or nothing.

        ``lost`` is the part of the turn in which the server could not receive moves. It is credited if the clock would
        have run out without it, or if it is long. The flag falls only ``grace`` seconds after the clock has run out.
        """
        self.withdraw()
        deadline = self.deadline
        if deadline is None:
            return None
        if now - lost >= deadline + grace:
            return self.decide_flag(now)
        if now >= deadline or lost >= _MIN_CREDIT[self.row.clock.kind]:
            return self.decide_credit(lost, now)
        return None

    def decide_join(self, guest: str, now: float, side: Color | None = None) -> Event | Refusal:
        """Return the event of a guest taking an open seat, of any or of one side, or why it is refused."""
        self.withdraw()
        seat = next((seat for seat in self.open_seats if side in (None, seat.side)), None)
        if seat is None:
            return Refusal("not-possible", "The seat has already been taken.")
        if self.result is not None:
            return GAME_OVER
        return self._event(EventKind.JOIN, seat.side, guest, now)

    @property
    def open_seats(self) -> tuple[SeatRow, ...]:
        """The seats that are still open: one, or at first both of an open challenge."""
        return tuple(seat for seat in self.row.seats if seat.guest is None and seat.level is None)

    @property
    def open_seat(self) -> SeatRow | None:
        """The first seat that is still open, or None."""
        return next(iter(self.open_seats), None)

    def decide_withdrawal(self, now: float) -> Event | None:
        """Return the event that aborts a game before both seats are taken, or None if it has started or is over."""
        self.withdraw()
        if self.started or self.result is not None:
            return None
        return self._event(EventKind.END, None, "aborted", now)

    def decide_credit(self, seconds: float, now: float) -> Event | None:
        """Return the event that credits the side to move with the time of an interruption, or None."""
        self.withdraw()
        running = self.running
        if running is None or not self.clocks.counted or seconds <= 0:
            return None
        return self._event(EventKind.CREDIT, running, f"{math.ceil(1000 * seconds) / 1000:.3f}", now)

    def decide_vacation(self, until: float, now: float) -> Event | None:
        """Return the event that stops the clock of the side to move until a time, or None if nothing changes.

        A time in the past ends a pause that is not over. Only clocks with days per move can stand still.
        """
        self.withdraw()
        running, paused = self.running, self.clocks.paused_until
        if running is None or self.row.clock.kind != "days" or (max(until, paused) <= now) or until == paused:
            return None
        return self._event(EventKind.VACATION, running, repr(max(until, now)), now)

    def _event(self, kind: EventKind, side: Color | None, text: str, now: float) -> Event:
        # the clocks of two machines differ a little, but a game's events never go back in time
        return Event(self.row.id, self.seq + 1, kind, side, text, max(now, self._last))

    def status_after(self, event: Event) -> GameStatus:
        """Return the game's status once a decided event is applied."""
        ready = self._prepared
        if ready is not None and ready.event is event:
            side = self.turn.other
            over = ready.result is not None
            return GameStatus(
                self.ply + 1,
                over,
                None if over else ready.clocks.deadline(side),
                not over and side is self.computer,
                *_stored_result(ready.result),
            )
        after = self.copy()
        after.apply(event)
        return after.status()

    def copy(self) -> LiveGame:
        """Return an independent copy."""
        self.withdraw()
        game = LiveGame.__new__(LiveGame)
        for name in self.__slots__:
            setattr(game, name, getattr(self, name))
        game.board = self.board.copy()
        game.played = self.played.copy()
        game.proposals = self.proposals.copy()
        return game

    # applying events

    def apply(self, event: Event) -> None:
        """Apply a stored event."""
        if event.seq != self.seq + 1:
            raise DamagedGame(f"game {self.row.id}: event {event.seq} cannot follow event {self.seq}")
        ready = self._prepared
        if ready is not None and ready.event is event:
            self._prepared = None
            self._adopt(ready)
        else:
            self.withdraw()
            self._apply(event)
        self.seq = event.seq
        self._last = event.at

    def _adopt(self, ready: _Prepared) -> None:
        self.played.append(ready.played)
        self._last_path = ready.path
        self.clocks = ready.clocks
        self._legal = ready.legal
        self.board_seq = ready.event.seq
        self.proposals.lapse(self.turn.other)
        if ready.result is not None:
            self._finish(ready.result)

    def _finish(self, result: GameResult) -> None:
        self.result = result
        self.proposals.clear()
        self._legal = _NO_MOVES

    def _apply(self, event: Event) -> None:
        kind, side = event.kind, event.side
        if kind is EventKind.MOVE:
            self._apply_move(event)
        elif kind is EventKind.JOIN:
            self._apply_join(event)
        elif kind is EventKind.PROPOSE:
            assert side is not None
            self.proposals.add(_proposal_kind(event), side)
        elif kind is EventKind.DECLINE:
            self.proposals.decline(_proposal_kind(event), side)
        elif kind is EventKind.TAKEBACK:
            self._apply_takeback(event)
        elif kind is EventKind.END:
            self._apply_end(event)
        elif kind is EventKind.CREDIT:
            self.clocks = self.clocks.after_outage(float(event.text))
            self._credited = event.at
        elif kind is EventKind.VACATION:
            self.clocks = self.clocks.with_pause(event.at, float(event.text))
        else:
            self.rematch = event.text
            self.proposals.close()

    def _apply_move(self, event: Event) -> None:
        board = self.board
        try:
            move = board.parse_uhp(event.text)
        except SkepError as error:
            raise DamagedGame(f"game {self.row.id}, event {event.seq}: {error}") from error
        side = self.turn
        spent = max(0, round(1000 * (event.at - self.clocks.since)))
        if move.is_pass:
            played = PlayedMove(uhp=event.text, spent=spent)
        else:
            origin = board.where(move.piece)
            played = PlayedMove(
                uhp=event.text,
                piece=str(move.piece),
                origin=None if origin is None else (origin.q, origin.r),
                to=(move.to.q, move.to.r),
                spent=spent,
            )
        board.push(move)
        self.played.append(played)
        self._last_path = None
        self.clocks = self.clocks.after_move(side, event.at)
        self._legal = None
        self.board_seq = event.seq
        self.proposals.lapse(side)
        result = self._result_at(self.ply)
        if result is not None:
            self._finish(result)

    def _result_at(self, ply: int) -> GameResult | None:
        """Return how the game ends with the move just made, which is turn number ``ply``, or None."""
        result = result_on_board(self.board)
        return _TOO_LONG if result is None and ply >= MAX_PLIES else result

    def _apply_join(self, event: Event) -> None:
        assert event.side is not None
        seats = [
            replace(seat, guest=event.text, invite=None) if seat.side is event.side and seat.guest is None else seat
            for seat in self.row.seats
        ]
        self.row = replace(self.row, seats=(seats[0], seats[1]))
        self.clocks = Clocks.set_up(self.row.clock, event.at)
        self.board_seq = event.seq

    def _apply_takeback(self, event: Event) -> None:
        self.clocks = self.clocks.after_takeback(self.turn, event.at, int(event.text))
        while self.ply > int(event.text):
            self.board.pop()
            self.played.pop()
        self._last_path = None
        self.proposals.clear()
        self._legal = None
        self.board_seq = event.seq

    def _apply_end(self, event: Event) -> None:
        if self.started:
            self.clocks = self.clocks.after_end(self.turn, event.at)
        # the side of an aborted game is the one that did not play, and not a winner
        winner = None if event.side is None or event.text == "aborted" else side_name(event.side)
        self._finish(GameResult(winner=winner, ending=event.text))  # type: ignore[arg-type]


def _stored_result(result: GameResult | None) -> tuple[Color | None, str | None]:
    """Return the winner and the ending of a game as they are stored."""
    if result is None:
        return None, None
    return None if result.winner is None else Color[result.winner.upper()], result.ending


def _proposal_kind(event: Event) -> ProposalKind:
    if event.text not in ("draw", "takeback", "rematch"):
        raise DamagedGame(f"game {event.game}, event {event.seq}: {event.text!r} cannot be proposed")
    return event.text  # type: ignore[return-value]
