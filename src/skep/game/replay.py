"""Replay of a recorded game: every move is checked, in the game's edition or one that allows the moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from skep.board import Board
from skep.editions import DEFAULT_EDITION, EDITIONS, EXPANSIONS, Edition, GameType, find_edition
from skep.errors import IllegalMove, RecordError, SkepError
from skep.game.results import Result
from skep.game.tags import RESERVED, Tags
from skep.game.tree import Game, GameNode
from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.notation.dates import two_dates
from skep.notation.position import parse_position
from skep.notation.records import RecordedGame, RecordedMove
from skep.pieces import Piece
from skep.position import Position

__all__ = ["replay"]

_MAX_PLIES: Final = 20_000
"""The longest main line that is read. The longest real games have a few hundred plies."""


def replay(recorded: RecordedGame, edition: Edition | None = None) -> tuple[Game | None, RecordError | None]:
    """Return the game up to its first illegal move, and the error in the record, if there is one.

    ``edition`` applies to a record without an edition. If it is None, the first edition that allows the moves is used.
    """
    remarks = list[str]()
    try:
        start, has_edition = _start(recorded, remarks)
    except SkepError as error:
        return None, recorded.error or RecordError(str(error), line=recorded.line, cause=error)
    editions: Sequence[Edition]
    if has_edition or edition is not None:
        editions = [start.edition if has_edition or edition is None else edition]
    else:
        editions = _candidates(start.game_type)
    best: _Replay | None = None
    for candidate in editions:
        attempt = _Replay(recorded, _with_edition(start, candidate))
        if best is None or attempt.progress > best.progress:
            best = attempt
        if not attempt.met_illegal:
            break
    assert best is not None
    game = best.game
    game.edition_found = not has_edition and edition is None
    game.remarks = remarks + best.remarks
    return game, best.error or recorded.error


def _start(recorded: RecordedGame, remarks: list[str]) -> tuple[Position, bool]:
    """Return the position before the first move, and whether the record has an edition."""
    tags = recorded.tags
    if "Position" in tags:
        position = parse_position(tags["Position"])
        position.check()
        return position, True
    if tags.get("GameType"):
        game_type = GameType.parse(tags["GameType"])
    else:
        game_type = _game_type_of(recorded)
        remarks.append(f"no game type given; inferred {game_type} from the pieces")
    edition, has_edition = DEFAULT_EDITION, False
    if tags.get("Edition"):
        try:
            edition, has_edition = find_edition(tags["Edition"]), True
        except SkepError as error:
            remarks.append(str(error))
    return _first_position(game_type, edition), has_edition


@lru_cache(maxsize=64)
def _first_position(game_type: GameType, edition: Edition) -> Position:
    """Return the position at the start of a game, one value for all games of a collection."""
    return Position.start(game_type, edition)


def _with_edition(start: Position, edition: Edition) -> Position:
    """Return the start in another edition. Only a start without pieces in play has more than one candidate."""
    return start if start.edition == edition else _first_position(start.game_type, edition)


def _game_type_of(recorded: RecordedGame) -> GameType:
    """Return the game type with the expansion bugs that occur in the moves."""
    letters = {move.text[1:2].upper() for move in _all_moves(recorded.moves)}
    return GameType(tuple(bug for bug in EXPANSIONS if bug.letter in letters))


def _all_moves(moves: list[RecordedMove]) -> Iterator[RecordedMove]:
    for move in moves:
        yield move
        for variation in move.variations:
            yield from _all_moves(variation)


@lru_cache(maxsize=16)
def _candidates(game_type: GameType) -> Sequence[Edition]:
    """Return the editions to try, one per set of rules: the default first, then the best matching boxes."""
    candidates = [DEFAULT_EDITION]
    # boxes with all the bugs first, smaller boxes before larger ones
    boxes = sorted(EDITIONS, key=lambda edition: (_missing_bugs(edition, game_type), len(edition.box.expansions)))
    for edition in boxes:
        if all(_rules(edition) != _rules(other) for other in candidates):
            candidates.append(edition)
    return candidates


def _missing_bugs(edition: Edition, game_type: GameType) -> int:
    return sum(bug not in edition.box for bug in game_type.expansions)


def _rules(edition: Edition) -> tuple[int, bool]:
    return edition.queen_from_turn, edition.gates_above_ground


class _Replay:
    """One attempt to play the moves of a record."""

    def __init__(self, recorded: RecordedGame, start: Position) -> None:
        tags = two_dates(recorded.tags)
        threefold = tags.get("Repetition", "").lower() == "threefold"
        self.game = Game.from_position(start, threefold=threefold)
        self.error: RecordError | None = None
        self.met_illegal = False
        self.remarks: list[str] = []
        self._board = Board.from_position(start, threefold=threefold)
        self._played = 0
        self.game.comment, self.game.marks = recorded.comment, recorded.marks
        self.game.tags = Tags({name: value for name, value in tags.items() if name not in RESERVED})
        moves = recorded.moves
        if len(moves) > _MAX_PLIES:
            self.error = RecordError(f"more than {_MAX_PLIES} plies", line=moves[_MAX_PLIES].line, ply=_MAX_PLIES)
            moves = moves[:_MAX_PLIES]
        self._line(self.game, moves)
        self.game.result = self._result(recorded)

    @property
    def progress(self) -> tuple[int, int]:
        """The number of plies of the main line and of all moves that could be played."""
        return self._board.ply, self._played

    def _line(self, node: GameNode, moves: list[RecordedMove], *, in_variation: bool = False) -> int:
        """Play a line up to its first error and return how many of its moves are on the board."""
        first, at = self._board.ply, 0
        while at < len(moves):
            run = _run_from(moves, at)
            if run:
                node, taken, error = self._run(node, run)
            else:
                node, taken, error = self._turn(node, moves[at])
            at += taken
            if error is not None:
                self._report(error, moves[at], in_variation=in_variation)
                break
        return self._board.ply - first

    def _run(self, node: GameNode, run: list[RecordedMove]) -> tuple[GameNode, int, SkepError | None]:
        """Play moves without variations in one call. Returns the last node, the number of moves and the error."""
        before, error = self._board.ply, None
        try:
            self._board.push_line([recorded.text for recorded in run])
        except SkepError as caught:
            error = caught
        made = self._board.moves_after(before)
        for recorded, move in zip(run, made, strict=False):
            node = node.append_unchecked(move)
            _annotate(node, recorded)
        self._played += len(made)
        return node, len(made), error

    def _turn(self, node: GameNode, recorded: RecordedMove) -> tuple[GameNode, int, SkepError | None]:
        """Play one move and its variations. Returns the node, the number of moves and the error."""
        try:
            move = self._push(recorded)
        except SkepError as error:
            return node, 0, error
        if move is None:
            return node, 1, None
        before, node = node, node.append_unchecked(move)
        self._played += 1
        _annotate(node, recorded)
        if recorded.variations:
            self._board.pop()
            for variation in recorded.variations:
                for _ in range(self._line(before, variation, in_variation=True)):
                    self._board.pop()
            self._board.push(move)
        return node, 1, None

    def _push(self, recorded: RecordedMove) -> Move | None:
        board = self._board
        if recorded.to is not None:
            return self._push_to(recorded, recorded.to)
        if recorded.implied and not board.is_legal(PASS):
            self.remarks.append(f"line {recorded.line}: a turn without a move is skipped; it is not a forced pass")
            return None
        return board.push_uhp(recorded.text)

    def _push_to(self, recorded: RecordedMove, to: Hex) -> Move:
        """Play a move with coordinates, or the move of its text if the coordinates are illegal and the text is not."""
        move = Move(Piece.parse(recorded.piece), to)
        if not self._board.is_legal(move):
            with suppress(SkepError):
                move = self._board.parse_uhp(recorded.text)
                self.remarks.append(f"line {recorded.line}: {recorded.text} does not match its coordinates")
        self._board.push_checked(move)
        return move

    def _report(self, error: SkepError, recorded: RecordedMove, *, in_variation: bool) -> None:
        self.met_illegal |= isinstance(error, IllegalMove)
        where = "in a variation: " if in_variation else ""
        if self.error is None:
            self.error = RecordError(f"{where}{error}", line=recorded.line, ply=self._board.ply + 1, cause=error)

    def _result(self, recorded: RecordedGame) -> Result:
        """Return the result on the board if the game is decided there, otherwise the result in the record."""
        reason = recorded.tags.get("Termination", "")
        said = Result.parse(recorded.tags.get("Result", ""), reason)
        if recorded.result:
            last = Result.parse(recorded.result, reason)
            if last.is_decided and said.is_decided and last.code is not said.code:
                self.remarks.append(f"the tag says {said.code.value}, the last line {last.code.value}")
            said = said if said.is_decided or not last.is_decided else last
        shown = Result.from_outcome(self._board.outcome())
        if not shown.is_decided:
            return said
        if said.is_decided and said.code is not shown.code:
            self.remarks.append(f"the record says {said.code.value}, the board {shown.code.value}")
        return shown


def _run_from(moves: list[RecordedMove], at: int) -> list[RecordedMove]:
    """Return the moves from an index on, up to the first with coordinates or variations."""
    end = at
    while end < len(moves) and moves[end].to is None and not moves[end].implied and not moves[end].variations:
        end += 1
    return moves[at:end]


def _annotate(node: GameNode, recorded: RecordedMove) -> None:
    node.comment = recorded.comment
    node.glyph = recorded.glyph
    if recorded.marks:
        node.marks = recorded.marks
    if recorded.clock is not None:
        node.clock = recorded.clock
    if recorded.spent is not None:
        node.seconds_spent = recorded.spent
