"""From what a file says to a game: every move checked, in the edition it was played in or one that allows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from skep.editions import DEFAULT_EDITION, EDITIONS, EXPANSIONS, Edition, GameType, find_edition
from skep.errors import IllegalMove, RecordError, SkepError
from skep.game.results import Result
from skep.game.tags import RESERVED, Tags
from skep.game.tree import Game, GameNode
from skep.hexes import Hex
from skep.moves import PASS, Move
from skep.notation.dates import two_dates
from skep.notation.position import parse_position
from skep.notation.recorded import RecordedGame, RecordedMove
from skep.pieces import Piece
from skep.position import Position

__all__ = ["replay"]

_MOST_PLIES: Final = 20_000
"""Of a main line; the longest real games have a few hundred."""


def replay(recorded: RecordedGame, edition: Edition | None = None) -> tuple[Game | None, RecordError | None]:
    """The game, as far as its moves are legal, and what is wrong with it, if anything is.

    ``edition`` is for a record that does not say which it was played in; without it, one is looked for.
    """
    remarks = list[str]()
    try:
        start, said = _start(recorded, remarks)
    except SkepError as error:
        return None, recorded.error or RecordError(str(error), line=recorded.line)
    editions: Sequence[Edition]
    if said or edition is not None:
        editions = [start.edition if said or edition is None else edition]
    else:
        editions = _candidates(start.game_type)
    best: _Replay | None = None
    for candidate in editions:
        attempt = _Replay(recorded, _at_start(start, candidate))
        if best is None or attempt.reach > best.reach:
            best = attempt
        if not attempt.met_illegal:
            break
    assert best is not None
    game = best.game
    game.edition_found = not said and edition is None
    game.remarks = remarks + best.remarks
    return game, best.error or recorded.error


def _start(recorded: RecordedGame, remarks: list[str]) -> tuple[Position, bool]:
    """The position before the first move, and whether the record says the edition."""
    tags = recorded.tags
    if "Position" in tags:
        position = parse_position(tags["Position"])
        position.check()
        return position, True
    if tags.get("GameType"):
        game_type = GameType.parse(tags["GameType"])
    else:
        game_type = _game_type_of(recorded)
        remarks.append(f"the game type is not said: {game_type}, by its pieces")
    edition, said = DEFAULT_EDITION, False
    if tags.get("Edition"):
        try:
            edition, said = find_edition(tags["Edition"]), True
        except SkepError as error:
            remarks.append(str(error))
    return _first_position(game_type, edition), said


@lru_cache(maxsize=64)
def _first_position(game_type: GameType, edition: Edition) -> Position:
    """One value for all the games of a collection."""
    return Position.start(game_type, edition)


def _at_start(start: Position, edition: Edition) -> Position:
    """The start by the rules of an edition; only a game that begins at the beginning can have several."""
    return start if start.edition == edition else _first_position(start.game_type, edition)


def _game_type_of(recorded: RecordedGame) -> GameType:
    """With the expansion bugs that move."""
    letters = {move.text[1:2].upper() for move in _all_moves(recorded.moves)}
    return GameType(tuple(bug for bug in EXPANSIONS if bug.letter in letters))


def _all_moves(moves: list[RecordedMove]) -> Iterator[RecordedMove]:
    for move in moves:
        yield move
        for variation in move.variations:
            yield from _all_moves(variation)


@lru_cache(maxsize=16)
def _candidates(game_type: GameType) -> Sequence[Edition]:
    """Editions that a game may have been played in, one for each set of rules: the default, then the best box."""
    found = [DEFAULT_EDITION]
    # a box that holds the bugs comes before one that does not, and a smaller one before a larger
    boxes = sorted(EDITIONS, key=lambda edition: (_lacking(edition, game_type), len(edition.box.expansions)))
    for edition in boxes:
        if all(_rules(edition) != _rules(other) for other in found):
            found.append(edition)
    return found


def _lacking(edition: Edition, game_type: GameType) -> int:
    return sum(bug not in edition.box for bug in game_type.expansions)


def _rules(edition: Edition) -> tuple[int, bool]:
    return edition.queen_from_turn, edition.gates_above_ground


class _Replay:
    """One attempt to play a record's moves."""

    def __init__(self, recorded: RecordedGame, start: Position) -> None:
        tags = two_dates(recorded.tags)
        threefold = tags.get("Repetition", "").lower() == "threefold"
        self.game = Game.from_position(start, threefold=threefold)
        self.error: RecordError | None = None
        self.met_illegal = False
        self.remarks: list[str] = []
        self._board = self.game.board()
        self._placed = 0
        self.game.comment, self.game.marks = recorded.comment, recorded.marks
        self.game.tags = Tags({name: value for name, value in tags.items() if name not in RESERVED})
        moves = recorded.moves
        if len(moves) > _MOST_PLIES:
            self.error = RecordError(f"more than {_MOST_PLIES} plies", line=moves[_MOST_PLIES].line, ply=_MOST_PLIES)
            moves = moves[:_MOST_PLIES]
        self._line(self.game, moves)
        self.game.result = self._result(recorded)

    @property
    def reach(self) -> tuple[int, int]:
        """How far the attempt came: plies of the main line, moves in all."""
        return self._board.ply, self._placed

    def _line(self, node: GameNode, moves: list[RecordedMove], *, in_variation: bool = False) -> int:
        """Play a line as far as it goes; returns how many moves lie on the board for it."""
        first, at = self._board.ply, 0
        while at < len(moves):
            run = _run_from(moves, at)
            if run:
                node, taken, error = self._run(node, run)
            else:
                node, taken, error = self._turn(node, moves[at])
            at += taken
            if error is not None:
                self._refuse(error, moves[at], in_variation=in_variation)
                break
        return self._board.ply - first

    def _run(self, node: GameNode, run: list[RecordedMove]) -> tuple[GameNode, int, SkepError | None]:
        """Moves that are nothing but moves, all at once: the last node, how many, and what is wrong with the next."""
        before, error = self._board.ply, None
        try:
            self._board.push_line([recorded.text for recorded in run])
        except SkepError as caught:
            error = caught
        made = self._board.moves_after(before)
        for recorded, move in zip(run, made, strict=False):
            node = node.append_unchecked(move)
            _annotate(node, recorded)
        self._placed += len(made)
        return node, len(made), error

    def _turn(self, node: GameNode, recorded: RecordedMove) -> tuple[GameNode, int, SkepError | None]:
        """One move and the variations that begin beside it."""
        try:
            move = self._push(recorded)
        except SkepError as error:
            return node, 0, error
        if move is None:
            return node, 1, None
        before, node = node, node.append_unchecked(move)
        self._placed += 1
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
            self.remarks.append(f"line {recorded.line}: a turn without a move is left out, since it is no forced pass")
            return None
        return board.push_uhp(recorded.text)

    def _push_to(self, recorded: RecordedMove, to: Hex) -> Move:
        """A move with coordinates; where these cannot be, what the text says, if it can."""
        move = Move(Piece.parse(recorded.piece), to)
        if not self._board.is_legal(move):
            try:
                told = self._board.parse_uhp(recorded.text)
            except SkepError:
                told = move
            else:
                self.remarks.append(f"line {recorded.line}: {recorded.text} is not where the coordinates say")
            move = told
        self._board.push_checked(move)
        return move

    def _refuse(self, error: SkepError, recorded: RecordedMove, *, in_variation: bool) -> None:
        self.met_illegal |= isinstance(error, IllegalMove)
        where = "in a variation: " if in_variation else ""
        if self.error is None:
            self.error = RecordError(f"{where}{error}", line=recorded.line, ply=self._board.ply + 1)

    def _result(self, recorded: RecordedGame) -> Result:
        """What the board shows, or else what the record says."""
        reason = recorded.tags.get("Termination", "")
        said = Result.parse(recorded.tags.get("Result", ""), reason)
        if recorded.result:
            last = Result.parse(recorded.result, reason)
            if last.is_decided and said.is_decided and last.score is not said.score:
                self.remarks.append(f"the tag says {said.score.value}, the last line {last.score.value}")
            said = said if said.is_decided or not last.is_decided else last
        shown = Result.of(self._board.outcome())
        if not shown.is_decided:
            return said
        if said.is_decided and said.score is not shown.score:
            self.remarks.append(f"the record says {said.score.value}, the board {shown.score.value}")
        return shown


def _run_from(moves: list[RecordedMove], at: int) -> list[RecordedMove]:
    """The moves from there on that are text alone, without coordinates or variations."""
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
        node.spent = recorded.spent
