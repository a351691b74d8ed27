"""Game and its nodes: moves with variations, comments, glyphs, marks and clock times. Shaped like python-chess."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from skep.board import Board
from skep.editions import DEFAULT_EDITION, Edition, GameType, find_edition
from skep.errors import SkepError
from skep.game.results import Result
from skep.game.tags import Tags
from skep.moves import Move
from skep.notation.dialects import Form
from skep.notation.drawings import MOST_MARKS, Mark
from skep.notation.recorded import Glyph
from skep.notation.remarks import LONGEST_CLOCK
from skep.position import Position

__all__ = ["Game", "GameNode"]


class GameNode:
    """A position of a game: the move that led to it and what was said about it, and how it went on.

    The first of its variations is the main line. A game is its own first node, without a move.
    """

    __slots__ = ("_clock", "_marks", "_move", "_parent", "_spent", "comment", "glyph", "variations")

    def __init__(self, parent: GameNode | None, move: Move | None) -> None:
        self._parent = parent
        self._move = move
        self._clock: float | None = None
        self._spent: float | None = None
        self._marks: tuple[Mark, ...] = ()
        self.variations: list[GameNode] = []
        """The ways the game goes on, the main line first."""
        self.comment = ""
        """What was said of the move; of the game as a whole, on its first node."""
        self.glyph: Glyph | None = None

    # what led here

    @property
    def parent(self) -> GameNode | None:
        """The position before the move; None at the start of the game."""
        return self._parent

    @property
    def move(self) -> Move:
        """The move that led here; the start of a game has none and raises SkepError."""
        if self._move is None:
            raise SkepError("no move leads to the start of a game")
        return self._move

    @property
    def game(self) -> Game:
        """The game that this node is part of."""
        node = self
        while node._parent is not None:
            node = node._parent
        assert isinstance(node, Game)
        return node

    @property
    def ply(self) -> int:
        """How many turns have been taken, those before a set-up position included."""
        return self.game.start.ply + len(self._path())

    def _path(self) -> list[Move]:
        """The moves from the start to here."""
        moves = list[Move]()
        node = self
        while node._move is not None and node._parent is not None:
            moves.append(node._move)
            node = node._parent
        return moves[::-1]

    def board(self) -> Board:
        """A new board with the position here and the moves that led to it."""
        game = self.game
        board = Board.from_position(game.start, threefold=game.threefold)
        for move in self._path():
            board.push(move)
        return board

    def uhp(self) -> str:
        """The MoveString of the move that led here."""
        if self._parent is None:
            raise SkepError("no move leads to the start of a game")
        return self._parent.board().uhp(self.move)

    # clocks

    @property
    def clock(self) -> float | None:
        """Seconds that the player had left after the move, kept to the thousandth."""
        return self._clock

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        self._clock = _checked(seconds)

    @property
    def spent(self) -> float | None:
        """Seconds that the move took, kept to the thousandth."""
        return self._spent

    @spent.setter
    def spent(self, seconds: float | None) -> None:
        self._spent = _checked(seconds)

    # rings and arrows

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Rings and arrows drawn on the board here."""
        return self._marks

    @marks.setter
    def marks(self, marks: Iterable[Mark]) -> None:
        drawn = tuple(marks)
        if len(drawn) > MOST_MARKS:
            raise SkepError(f"at most {MOST_MARKS} marks are drawn on a board, not {len(drawn)}")
        self._marks = drawn

    # how it goes on

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        glyph: Glyph | None = None,
        clock: float | None = None,
        spent: float | None = None,
    ) -> GameNode:
        """Add a legal move, as a value or a MoveString, after those that are here; returns its node.

        Raises IllegalMove or NotationError, and leaves the game as it was.
        """
        board = self.board()
        if isinstance(move, str):
            move = board.parse_uhp(move)
        else:
            board.push_checked(move)
        node = GameNode(self, move)
        node.comment, node.glyph, node.clock, node.spent = comment, glyph, clock, spent
        self.variations.append(node)
        return node

    def add_line(self, moves: Iterable[Move | str]) -> GameNode:
        """Add a legal move and those that follow it; returns the last node. Adds all of them or none."""
        board = self.board()
        played = list[Move]()
        for move in moves:
            if isinstance(move, str):
                played.append(board.push_uhp(move))
            else:
                board.push_checked(move)
                played.append(move)
        node = self
        for move in played:
            node = node.append_unchecked(move)
        return node

    def append_unchecked(self, move: Move) -> GameNode:
        """Add a move that is known to be legal as the last variation. Returns its node."""
        node = GameNode(self, move)
        self.variations.append(node)
        return node

    def variation(self, move: Move) -> GameNode:
        """The node that a move leads to; raises KeyError when the game does not go on with it."""
        for node in self.variations:
            if node._move == move:
                return node
        raise KeyError(move)

    def next(self) -> GameNode | None:
        """The next node of the main line, or None at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def mainline(self) -> Iterator[GameNode]:
        """The nodes of the main line after this one."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> list[Move]:
        """The moves of the main line after this node."""
        return [node.move for node in self.mainline()]

    def nodes(self) -> Iterator[GameNode]:
        """Every node after this one, each main line before its variations."""
        waiting = self.variations[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.variations))

    # changing the tree

    @property
    def is_main(self) -> bool:
        """Whether the node lies on the main line of its game."""
        node = self
        while node._parent is not None:
            if node._parent.variations[0] is not node:
                return False
            node = node._parent
        return True

    def promote(self) -> None:
        """Make this node the main line of its parent."""
        siblings = self._siblings()
        siblings.insert(0, siblings.pop(self._place()))

    def remove(self) -> None:
        """Take this node, and all that follows it, out of the game."""
        self._siblings().pop(self._place())
        self._parent = None

    def _siblings(self) -> list[GameNode]:
        if self._parent is None:
            raise SkepError("the start of a game is no variation")
        return self._parent.variations

    def _place(self) -> int:
        return next(place for place, node in enumerate(self._siblings()) if node is self)

    def __repr__(self) -> str:
        return f"<GameNode: ply {self.ply}, {self.uhp()}>"


class Game(GameNode):
    """A game: its first node, with the rules it was played by, its tags and its result.

    >>> game = Game("Base")
    >>> node = game.add_line(["wS1", "bS1 wS1-"])
    >>> node.comment = "a quiet reply"
    >>> game.tags["White"] = "Ann"
    >>> print(game.game_string())
    Base;InProgress;White[2];wS1;bS1 wS1-
    """

    __slots__ = ("_result", "edition_found", "remarks", "start", "tags", "threefold")

    def __init__(
        self,
        game_type: GameType | str | None = None,
        *,
        edition: Edition | str = DEFAULT_EDITION,
        threefold: bool = False,
    ) -> None:
        """A game without moves; without a game type, with the bugs of the edition's box."""
        edition = find_edition(edition) if isinstance(edition, str) else edition
        game_type = GameType.parse(game_type) if isinstance(game_type, str) else game_type
        self._begin(Position.start(game_type, edition), threefold=threefold)

    def _begin(self, start: Position, *, threefold: bool) -> None:
        super().__init__(None, None)
        self.start = start
        """The position before the first move."""
        self.threefold = threefold
        """Whether the third occurrence of a position ended the game."""
        self.tags = Tags()
        self._result: Result | None = None
        self.edition_found = False
        """Whether the record did not say its edition, and this is one that allows its moves."""
        self.remarks: list[str] = []
        """What was odd in the file it was read from, though it could be read."""

    @classmethod
    def from_position(cls, position: Position, *, threefold: bool = False) -> Game:
        """A game that begins with any possible position."""
        position.check()
        game = cls.__new__(cls)
        game._begin(position, threefold=threefold)
        return game

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game that was played on a board, with its result.

        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> board.resign(board.to_move)
        >>> print(Game.from_board(board).result)
        Black wins: resignation
        """
        game = cls.__new__(cls)
        game._begin(board.start, threefold=board.threefold)
        node: GameNode = game
        for move in board.moves:
            node = node.append_unchecked(move)
        if board.outcome() is not None:
            game.result = Result.of(board.outcome())
        return game

    @classmethod
    def parse(cls, text: str, *, edition: Edition | None = None) -> Game:
        """The one game of a text in any form that can be read; raises RecordError when part of it cannot.

        >>> Game.parse("1. wS1 2. bS1 wS1- { the usual }").end().comment
        'the usual'
        """
        from skep.game.reading import parse_records

        records = list(parse_records(text, edition=edition))
        if len(records) != 1:
            raise SkepError(f"expected one game, found {len(records)}")
        record = records[0]
        if record.error is not None:
            raise record.error
        assert record.game is not None
        return record.game

    @property
    def game_type(self) -> GameType:
        """The expansion bugs that were played with."""
        return self.start.game_type

    @property
    def edition(self) -> Edition:
        """The rulebook that was played by."""
        return self.start.edition

    @property
    def result(self) -> Result:
        """The result: as it was set, or else as the end of the main line shows it."""
        return Result.of(self.end().board().outcome()) if self._result is None else self._result

    @result.setter
    def result(self, result: Result | None) -> None:
        self._result = result

    def game_string(self) -> str:
        """The main line as a GameString; a game that begins with a set-up position has none."""
        from skep.game.writing import game_string

        return game_string(self)

    def animation(self, **options: Any) -> bytes:
        """The main line as an animated GIF; options as for :meth:`skep.Board.animation`."""
        return self.end().board().animation(**options)

    def text(self, form: Form = "pgn") -> str:
        """The game in one of the forms of :data:`skep.game.FORMS`."""
        from skep.game.writing import write_game

        return write_game(self, form)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        names = " - ".join(self.tags.get(name, "?") for name in ("White", "Black"))
        return f"<Game: {names}, {self.game_type}, {len(self.mainline_moves())} plies>"


def _checked(seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if not 0 <= seconds < LONGEST_CLOCK:
        raise SkepError(f"a clock does not show {seconds} seconds")
    return round(seconds * 1000) / 1000
