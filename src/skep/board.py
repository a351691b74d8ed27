"""Board: a game in progress. What users of the library hold; the kernel works inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, repeat
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from skep import rules
from skep.editions import DEFAULT_EDITION, Edition, GameType, find_edition
from skep.errors import IllegalMove, NotationError, SkepError
from skep.hexes import ORIGIN, Direction, Hex
from skep.kernel import entry, layout
from skep.kernel.decoding import decoder
from skep.kernel.paths import MAX_PATH_LENGTH
from skep.kernel.tables import WORD_BLACK_TO_MOVE
from skep.legal_moves import LegalMoves
from skep.moves import Move
from skep.notation.diagram import format_diagram
from skep.notation.position import format_position, parse_position
from skep.notation.uhp import WRITTEN, GameString, format_move, parse_move, split_move, turn_of
from skep.outcomes import Outcome, Termination
from skep.pieces import PIECES, Bug, Color, Piece
from skep.position import Position
from skep.render.svg import render_svg
from skep.rules import Path, PathKind, Reason, Rule

__all__ = ["Board"]

_MOST_MOVES: Final = 1024
"""Room for one position's moves; the richest positions known have fewer than 300."""
_DEEPEST_PERFT: Final = 30
_SHORTEST_LINE: Final = 8
"""Moves that are worth loading the code that makes whole lines."""
_REACH: Final = 12
"""How far from the centre of a board's window a destination may lie before the window follows."""


_NAMES: Final = {layout.piece_number(piece): str(piece) for piece in PIECES}

_STEPS: Final[dict[Direction | None, int]] = {
    None: 0,
    **{side: layout.cell_of(ORIGIN.neighbour(side)) for side in Direction},
}
"""How many cells round the ring each side of a piece is from it."""
_REFERENCES: Final = [(0, "%s")] + [(_STEPS[side], WRITTEN[side.opposite]) for side in Direction]
"""Where a reference of a destination is looked for, and how it is then written: below it, then around it."""


_PASSED: Final = (0, 0, 0)
_PATH_KINDS: Final = tuple(PathKind)
"""In the kernel's order: kernel.paths numbers them from PLACE to PASS."""


@lru_cache(maxsize=8192)
def _in_cells(text: str) -> tuple[int, int, int] | None:
    """A MoveString as the kernel counts: the packed piece, its reference's number, the cells from there.

    None for the first piece of a game, which has no reference.
    """
    piece, reference, side = split_move(text)
    if piece is None:
        return _PASSED
    if reference is None:
        return None
    return layout.piece_number(piece) << 10, layout.piece_number(reference), _STEPS[side]


class Board:
    """A position, the moves that led to it, and the rules it is played by.

    >>> board = Board("Base+MLP")
    >>> board.push_uhp("wG1")
    Move(Piece.parse('wG1'), Hex(q=0, r=0))
    >>> board.legal_moves.count()
    42
    >>> print(board.game_string())
    Base+MLP;InProgress;Black[1];wG1

    ``push`` makes a move unchecked, for programs that took it from ``legal_moves``;
    ``push_checked`` and ``push_uhp`` raise :class:`~skep.errors.IllegalMove` with the reason.
    """

    def __init__(
        self,
        game_type: GameType | str | None = None,
        *,
        edition: Edition | str = DEFAULT_EDITION,
        threefold: bool = False,
    ) -> None:
        """A new game; without a game type, with the bugs of the edition's box.

        ``threefold`` ends the game in a draw when a position occurs for the third time.
        """
        edition = find_edition(edition) if isinstance(edition, str) else edition
        game_type = GameType.parse(game_type) if isinstance(game_type, str) else game_type
        self._set_up(Position.start(game_type, edition), threefold=threefold)

    @classmethod
    def from_position(cls, position: Position, *, threefold: bool = False) -> Board:
        """A board that starts from any possible position."""
        position.check()
        board = cls.__new__(cls)
        board._set_up(position, threefold=threefold)
        return board

    @classmethod
    def from_position_string(cls, text: str, *, threefold: bool = False) -> Board:
        """A board that starts from a one-line position string."""
        return cls.from_position(parse_position(text), threefold=threefold)

    @classmethod
    def from_game_string(cls, text: str, *, edition: Edition | str = DEFAULT_EDITION, threefold: bool = False) -> Board:
        """Replay a GameString, every move checked.

        >>> Board.from_game_string("Base;;;wS1;bS1 wS1-").ply
        2
        """
        game = GameString.parse(text)
        board = cls(game.game_type, edition=edition, threefold=threefold)
        for number, move in enumerate(game.moves, 1):
            try:
                board.push_uhp(move)
            except IllegalMove as error:
                raise IllegalMove(f"move {number} of the game: {error}") from error
            except NotationError as error:
                raise NotationError("GameString", text, f"move {number}: {error}") from error
        return board

    def _set_up(self, position: Position, *, threefold: bool) -> None:
        entry.load()
        self._root = position
        self._threefold = threefold
        self._moves: list[Move] = []
        self._undo: list[tuple[int, Hex]] = []
        self._ending: Outcome | None = None
        self._attach(layout.new_state())
        state = self._states[0]
        for color in Color:
            state["hand"][color] = sum(1 << (layout.piece_number(p) & 15) for p in position.hand(color))
        state["ply"] = position.ply
        state["queen_not_first"] = position.edition.queen_from_turn > 1
        state["gates_above_ground"] = position.edition.gates_above_ground
        state["has_pillbug"] = Bug.PILLBUG in position.game_type
        for hex_, stack in position.stacks.items():
            for piece in stack:
                entry.put(self._states, layout.piece_number(piece), layout.cell_of(hex_))
        if position.just_moved is not None:
            state["just_moved"] = layout.piece_number(position.just_moved)
        if position.ply % 2:
            state["key"] ^= WORD_BLACK_TO_MOVE
        self._look_at(_middle(list(position.stacks)))
        self._keys = [self.symmetric_key()] if threefold else []
        self._times = dict.fromkeys(self._keys, 1)
        self._thrice = False

    def _attach(self, states: Any) -> None:
        """Hold a state, with views of the fields that Python asks for most."""
        self._states = states
        self._place = states["place"][0]
        self._top = states["top"][0]
        self._below = states["below"][0]
        self._list = np.zeros(_MOST_MOVES, np.int64)

    def _look_at(self, centre: Hex) -> None:
        """Centre the window in which the kernel's ring of cells is read as hexes."""
        self._centre = centre

    # the rules, the turn and the pieces

    @property
    def edition(self) -> Edition:
        """The rulebook that is played by."""
        return self._root.edition

    @property
    def game_type(self) -> GameType:
        """The expansion bugs that are played with."""
        return self._root.game_type

    @property
    def start(self) -> Position:
        """The position before the first move made on this board."""
        return self._root

    @property
    def threefold(self) -> bool:
        """Whether a third occurrence of a position ends the game."""
        return self._threefold

    @property
    def ply(self) -> int:
        """How many turns have been taken, passes included."""
        return self._root.ply + len(self._moves)

    @property
    def turn(self) -> int:
        """Which of the moving player's turns it is, the first being 1."""
        return self.ply // 2 + 1

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        return Color(self.ply % 2)

    @property
    def just_moved(self) -> Piece | None:
        """The piece that may not move this turn, in games with the pillbug."""
        number = int(self._states[0]["just_moved"])
        return layout.piece_of(number) if number else None

    def where(self, piece: Piece) -> Hex | None:
        """The hex a piece stands on, or None when it is not in play."""
        cell = self._place.item(layout.piece_number(piece))
        return None if cell == layout.IN_HAND else layout.hex_near(cell, self._centre)

    def stack(self, hex_: Hex) -> tuple[Piece, ...]:
        """The pieces on a hex, bottom first; empty when it is a space."""
        cell = layout.cell_of(hex_)
        number = self._top.item(cell)
        if not number or layout.hex_near(cell, self._centre) != hex_:
            return ()
        pieces = []
        while number:
            pieces.append(layout.piece_of(number))
            number = self._below.item(number)
        return tuple(reversed(pieces))

    def top(self, hex_: Hex) -> Piece | None:
        """The uppermost piece on a hex, or None when it is a space."""
        stack = self.stack(hex_)
        return stack[-1] if stack else None

    def height(self, hex_: Hex) -> int:
        """How many pieces stand on a hex."""
        return len(self.stack(hex_))

    @property
    def stacks(self) -> dict[Hex, tuple[Piece, ...]]:
        """The pieces in play, each stack bottom first."""
        cells = sorted(set(self._place.tolist()) - {layout.IN_HAND})
        hexes = [layout.hex_near(cell, self._centre) for cell in cells]
        return {hex_: self.stack(hex_) for hex_ in hexes}

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """The pieces a player has not placed yet, in the order of the bugs."""
        bits = int(self._states[0]["hand"][color])
        return tuple(piece for piece in self.game_type.pieces(color) if bits >> (layout.piece_number(piece) & 15) & 1)

    def position(self) -> Position:
        """The present position as a value."""
        return Position(
            self.stacks,
            frozenset(piece for color in Color for piece in self.hand(color)),
            self.ply,
            self.just_moved,
            self.game_type,
            self.edition,
        )

    # moves

    @property
    def legal_moves(self) -> LegalMoves:
        """A view of the legal moves: iterate over it, count it, ask whether a move is in it."""
        return LegalMoves(self)

    def _packed_moves(self) -> NDArray[np.int64]:
        """The legal moves as the kernel has them, until it is asked again; none when the game is over."""
        if self._ending is not None or self._thrice:
            return self._list[:0]
        return self._list[: entry.generate(self._states, self._list)]

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal now."""
        return move in self.legal_moves

    def push(self, move: Move) -> None:
        """Make a move, unchecked: an illegal one leaves a board that means nothing."""
        self._make(move, layout.pack(move))

    def _make(self, move: Move, packed: int) -> None:
        undo = entry.make(self._states, packed)
        self._moves.append(move)
        self._undo.append((undo, self._centre))
        self._ending = None
        self._follow(move)
        if self._threefold:
            key = self.symmetric_key()
            self._keys.append(key)
            times = self._times[key] = self._times.get(key, 0) + 1
            self._thrice = times >= 3

    def _follow(self, move: Move) -> None:
        """Let the window go where the hive goes."""
        if not move.is_pass:
            q, r = move.to
            if abs(q - self._centre.q) > _REACH or abs(r - self._centre.r) > _REACH:
                self._look_at(_middle(list(self.stacks)))

    def push_checked(self, move: Move) -> None:
        """Make a move, or raise IllegalMove with the reason and leave the board as it was."""
        self._check(move)
        self.push(move)

    def _check(self, move: Move) -> None:
        if not self.is_legal(move):
            raise IllegalMove(f"{self._told(move)}: {self.explain(move)}")

    def push_uhp(self, text: str) -> Move:
        """Read a MoveString, check it, make it and return it."""
        move, packed = self._read_uhp(text)
        self._make(move, packed)
        return move

    def push_line(self, texts: Sequence[str]) -> None:
        """Read, check and make MoveStrings one after the other, much faster than one at a time.

        Raises NotationError or IllegalMove for the first that is not legal; those before it stay made.

        >>> board = Board("Base")
        >>> board.push_line(["wS1", "bS1 wS1-", "wQ -wS1"])
        >>> board.ply
        3
        """
        at = 0
        while at < len(texts):
            made = 0 if self._threefold else self._make_line(texts, at)
            if not made:
                self.push_uhp(texts[at])
                made = 1
            at += made

    def _make_line(self, texts: Sequence[str], at: int) -> int:
        """Make moves from a place in a line on, as far as the kernel goes by itself; returns how many."""
        if self._ending is not None:
            return 0
        run = list[tuple[int, int, int]]()
        for text in islice(texts, at, None):
            try:
                written = _in_cells(text)
            except NotationError:
                break
            if written is None:
                break
            run.append(written)
        if len(run) < _SHORTEST_LINE:
            return 0
        from skep.kernel.replay import replay

        made = np.empty((len(run), 2), np.int64)
        centre = self._centre
        count: int = replay(self._states, self._list, np.array(run, np.int64), made, layout.cell_of(centre), _REACH)
        self._moves += decoder.all(made[:count, 0], centre)
        self._undo += zip(made[:count, 1].tolist(), repeat(centre), strict=False)
        if count:
            self._follow(self._moves[-1])
        return count

    def parse_uhp(self, text: str) -> Move:
        """The legal move that a MoveString means here; raises NotationError or IllegalMove."""
        return self._read_uhp(text)[0]

    def _read_uhp(self, text: str) -> tuple[Move, int]:
        """The legal move of a MoveString, also packed. What is illegal or rare takes the long way round."""
        written = _in_cells(text)
        if written is not None and written != _PASSED:
            piece, reference, step = written
            cell = self._place.item(reference)
            packed = piece | (cell + step) % layout.CELLS
            if cell != layout.IN_HAND and self._lists(packed):
                return decoder.one(packed, self._centre), packed
        move = parse_move(text, self)
        self._check(move)
        return move, layout.pack(move)

    def _lists(self, packed: int) -> bool:
        """Whether a packed move is legal."""
        return layout.is_listed(packed, self._packed_moves().tobytes())

    def uhp(self, move: Move) -> str:
        """The canonical MoveString of a move in the present position.

        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> sorted(board.uhp(move) for move in board.legal_moves)[:3]
        ['wA1 -wS1', 'wA1 /wS1', 'wA1 \\\\wS1']
        """
        if move.is_pass:
            return "pass"
        cell = layout.cell_of(move.to)
        if layout.hex_near(cell, self._centre) != move.to:
            return format_move(move, self)
        return self._written(layout.piece_number(move.piece), cell) or format_move(move, self)

    def _written(self, number: int, cell: int) -> str:
        """What format_move writes, found in cells: four times as fast. Empty where there is no reference."""
        top, lifted = self._top.item, self._below.item(number)
        for step, written in _REFERENCES:
            reference = top((cell + step) & (layout.CELLS - 1))
            if reference == number:
                reference = lifted
            if reference:
                return f"{_NAMES[number]} {written % _NAMES[reference]}"
        return ""

    def pop(self) -> Move:
        """Take the last move back and return it; an agreed draw or resignation is lifted with it."""
        if not self._moves:
            raise IndexError("no move to take back")
        move = self._moves.pop()
        undo, centre = self._undo.pop()
        entry.unmake(self._states, layout.pack(move), undo)
        if centre != self._centre:
            self._look_at(centre)
        self._ending = None
        if self._threefold:
            self._times[self._keys.pop()] -= 1
            self._thrice = self._times[self._keys[-1]] >= 3
        return move

    def perft(self, depth: int, *, bulk: bool = True) -> int:
        """How many lines of so many plies there are; ``bulk`` counts the last ply without making it.

        >>> [Board("Base").perft(depth) for depth in range(5)]
        [1, 4, 96, 1440, 21600]

        Only surrounding ends a line: repetition and agreement are left out, as perft is everywhere.
        """
        if not 0 <= depth <= _DEEPEST_PERFT:
            raise ValueError(f"perft counts 0 to {_DEEPEST_PERFT} plies, not {depth}")
        return int(entry.perft(self._states, np.zeros(layout.MOVES_ROOM, np.int64), depth, bulk))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made on this board, first to last."""
        return tuple(self._moves)

    def moves_after(self, ply: int) -> list[Move]:
        """The moves made since so many turns had been taken."""
        return self._moves[max(ply - self._root.ply, 0) :]

    @property
    def last_move(self) -> Move | None:
        """The move that led here, or None at the start."""
        return self._moves[-1] if self._moves else None

    @property
    def last_move_from(self) -> Hex | None:
        """Where the piece of the last move came from, or None when it was placed or there is none."""
        if not self._moves or self._moves[-1].is_pass:
            return None
        undo, centre = self._undo[-1]
        cell = undo & 2047
        return None if cell == layout.IN_HAND else layout.hex_near(cell, centre)

    # what the rules say

    def explain(self, move: Move | str) -> Reason | None:
        """Why a move is illegal, with the evidence; None when it is legal.

        >>> board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
        >>> print(board.explain("wA1 bS1-"))
        placing: the soldier ant wA1 may not touch the other colour when it is placed, ...
        """
        move = parse_move(move, self) if isinstance(move, str) else move
        if self.outcome() is not None and entry.surrounded(self._states) == 0:
            return Reason(Rule.GAME_OVER, move, self.edition)
        return rules.explain(self.position(), move)

    def pinned(self) -> frozenset[Piece]:
        """The pieces that may not move because the hive would fall apart without them."""
        return rules.pinned(self.position())

    def reachable(self, piece: Piece) -> frozenset[Hex]:
        """Where a piece may be placed, moved or thrown this turn."""
        return frozenset(move.to for move in self.legal_moves if not move.is_pass and move.piece == piece)

    def path(self, move: Move) -> Path:
        """Return the path of a legal move: the hexes it passes, how, and which piece throws.

        Raises IllegalMove with the reason if the move is illegal.
        """
        self._check(move)
        return self.paths([move])[0]

    def paths(self, moves: Sequence[Move]) -> list[Path]:
        """Return the paths of moves from ``legal_moves``, unchecked and in microseconds each."""
        cells = np.empty(2 * MAX_PATH_LENGTH, np.int64)
        found = []
        for move in moves:
            packed = entry.find_path(self._states, layout.pack(move), self._list, cells)
            hexes = tuple(layout.hex_near(cell, self._centre) for cell in cells[: packed & 255].tolist())
            thrower, copied = packed >> 16, packed >> 12 & 15
            found.append(
                Path(
                    _PATH_KINDS[packed >> 8 & 15],
                    hexes,
                    layout.piece_of(thrower) if thrower else None,
                    Bug(copied - 1) if copied else None,
                )
            )
        return found

    # the end of the game

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._ending is not None:
            return self._ending
        surrounded = entry.surrounded(self._states)
        if surrounded == 3:
            return Outcome(None, Termination.BOTH_SURROUNDED)
        if surrounded:
            return Outcome(Color.BLACK if surrounded == 1 else Color.WHITE, Termination.SURROUNDED)
        if self._thrice:
            return Outcome(None, Termination.REPETITION)
        return None

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() is not None

    def agree_draw(self) -> None:
        """End the game: both players agree to a draw."""
        self._end(Outcome(None, Termination.AGREEMENT))

    def resign(self, color: Color) -> None:
        """End the game: one player gives it up."""
        self._end(Outcome(color.other, Termination.RESIGNATION))

    def _end(self, outcome: Outcome) -> None:
        if (over := self.outcome()) is not None:
            raise IllegalMove(f"the game is over already: {over}")
        self._ending = outcome

    def repetitions(self) -> int:
        """How often the present position has occurred on this board, turned and mirrored images included."""
        if self._threefold:
            return self._times[self._keys[-1]]
        key, found = self.symmetric_key(), 1
        earlier = self.copy()
        while earlier._moves and not earlier._placed_last():
            earlier.pop()
            found += earlier.symmetric_key() == key
        return found

    def _placed_last(self) -> bool:
        """Whether the last move placed a piece, so that no earlier position can be like the present one."""
        return self._undo[-1][0] & 2047 == layout.IN_HAND and not self._moves[-1].is_pass

    # keys, copies, equality

    def key(self) -> int:
        """A 64-bit key of the pieces, the side to move and the piece that may not move.

        Pieces of one kind count as alike. Boards that differ in edition or game type may share keys.
        """
        return int(entry.key(self._states))

    def symmetric_key(self) -> int:
        """A 64-bit key that the twelve turned and mirrored images of a position share, wherever it lies."""
        return int(entry.symmetric_key(self._states))

    def keys_along(self, moves: Sequence[Move]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """The symmetric keys of this position and of those after each move of a legal line, none of them made here.

        Beside them, how many pieces are in play in each of these positions.

        >>> keys, pieces = Board("Base").keys_along(Board.from_game_string("Base;;;wS1;bS1 wS1-").moves)
        >>> len(set(keys)), pieces.tolist()
        (3, [0, 1, 2])
        """
        from skep.kernel.lines import keys_along

        packed = np.array([layout.pack(move) for move in moves], np.int64)
        keys, pieces = np.empty(len(packed) + 1, np.uint64), np.empty(len(packed) + 1, np.int64)
        keys_along(self._states.copy(), packed, keys, pieces)
        return keys, pieces

    def keys_ahead(self) -> list[tuple[Move, int]]:
        """Each legal move with the symmetric key of the position that it leads to.

        >>> len(Board("Base").keys_ahead())
        4
        """
        from skep.kernel.lines import keys_ahead

        packed = self._packed_moves().copy()
        keys = np.empty(len(packed), np.uint64)
        keys_ahead(self._states.copy(), packed, keys)
        return list(zip(decoder.all(packed, self._centre), keys.tolist(), strict=True))

    def copy(self) -> Board:
        """An independent board with the same position and moves."""
        board = Board.__new__(Board)
        board._root = self._root
        board._threefold = self._threefold
        board._moves = self._moves.copy()
        board._undo = self._undo.copy()
        board._keys = self._keys.copy()
        board._times = self._times.copy()
        board._thrice = self._thrice
        board._ending = self._ending
        board._attach(self._states.copy())
        board._look_at(self._centre)
        return board

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Boards are equal when their positions are, and whether repetition ends them; moves do not count."""
        if not isinstance(other, Board):
            return NotImplemented
        return self.key() == other.key() and self._threefold == other._threefold and self.position() == other.position()

    def __hash__(self) -> int:
        """Of the present position: a board in a set or a dict must not be played on."""
        return hash((self.key(), self.ply))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._root, self._threefold, tuple(self._moves), self._ending)

    # text and pictures

    def game_string(self) -> str:
        """The canonical GameString; only a board that began at the start of a game has one."""
        if self._root.ply:
            raise SkepError("a game set up from a position has no GameString: use position_string()")
        outcome = self.outcome()
        state = outcome.state if outcome else "InProgress" if self._moves else "NotStarted"
        return str(GameString(self.game_type, state, turn_of(self.ply), tuple(self._move_strings())))

    def _move_strings(self) -> Iterator[str]:
        replay = Board.from_position(self._root)
        for move in self._moves:
            yield replay.uhp(move)
            replay.push(move)

    def position_string(self) -> str:
        """The present position in one line."""
        return format_position(self.position())

    def svg(self, **options: Any) -> str:
        """A picture of the position, the last move marked; options as for :func:`skep.render.svg.render_svg`."""
        move = self.last_move
        if move is not None and not move.is_pass:
            options.setdefault("last_move", (self.last_move_from, move.to))
        return render_svg(self.position(), **options)

    def png(self, *, scale: float = 1.0, **options: Any) -> bytes:
        """The same picture as PNG; ``scale`` times as large as the SVG, whose options it takes.

        >>> Board("Base").png(size=200)[:4]
        b'\\x89PNG'
        """
        from skep.render.png import render_png

        return render_png(self.svg(**options), scale=scale)

    def animation(self, **options: Any) -> bytes:
        """The moves made on this board as an animated GIF; options as for :func:`skep.render.animation.render_gif`.

        >>> Board.from_game_string("Base;;;wS1;bS1 wS1-").animation(size=200)[:6]
        b'GIF89a'
        """
        from skep.render.animation import MOST_FRAMES, Scene, render_gif

        if len(self._moves) >= MOST_FRAMES:
            raise SkepError(f"an animation has at most {MOST_FRAMES} positions, not {len(self._moves) + 1}")
        replay = Board.from_position(self._root)
        scenes = [Scene(replay.position())]
        for move in self._moves:
            replay.push(move)
            scenes.append(Scene(replay.position(), None if move.is_pass else (replay.last_move_from, move.to)))
        return render_gif(scenes, **options)

    def _repr_svg_(self) -> str:
        return self.svg(size=480)

    def __str__(self) -> str:
        return format_diagram(self.position())

    def __repr__(self) -> str:
        threefold = ", threefold=True" if self._threefold else ""
        if self._root.ply:
            return f"Board.from_position_string({self.position_string()!r}{threefold})"
        edition = "" if self.edition == DEFAULT_EDITION else f", edition={self.edition.id!r}"
        return f"Board.from_game_string({self.game_string()!r}{edition}{threefold})"

    def _told(self, move: Move) -> str:
        """A move as an error names it, even where no MoveString can."""
        try:
            return format_move(move, self)
        except SkepError:
            return f"{move.piece} to {tuple(move.to)}"


def _middle(hexes: list[Hex]) -> Hex:
    """The middle of the smallest box of columns and rows round some hexes."""
    if not hexes:
        return ORIGIN
    columns = [hex_.q for hex_ in hexes]
    rows = [hex_.r for hex_ in hexes]
    return Hex((min(columns) + max(columns)) // 2, (min(rows) + max(rows)) // 2)


def _restore(root: Position, threefold: bool, moves: tuple[Move, ...], ending: Outcome | None) -> Board:
    """Rebuild a pickled board."""
    board = Board.from_position(root, threefold=threefold)
    for move in moves:
        board.push(move)
    board._ending = ending
    return board
