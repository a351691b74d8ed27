"""Game trees: moves with variations, comments, glyphs, marks and clock times. The API follows python-chess."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Unpack

from skep.board import Board
from skep.editions import DEFAULT_EDITION, Edition, GameType, find_edition
from skep.errors import SkepError
from skep.game.board_cache import BoardCache
from skep.game.results import Result, to_result
from skep.game.tags import Tags
from skep.moves import Move
from skep.notation.characters import replace_unsafe
from skep.notation.dialects import Form
from skep.notation.marks import MAX_MARKS, Mark
from skep.notation.records import Glyph
from skep.notation.remarks import MAX_CLOCK_SECONDS
from skep.position import Position
from skep.render.options import AnimationOptions

__all__ = ["Game", "GameNode"]

_BOARDS: Final = BoardCache(32)


class GameNode:
    """A position of a game, with the move that led to it, its annotations and the moves that follow.

    The first variation is the main line. A game is its own root node, which has no move.
    """

    __slots__ = ("_clock", "_comment", "_marks", "_move", "_parent", "_seconds_spent", "glyph", "variations")

    def __init__(self, parent: GameNode | None, move: Move | None) -> None:
        self._parent = parent
        self._move = move
        self._clock: float | None = None
        self._seconds_spent: float | None = None
        self._marks: tuple[Mark, ...] = ()
        self.variations: list[GameNode] = []
        """The continuations, the main line first."""
        self._comment = ""
        self.glyph: Glyph | None = None

    # the past

    @property
    def parent(self) -> GameNode | None:
        """The node before the move, or None at the start of the game."""
        return self._parent

    @property
    def move(self) -> Move:
        """The move that led here. Raises SkepError at the start of a game."""
        if self._move is None:
            raise SkepError("the start of a game has no move")
        return self._move

    @property
    def game(self) -> Game:
        """The game that this node belongs to. Raises SkepError if the node was removed from its game."""
        node = self
        while node._parent is not None:
            node = node._parent
        if not isinstance(node, Game):
            raise SkepError("the node was removed from its game")
        return node

    @property
    def ply(self) -> int:
        """The number of turns taken, including those before a set-up position."""
        return self.game.start.ply + len(self._moves_from_start())

    def _moves_from_start(self) -> list[Move]:
        """Return the moves from the start of the game to this node."""
        moves = list[Move]()
        node = self
        while node._move is not None and node._parent is not None:
            moves.append(node._move)
            node = node._parent
        return moves[::-1]

    def board(self) -> Board:
        """Return a new board with this position and the moves that led to it.

        Calling this on the nodes of a game in turn makes each move once, because the last board of a game is cached.
        """
        game = self.game
        return _BOARDS.board(id(game), game.start, self._moves_from_start(), threefold=game.threefold)

    def uhp(self) -> str:
        """Return the MoveString of the move that led here. Raises SkepError at the start of a game."""
        move = self.move
        if self._parent is None:
            raise SkepError("the node was removed from its game")
        return self._parent.board().uhp(move)

    # comments and clocks

    @property
    def comment(self) -> str:
        """The comment on the move; on the root node, the comment on the whole game.

        Surrogates and control characters, except newlines and tabs, are replaced with U+FFFD.
        """
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = replace_unsafe(text)

    @property
    def clock(self) -> float | None:
        """The player's remaining time after the move, in seconds, rounded to milliseconds."""
        return self._clock

    @clock.setter
    def clock(self, seconds: float | None) -> None:
        self._clock = _check_seconds(seconds)

    @property
    def seconds_spent(self) -> float | None:
        """The time the move took, in seconds, rounded to milliseconds."""
        return self._seconds_spent

    @seconds_spent.setter
    def seconds_spent(self, seconds: float | None) -> None:
        self._seconds_spent = _check_seconds(seconds)

    # rings and arrows

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Rings and arrows drawn on this position."""
        return self._marks

    @marks.setter
    def marks(self, marks: Iterable[Mark]) -> None:
        new = tuple(marks)
        if len(new) > MAX_MARKS:
            raise SkepError(f"a position can have at most {MAX_MARKS} marks, not {len(new)}")
        self._marks = new

    # continuations

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        glyph: Glyph | None = None,
        clock: float | None = None,
        seconds_spent: float | None = None,
    ) -> GameNode:
        """Add a legal move, given as a Move or a MoveString, as the last variation. Returns its node.

        Raises IllegalMove or NotationError and leaves the game unchanged.
        """
        board = self.board()
        if isinstance(move, str):
            move = board.parse_uhp(move)
        else:
            board.push_checked(move)
        node = GameNode(self, move)
        node.comment, node.glyph, node.clock, node.seconds_spent = comment, glyph, clock, seconds_spent
        self.variations.append(node)
        return node

    def add_line(self, moves: Iterable[Move | str]) -> GameNode:
        """Add a line of legal moves. Returns the last node. If a move is illegal, none of them is added."""
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
        """Return the node that a move leads to. Raises SkepError if the move is not a variation."""
        for node in self.variations:
            if node._move == move:
                return node
        known = ", ".join(str(node._move) for node in self.variations)
        raise SkepError(f"{move} is not a variation here; the variations are: {known or 'none'}")

    def next(self) -> GameNode | None:
        """Return the next node of the main line, or None at its end."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """Return the last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def mainline(self) -> Iterator[GameNode]:
        """Yield the nodes of the main line after this one."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def mainline_moves(self) -> list[Move]:
        """Return the moves of the main line after this node."""
        return [node.move for node in self.mainline()]

    def nodes(self) -> Iterator[GameNode]:
        """Yield every node after this one, each main line before its variations."""
        pending = self.variations[::-1]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.variations))

    # changing the tree

    @property
    def is_main(self) -> bool:
        """Whether the node is on the main line of its game."""
        node = self
        while node._parent is not None:
            if node._parent.variations[0] is not node:
                return False
            node = node._parent
        return True

    def promote(self) -> None:
        """Make this node the main variation of its parent."""
        siblings = self._siblings()
        siblings.insert(0, siblings.pop(self._index()))

    def remove(self) -> None:
        """Remove this node and everything after it from the game."""
        self._siblings().pop(self._index())
        self._parent = None

    def _siblings(self) -> list[GameNode]:
        if self._parent is None:
            what = "the start of a game" if self._move is None else "a node that was removed from its game"
            raise SkepError(f"{what} is not a variation")
        return self._parent.variations

    def _index(self) -> int:
        return next(index for index, node in enumerate(self._siblings()) if node is self)

    def __repr__(self) -> str:
        try:
            return f"<GameNode: ply {self.ply}, {self.uhp()}>"
        except SkepError:
            return f"<GameNode: removed from its game, {self._move}>"


class Game(GameNode):
    """A game: the root node, with the rules of the game, its tags and its result.

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
        """Create a game without moves. The default game type has the bugs of the edition's box."""
        edition = find_edition(edition) if isinstance(edition, str) else edition
        game_type = GameType.parse(game_type) if isinstance(game_type, str) else game_type
        self._begin(Position.start(game_type, edition), threefold=threefold)

    def _begin(self, start: Position, *, threefold: bool) -> None:
        super().__init__(None, None)
        self.start = start
        """The position before the first move."""
        self.threefold = threefold
        """Whether the game is drawn when a position occurs for the third time."""
        self.tags = Tags()
        self._result: Result | None = None
        self.edition_found = False
        """Whether the edition was inferred from the moves because the record does not name one."""
        self.remarks: list[str] = []
        """Oddities of the file that did not prevent the game from being read."""

    @classmethod
    def from_position(cls, position: Position, *, threefold: bool = False) -> Game:
        """Return a game that begins from any possible position."""
        position.check()
        game = cls.__new__(cls)
        game._begin(position, threefold=threefold)
        return game

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """Return the game that was played on a board, with its result.

        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> board.resign(board.turn)
        >>> print(Game.from_board(board).result)
        Black wins: resignation
        """
        game = cls.__new__(cls)
        game._begin(board.start, threefold=board.threefold)
        node: GameNode = game
        for move in board.moves:
            node = node.append_unchecked(move)
        if board.outcome() is not None:
            game.result = Result.from_outcome(board.outcome())
        return game

    @classmethod
    def parse(cls, text: str, *, edition: Edition | None = None) -> Game:
        """Parse a text with a single game in any supported format. Raises RecordError if part of it is invalid.

        >>> Game.parse("1. wS1 2. bS1 wS1- { the usual }").end().comment
        'the usual'
        """
        from skep.game.records import parse_records

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
        """The game type, which says which expansion bugs are in play."""
        return self.start.game_type

    @property
    def edition(self) -> Edition:
        """The edition of the rules."""
        return self.start.edition

    @property
    def result(self) -> Result:
        """The result that was set, or else the one at the end of the main line.

        It can be set to a :class:`~skep.game.Result`, to one of its texts (``WhiteWins``, ``BlackWins``, ``Draw``,
        ``InProgress``, ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``), or to None for the result at the end of the main line.
        Anything else raises SkepError.
        """
        return Result.from_outcome(self.end().board().outcome()) if self._result is None else self._result

    @result.setter
    def result(self, result: Result | str | None) -> None:
        self._result = None if result is None else to_result(result)

    def game_string(self) -> str:
        """Return the main line as a GameString. Raises SkepError if the game begins from a set-up position."""
        from skep.game.writer import game_string

        return game_string(self)

    def animation(self, **options: Unpack[AnimationOptions]) -> bytes:
        """Return the main line as an animated GIF. Options are those of :meth:`skep.Board.animation`."""
        return self.end().board().animation(**options)

    def text(self, form: Form = "pgn") -> str:
        """Return the game as text in one of the formats of :data:`skep.game.FORMS`. Raises SkepError for another."""
        from skep.game.writer import write_game

        return write_game(self, form)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        names = " - ".join(self.tags.get(name, "?") for name in ("White", "Black"))
        return f"<Game: {names}, {self.game_type}, {len(self.mainline_moves())} plies>"


def _check_seconds(seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if not 0 <= seconds < MAX_CLOCK_SECONDS:
        raise SkepError(f"invalid clock time: {seconds} seconds")
    return round(seconds * 1000) / 1000
