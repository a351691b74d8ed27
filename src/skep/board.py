"""Board: a game in progress, and the main class of the library."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, Unpack

from skep import rules
from skep.base_board import BaseBoard
from skep.editions import DEFAULT_EDITION, Edition, GameType, find_edition
from skep.errors import IllegalMove, NoMoveToTakeBack, NotationError, SkepError
from skep.hexes import Hex
from skep.move_strings import format_made, relative_line, relative_move
from skep.moves import Move
from skep.notation.position import parse_position
from skep.notation.uhp import GameString, format_move, parse_move, turn_of
from skep.outcomes import Outcome, Termination
from skep.pieces import Color
from skep.position import Position
from skep.render.options import AnimationOptions, SvgOptions
from skep.render.svg import render_svg
from skep.repetitions import RepetitionCounter
from skep.rules import Reason, Rule

__all__ = ["Board"]

_MIN_LINE: Final = 8
"""The shortest line for which it is worth loading the kernel's replay code."""


class Board(BaseBoard):
    """A position, the moves that led to it, and the rules of the game.

    >>> board = Board("Base+MLP")
    >>> board.push_uhp("wG1")
    Move(Piece.parse('wG1'), Hex(q=0, r=0))
    >>> board.legal_moves.count()
    42
    >>> print(board.game_string())
    Base+MLP;InProgress;Black[1];wG1

    ``push`` makes a move without checking it, for programs that took it from ``legal_moves``. ``push_checked`` and
    ``push_uhp`` raise :class:`~skep.errors.IllegalMove` with the reason.
    """

    def __init__(
        self,
        game_type: GameType | str | None = None,
        *,
        edition: Edition | str = DEFAULT_EDITION,
        threefold: bool = False,
    ) -> None:
        """Start a new game. The default game type has the bugs of the edition's box.

        With ``threefold``, the third occurrence of a position ends the game in a draw.
        """
        edition = find_edition(edition) if isinstance(edition, str) else edition
        game_type = GameType.parse(game_type) if isinstance(game_type, str) else game_type
        self._set_up(Position.start(game_type, edition), threefold=threefold)

    @classmethod
    def from_position(cls, position: Position, *, threefold: bool = False, ending: Outcome | None = None) -> Board:
        """Return a board that starts from a position. Raises ImpossiblePosition if it cannot occur in a game.

        ``ending`` is a draw by agreement or a resignation in this position.
        """
        position.check()
        board = cls.__new__(cls)
        board._set_up(position, threefold=threefold)
        board._restore_ending(ending)
        return board

    @classmethod
    def from_position_string(cls, text: str, *, threefold: bool = False, ending: Outcome | None = None) -> Board:
        """Return a board that starts from a one-line position string."""
        return cls.from_position(parse_position(text), threefold=threefold, ending=ending)

    @classmethod
    def from_game_string(
        cls,
        text: str,
        *,
        edition: Edition | str = DEFAULT_EDITION,
        threefold: bool = False,
        ending: Outcome | None = None,
    ) -> Board:
        """Replay a GameString, checking every move.

        ``ending`` is a draw by agreement or a resignation after the last move, of which a GameString has no record.

        >>> Board.from_game_string("Base;;;wS1;bS1 wS1-").ply
        2
        """
        game = GameString.parse(text)
        board = cls(game.game_type, edition=edition, threefold=threefold)
        for number, move in enumerate(game.moves, 1):
            try:
                board.push_uhp(move)
            except IllegalMove as error:
                raise error.after(f"move {number} of the game: ") from error
            except NotationError as error:
                raise NotationError("GameString", text, f"move {number}: {error}") from error
        board._restore_ending(ending)
        return board

    def _set_up(self, position: Position, *, threefold: bool) -> None:
        super().__init__(position)
        self._ending: Outcome | None = None
        self._repetitions = RepetitionCounter(self.symmetric_key()) if threefold else None

    @property
    def threefold(self) -> bool:
        """Whether the third occurrence of a position ends the game."""
        return self._repetitions is not None

    # moves

    def push(self, move: Move) -> None:
        """Make a move without checking it. After an illegal move the board is in an undefined state.

        Only a destination that is too far away from the hive to be stored raises IllegalMove.
        """
        self._push(move, None)

    def _push(self, move: Move, packed: int | None) -> None:
        self.kernel_state.make(move, packed)
        self._ending = None
        if self._repetitions is not None:
            self.kernel_state.has_ended = self._repetitions.push(self.symmetric_key()) >= 3

    def push_checked(self, move: Move) -> None:
        """Make a move, or raise IllegalMove with the reason and leave the board unchanged."""
        self._check(move)
        self.push(move)

    def _check(self, move: Move) -> None:
        if not self.is_legal(move):
            reason = self.explain(move)
            raise IllegalMove(f"{self._describe(move)}: {reason}", move=move, reason=reason, position=self.position())

    def push_uhp(self, text: str) -> Move:
        """Parse a MoveString, check it, make the move and return it."""
        move, packed = self._parse_legal(text)
        self._push(move, packed)
        return move

    def push_line(self, texts: Sequence[str]) -> None:
        """Parse, check and make a line of MoveStrings, much faster than one by one.

        Raises NotationError or IllegalMove for the first that is not legal. The moves before it stay made.

        >>> board = Board("Base")
        >>> board.push_line(["wS1", "bS1 wS1-", "wQ -wS1"])
        >>> board.ply
        3
        """
        at = 0
        while at < len(texts):
            made = self._replay(texts, at)
            if not made:
                self.push_uhp(texts[at])
                made = 1
            at += made

    def _replay(self, texts: Sequence[str], at: int) -> int:
        """Make moves of a line in the kernel, starting at an index, and return how many were made."""
        if self._repetitions is not None or self.kernel_state.has_ended:
            return 0
        line = relative_line(islice(texts, at, None))
        return self.kernel_state.replay(line) if len(line) >= _MIN_LINE else 0

    def parse_uhp(self, text: str) -> Move:
        """Return the legal move of a MoveString. Raises NotationError or IllegalMove."""
        return self._parse_legal(text)[0]

    def _parse_legal(self, text: str) -> tuple[Move, int | None]:
        """Return the legal move of a MoveString and its packed form, if known.

        Legal moves next to a piece take a fast path, everything else is left to :func:`parse_move`.
        """
        relative = relative_move(text)
        packed = self.kernel_state.find_legal(relative) if relative is not None else 0
        if packed:
            return self.kernel_state.decode(packed), packed
        move = parse_move(text, self)
        self._check(move)
        return move, None

    def pop(self) -> Move:
        """Take the last move back and return it. This also cancels an agreed draw or a resignation.

        Raises NoMoveToTakeBack, an IndexError, if no move was made on this board.
        """
        if not self.kernel_state.moves:
            raise NoMoveToTakeBack("no move to take back")
        move = self.kernel_state.unmake()
        self._ending = None
        if self._repetitions is not None:
            self.kernel_state.has_ended = self._repetitions.pop() >= 3
        return move

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made on this board, first to last."""
        return tuple(self.kernel_state.moves)

    def moves_after(self, ply: int) -> list[Move]:
        """Return the moves made from ply number ``ply`` on."""
        return self.kernel_state.moves[max(ply - self.start.ply, 0) :]

    @property
    def last_move(self) -> Move | None:
        """The last move made on this board, or None."""
        moves = self.kernel_state.moves
        return moves[-1] if moves else None

    @property
    def last_move_from(self) -> Hex | None:
        """The hex that the last move left; None for a placement, a pass, or without moves."""
        return self.kernel_state.last_origin

    def explain(self, move: Move | str) -> Reason | None:
        """Return why a move is illegal, with the evidence, or None if it is legal.

        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> print(board.explain("wA1 bS1-"))
        the soldier ant wA1 may not touch the other colour when it is placed, ... (placing)
        """
        move = parse_move(move, self) if isinstance(move, str) else move
        if self.outcome() is not None and not self.kernel_state.surrounded():
            return Reason(Rule.GAME_OVER, move, self.edition, self.turn)
        return rules.explain(self.position(), move)

    # the end of the game

    def outcome(self) -> Outcome | None:
        """Return the result of the game and its reason, or None while it is in progress."""
        state = self.kernel_state
        surrounded = state.surrounded()
        if surrounded == 3:
            return Outcome(None, Termination.BOTH_SURROUNDED)
        if surrounded:
            return Outcome(Color.BLACK if surrounded == 1 else Color.WHITE, Termination.SURROUNDED)
        if state.has_ended:
            return self._ending or Outcome(None, Termination.REPETITION)
        return None

    def is_game_over(self) -> bool:
        """Return whether the game has ended."""
        return self.outcome() is not None

    def agree_draw(self) -> None:
        """End the game in a draw by agreement."""
        self._end(Outcome(None, Termination.AGREEMENT))

    def resign(self, color: Color) -> None:
        """End the game by the resignation of a player."""
        self._end(Outcome(color.other, Termination.RESIGNATION))

    def _end(self, outcome: Outcome) -> None:
        if (over := self.outcome()) is not None:
            raise IllegalMove(f"the game is over already: {over}", position=self.position())
        self._ending = outcome
        self.kernel_state.has_ended = True

    def _restore_ending(self, ending: Outcome | None) -> None:
        if ending is None:
            return
        if ending.termination not in (Termination.AGREEMENT, Termination.RESIGNATION):
            raise SkepError(f"{ending}: only an agreed draw or a resignation is not on the board")
        self._end(ending)

    def repetitions(self) -> int:
        """Return how often the present position has occurred on this board, including rotated and mirrored images."""
        if self._repetitions is not None:
            return self._repetitions.count()
        earlier = self.kernel_state.copy()
        key, count = earlier.symmetric_key(), 1
        while earlier.moves and not earlier.last_placed:
            earlier.unmake()
            count += earlier.symmetric_key() == key
        return count

    # copies and equality

    def copy(self) -> Board:
        """Return an independent board with the same position and moves."""
        board = Board.__new__(Board)
        board.start = self.start
        board._ending = self._ending
        board.kernel_state = self.kernel_state.copy()
        board._repetitions = None if self._repetitions is None else self._repetitions.copy()
        return board

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Compare positions, outcomes, and whether repetition ends the game. The moves made do not matter."""
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.key() == other.key()
            and self.threefold == other.threefold
            and self.outcome() == other.outcome()
            and self.position() == other.position()
        )

    def __hash__(self) -> int:
        """Hash the present position. Do not change a board while it is in a set or a key of a dict."""
        return hash((self.key(), self.ply))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.start, self.threefold, self.moves, self._ending)

    # text and pictures

    def game_string(self) -> str:
        """Return the canonical GameString. Raises SkepError if the board was set up from a position."""
        if self.start.ply:
            raise SkepError("a game set up from a position has no GameString: use position_string()")
        outcome, moves = self.outcome(), format_made(self.kernel_state)
        state = outcome.state if outcome else "InProgress" if moves else "NotStarted"
        return str(GameString(self.game_type, state, turn_of(self.ply), tuple(moves)))

    def svg(self, **options: Unpack[SvgOptions]) -> str:
        """Return a picture of the position with the last move marked.

        The options are those of :func:`skep.render.svg.render_svg`.
        """
        move = self.last_move
        if move is not None and not move.is_pass:
            options.setdefault("last_move", (self.last_move_from, move.to))
        return render_svg(self.position(), **options)

    def png(self, *, scale: float = 1.0, **options: Unpack[SvgOptions]) -> bytes:
        """Return the picture of :meth:`svg` as PNG, ``scale`` times as large.

        >>> Board("Base").png(size=200)[:4]
        b'\\x89PNG'
        """
        from skep.render.png import render_png

        return render_png(self.svg(**options), scale=scale)

    def animation(self, **options: Unpack[AnimationOptions]) -> bytes:
        """Return the moves made on this board as an animated GIF.

        The options are those of :func:`skep.render.animation.render_gif`.

        >>> Board.from_game_string("Base;;;wS1;bS1 wS1-").animation(size=200)[:6]
        b'GIF89a'
        """
        from skep.render.animation import MAX_FRAMES, render_gif
        from skep.render.frames import Frame

        moves = self.kernel_state.moves
        if len(moves) >= MAX_FRAMES:
            raise SkepError(f"an animation has at most {MAX_FRAMES} positions, not {len(moves) + 1}")
        replay = Board.from_position(self.start)
        frames = [Frame(replay.position())]
        for move in moves:
            replay.push(move)
            frames.append(Frame(replay.position(), None if move.is_pass else (replay.last_move_from, move.to)))
        return render_gif(frames, **options)

    def _repr_svg_(self) -> str:
        return self.svg(size=480)

    def __repr__(self) -> str:
        options = ", threefold=True" if self.threefold else ""
        options += f", ending={self._ending!r}" if self._ending is not None else ""
        if self.start.ply:
            return f"Board.from_position_string({self.position_string()!r}{options})"
        edition = "" if self.edition == DEFAULT_EDITION else f", edition={self.edition.id!r}"
        return f"Board.from_game_string({self.game_string()!r}{edition}{options})"

    def _describe(self, move: Move) -> str:
        """Return the text of a move for an error message, even if it has no MoveString."""
        try:
            return format_move(move, self)
        except SkepError:
            return str(move)


def _restore(start: Position, threefold: bool, moves: tuple[Move, ...], ending: Outcome | None) -> Board:
    """Rebuild a pickled board."""
    board = Board.from_position(start, threefold=threefold)
    for move in moves:
        board.push(move)
    if ending is not None:
        board._end(ending)
    return board
