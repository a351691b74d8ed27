"""Table: one game as a state machine. It does no I/O: it judges requests, and is changed by events alone.

A request of a side becomes an :class:`~skep.server.records.Event` or a :class:`Refusal`. The event is stored, and
then applied; whoever applies the same events to the same row has the same table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, cast

from msgspec import Raw

from skep.board import Board
from skep.errors import SkepError
from skep.hexes import ORIGIN, Hex
from skep.legal_moves import WrittenMoves
from skep.moves import PASS, Move
from skep.outcomes import Termination
from skep.pieces import PIECES, Color
from skep.server.clocks import Clocks
from skep.server.messages import (
    Abort,
    Agreement,
    Clock,
    Legal,
    MakeMove,
    Place,
    Played,
    Propose,
    RefusalCode,
    Reply,
    Resign,
    Result,
    Why,
)
from skep.server.records import Event, EventKind, GameRow, SeatRow, Standing, StoredGame
from skep.telling import told_reason

__all__ = ["DamagedGame", "Refusal", "Table", "Wish", "result_on_board"]

Wish: TypeAlias = MakeMove | Propose | Reply | Resign | Abort
"""What a side may ask of a game."""
Ending: TypeAlias = Literal["surrounded", "both-surrounded", "repetition"]

_PIECE: Final = {str(piece): piece for piece in PIECES}
_ON_THE_BOARD: Final[dict[Termination, Ending]] = {
    Termination.SURROUNDED: "surrounded",
    Termination.BOTH_SURROUNDED: "both-surrounded",
    Termination.REPETITION: "repetition",
}
_COLORS: Final = tuple(Color)
_NO_MOVES: Final = WrittenMoves(b"{}", b"", ORIGIN)


class DamagedGame(SkepError):
    """Stored events that no game can have."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request changes nothing."""

    code: RefusalCode
    text: str
    why: Why | None = None


_OVER: Final = Refusal("game-over", "The game is over.")
_NOT_STARTED: Final = Refusal("not-possible", "The other seat is still open.")
_NOT_YOUR_TURN: Final = Refusal("not-your-turn", "It is the other player's turn.")
_LATE: Final = Refusal("late", "The game has gone on since this was chosen.")
_NOTHING: Final = Refusal("nothing-proposed", "Nothing of the kind is proposed.")


@dataclass(slots=True)
class _Prepared:
    """A move that is on the board already, while its event is being stored."""

    event: Event
    played: Played
    clocks: Clocks
    legal: WrittenMoves
    result: Result | None


class Table:
    """A game, from its row and its events."""

    def __init__(self, row: GameRow) -> None:
        """A game before its first event."""
        self.row = row
        self.board = Board(row.game_type, edition=row.edition, threefold=row.threefold)
        self.seq = 0
        self.board_seq = 0
        """The event after which the board last changed, or the play began: what a thinking computer answers to."""
        self.played: list[Played] = []
        self.clocks = Clocks.set_up(row.clock, row.created)
        self.proposals: dict[Agreement, Color] = {}
        self.declined: set[tuple[Agreement, Color]] = set()
        """What was declined at this ply, and is not to be asked again."""
        self.result: Result | None = None
        self.rematch: str | None = None
        self._last = row.created
        self._prepared: _Prepared | None = None
        self._legal: WrittenMoves | None = None

    @classmethod
    def restored(cls, stored: StoredGame) -> Table:
        """The table that some stored events lead to."""
        table = cls(stored.row)
        for event in stored.events:
            table.apply(event)
        return table

    # what it is

    @property
    def row(self) -> GameRow:
        """What does not change in a game, and its seats."""
        return self._row

    @row.setter
    def row(self, row: GameRow) -> None:
        white, black = row.seats
        self._row = row
        self.started = all(seat.guest is not None or seat.level is not None for seat in row.seats)
        """Whether both seats are taken."""
        self.same_screen = white.guest is not None and white.guest == black.guest
        """Whether one guest plays both sides."""
        self.computer = next((seat.side for seat in row.seats if seat.level is not None), None)
        """The side that the computer plays, if any."""

    @property
    def ply(self) -> int:
        """How many turns have been taken."""
        return len(self.played)

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        return _COLORS[len(self.played) & 1]

    @property
    def running(self) -> Color | None:
        """The side whose turn it is, as long as the game goes on."""
        return self.to_move if self.result is None and self.started else None

    @property
    def computer_to_move(self) -> bool:
        """Whether the game waits for the computer."""
        return self.computer is not None and self.running is self.computer

    @property
    def legal(self) -> WrittenMoves:
        """What the side to move may do; nothing when the game is over or has not begun."""
        if self._legal is None:
            self._legal = self.board.legal_moves.written() if self.result is None else _NO_MOVES
        return self._legal

    @property
    def told_legal(self) -> Legal:
        """The same for a message: the moves are JSON already."""
        legal = self.legal
        return Legal(moves=cast("dict[str, list[int]]", Raw(legal.json)), must_pass=legal.must_pass)

    @property
    def deadline(self) -> float | None:
        """When the side to move will have lost on time."""
        if not self.clocks.counted:
            return None
        running = self.running
        return None if running is None else self.clocks.deadline(running)

    def standing(self) -> Standing:
        """What lists and the keeper must know."""
        return Standing(self.ply, self.result is not None, self.deadline, self.computer_to_move)

    def is_overdue(self, now: float) -> bool:
        """Whether the side to move has lost on time."""
        if not self.clocks.counted:
            return False
        deadline = self.deadline
        return deadline is not None and now >= deadline

    def told_clock(self, now: float) -> Clock | None:
        """The clocks as a client is told of them now."""
        return self.clocks.told(self.running, now) if self.clocks.counted else None

    def board_before(self, ply: int) -> Board:
        """The board before the turn that led to a ply."""
        board = self.board.copy()
        while board.ply >= ply:
            board.pop()
        return board

    # judging a request

    def decide(self, side: Color, wish: Wish, now: float, *, next_game: str = "") -> Event | Refusal:
        """The event that a side's request leads to, or why it leads to none. ``next_game`` is a rematch's id."""
        self.withdraw()
        if isinstance(wish, MakeMove):
            if wish.ply != self.ply:
                return _OVER if self.result is not None else _LATE
            return self.decide_move(side, wish.piece, wish.to, now)
        if isinstance(wish, Propose):
            return self._decide_proposal(side, wish.what, now, next_game)
        if isinstance(wish, Reply):
            return self._decide_reply(side, wish.what, wish.accept, now, next_game)
        if self.result is not None:
            return _OVER
        if isinstance(wish, Resign):
            if not self.started:
                return _NOT_STARTED
            return self._event(EventKind.END, side.other, "resignation", now)
        if self.ply >= 2:
            return Refusal("not-possible", "Both players have moved: the game can be resigned, not aborted.")
        return self._event(EventKind.END, None, "aborted", now)

    def decide_move(self, side: Color, piece: str | None, to: Place | None, now: float) -> Event | Refusal:
        """The event of a move, which is then on the board until another request is judged or an event applied."""
        self.withdraw()
        if self.result is not None:
            return _OVER
        if not self.started:
            return _NOT_STARTED
        if side is not self.to_move:
            return _NOT_YOUR_TURN
        if (piece is None) != (to is None):
            return Refusal("malformed", "A move has a piece and a place; a pass has neither.")
        move = PASS if piece is None or to is None else Move(_PIECE[piece], Hex(*to))
        if move not in self.legal:
            return self._illegal(move)
        if move.is_pass:
            return self._prepare(PASS, None, None, None, now)
        origin = self.board.where(move.piece)
        return self._prepare(move, piece, None if origin is None else (origin.q, origin.r), to, now)

    def _illegal(self, move: Move) -> Refusal:
        reason = self.board.explain(move)
        assert reason is not None, f"{move} is legal for the rules, not for the kernel"
        why = told_reason(reason)
        return Refusal("illegal", why.text, why)

    def _prepare(self, move: Move, piece: str | None, origin: Place | None, to: Place | None, now: float) -> Event:
        board, side = self.board, self.to_move
        uhp = board.uhp(move)
        event = self._event(EventKind.MOVE, side, uhp, now)
        spent = max(0, round(1000 * (event.at - self.clocks.since)))
        board.push(move)
        result = result_on_board(self.board)
        self._prepared = _Prepared(
            event,
            Played(uhp=uhp, piece=piece, origin=origin, to=to, spent=spent),
            self.clocks.moved(side, event.at),
            board.legal_moves.written() if result is None else _NO_MOVES,
            result,
        )
        return event

    def withdraw(self) -> None:
        """Take a prepared move off the board: it was not stored."""
        if self._prepared is not None:
            self._prepared = None
            self.board.pop()

    def _decide_proposal(self, side: Color, what: Agreement, now: float, next_game: str) -> Event | Refusal:
        if refusal := self._cannot_be_proposed(side, what):
            return refusal
        by = self.proposals.get(what)
        if by is side and not self.same_screen:
            return Refusal("not-possible", "This is proposed already.")
        agreed = by is side.other or self.same_screen or (self.computer is not None and what != "draw")
        if agreed:
            return self._agreed(side if by is None else by, what, now, next_game)
        if (what, side) in self.declined:
            return Refusal("not-possible", "This was just declined; ask again after another move.")
        return self._event(EventKind.PROPOSE, side, what, now)

    def _cannot_be_proposed(self, side: Color, what: Agreement) -> Refusal | None:
        if not self.started:
            return _NOT_STARTED
        if what == "rematch":
            if self.result is None:
                return Refusal("not-possible", "The game is still going on.")
            return Refusal("not-possible", "The next game has begun.") if self.rematch is not None else None
        if self.result is not None:
            return _OVER
        if what == "takeback" and self._ply_before(side) is None:
            return Refusal("not-possible", "There is no move to take back.")
        return None

    def _ply_before(self, side: Color) -> int | None:
        """The ply before a side's last move; None when it has not moved. On one screen, any move goes back."""
        ply = self.ply - 1 if self.same_screen or side is not self.to_move else self.ply - 2
        return ply if ply >= 0 else None

    def _decide_reply(self, side: Color, what: Agreement, accept: bool, now: float, next_game: str) -> Event | Refusal:
        by = self.proposals.get(what)
        if by is None:
            return _NOTHING
        if not accept:
            return self._event(EventKind.DECLINE, side, what, now)
        if by is side:
            return Refusal("not-possible", "The other player is to answer this.")
        return self._cannot_be_proposed(by, what) or self._agreed(by, what, now, next_game)

    def _agreed(self, by: Color, what: Agreement, now: float, next_game: str) -> Event:
        """What is done when both sides want it."""
        if what == "draw":
            return self._event(EventKind.END, None, "agreement", now)
        if what == "takeback":
            return self._event(EventKind.TAKEBACK, by, str(self._ply_before(by)), now)
        return self._event(EventKind.REMATCH, by, next_game, now)

    def decide_flag(self, now: float) -> Event | None:
        """The end of the game, when the side to move has run out of time."""
        self.withdraw()
        return self._event(EventKind.END, self.to_move.other, "time", now) if self.is_overdue(now) else None

    def decide_join(self, guest: str, now: float) -> Event | Refusal:
        """A guest takes the open seat."""
        self.withdraw()
        seat = self.open_seat
        if seat is None:
            return Refusal("not-possible", "No seat is open any more.")
        if self.result is not None:
            return _OVER
        return self._event(EventKind.JOIN, seat.side, guest, now)

    @property
    def open_seat(self) -> SeatRow | None:
        """The seat that nobody has taken yet."""
        return next((seat for seat in self.row.seats if seat.guest is None and seat.level is None), None)

    def decide_credit(self, seconds: float, now: float) -> Event | None:
        """Give the side to move back the time in which no server was running."""
        self.withdraw()
        running = self.running
        if running is None or not self.clocks.counted or seconds <= 0:
            return None
        return self._event(EventKind.CREDIT, running, f"{seconds:.3f}", now)

    def _event(self, kind: EventKind, side: Color | None, text: str, now: float) -> Event:
        # clocks of two machines may differ a little: a game's events never go back in time
        return Event(self.row.id, self.seq + 1, kind, side, text, max(now, self._last))

    def standing_after(self, event: Event) -> Standing:
        """How the game will stand once an event that was decided on is applied."""
        ready = self._prepared
        if ready is not None and ready.event is event:
            side = self.to_move.other
            over = ready.result is not None
            return Standing(
                self.ply + 1,
                over,
                None if over else ready.clocks.deadline(side),
                not over and side is self.computer,
            )
        after = self.copy()
        after.apply(event)
        return after.standing()

    def copy(self) -> Table:
        """An independent table in the same state."""
        self.withdraw()
        table = Table.__new__(Table)
        table.__dict__.update(self.__dict__)
        table.board = self.board.copy()
        table.played = self.played.copy()
        table.proposals = self.proposals.copy()
        table.declined = self.declined.copy()
        return table

    # being changed

    def apply(self, event: Event) -> None:
        """Let an event that was stored happen."""
        if event.seq != self.seq + 1:
            raise DamagedGame(f"game {self.row.id}: event {event.seq} cannot follow event {self.seq}")
        ready = self._prepared
        if ready is not None and ready.event is event:
            self._prepared = None
            self._adopt(ready)
        else:
            self.withdraw()
            self._happen(event)
        self.seq = event.seq
        self._last = event.at

    def _adopt(self, ready: _Prepared) -> None:
        self.played.append(ready.played)
        self.clocks = ready.clocks
        self._legal = ready.legal
        self.board_seq = ready.event.seq
        self._lapse(self.to_move.other)
        if ready.result is not None:
            self._finish(ready.result)

    def _lapse(self, mover: Color) -> None:
        """A move answers what the other side proposed with no, and ends the mover's own wish to go back."""
        if self.declined:
            self.declined.clear()
        if self.proposals:
            stands = self.proposals.get("draw") is mover
            self.proposals.clear()
            if stands:
                self.proposals["draw"] = mover

    def _finish(self, result: Result) -> None:
        self.result = result
        self.proposals.clear()
        self.declined.clear()
        self._legal = _NO_MOVES

    def _happen(self, event: Event) -> None:
        kind, side = event.kind, event.side
        if kind is EventKind.MOVE:
            self._happen_move(event)
        elif kind is EventKind.JOIN:
            self._happen_join(event)
        elif kind is EventKind.PROPOSE:
            assert side is not None
            self.proposals[_agreement(event)] = side
        elif kind is EventKind.DECLINE:
            what = _agreement(event)
            by = self.proposals.pop(what, None)
            if by is not None and by is not side:
                self.declined.add((what, by))
        elif kind is EventKind.TAKEBACK:
            self._happen_takeback(event)
        elif kind is EventKind.END:
            self._happen_end(event)
        elif kind is EventKind.CREDIT:
            self.clocks = self.clocks.credited(float(event.text))
        else:
            self.rematch = event.text
            self.proposals.clear()

    def _happen_move(self, event: Event) -> None:
        board = self.board
        try:
            move = board.parse_uhp(event.text)
        except SkepError as error:
            raise DamagedGame(f"game {self.row.id}, event {event.seq}: {error}") from error
        side = self.to_move
        spent = max(0, round(1000 * (event.at - self.clocks.since)))
        if move.is_pass:
            played = Played(uhp=event.text, spent=spent)
        else:
            origin = board.where(move.piece)
            played = Played(
                uhp=event.text,
                piece=str(move.piece),
                origin=None if origin is None else (origin.q, origin.r),
                to=(move.to.q, move.to.r),
                spent=spent,
            )
        board.push(move)
        self.played.append(played)
        self.clocks = self.clocks.moved(side, event.at)
        self._legal = None
        self.board_seq = event.seq
        self._lapse(side)
        result = result_on_board(self.board)
        if result is not None:
            self._finish(result)

    def _happen_join(self, event: Event) -> None:
        assert event.side is not None
        seats = [
            replace(seat, guest=event.text, invite=None) if seat.side is event.side and seat.guest is None else seat
            for seat in self.row.seats
        ]
        self.row = replace(self.row, seats=(seats[0], seats[1]))
        self.clocks = Clocks.set_up(self.row.clock, event.at)
        self.board_seq = event.seq

    def _happen_takeback(self, event: Event) -> None:
        self.clocks = self.clocks.turned_back(self.to_move, event.at)
        while self.ply > int(event.text):
            self.board.pop()
            self.played.pop()
        self.proposals.clear()
        self.declined.clear()
        self._legal = None
        self.board_seq = event.seq

    def _happen_end(self, event: Event) -> None:
        if self.started:
            self.clocks = self.clocks.stopped(self.to_move, event.at)
        winner = None if event.side is None else ("white", "black")[event.side]
        self._finish(Result(winner=winner, ending=event.text))  # type: ignore[arg-type]


def _agreement(event: Event) -> Agreement:
    if event.text not in ("draw", "takeback", "rematch"):
        raise DamagedGame(f"game {event.game}, event {event.seq}: nobody can propose {event.text!r}")
    return event.text  # type: ignore[return-value]


def result_on_board(board: Board) -> Result | None:
    """How a game ended on the board, or None while it goes on there."""
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = outcome.winner
    return Result(
        winner=None if winner is None else ("white", "black")[winner], ending=_ON_THE_BOARD[outcome.termination]
    )
