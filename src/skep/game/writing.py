"""Games as text: PGN in three dialects, and GameStrings."""

from __future__ import annotations

from skep.board import Board
from skep.editions import DEFAULT_EDITION
from skep.errors import SkepError
from skep.game.results import Score
from skep.game.tree import Game, GameNode
from skep.notation.dialects import DIALECTS, Form, format_pgn
from skep.notation.limits import DEEPEST_VARIATION
from skep.notation.position import format_position
from skep.notation.recorded import RecordedGame, RecordedMove
from skep.notation.uhp import GameString, turn_of
from skep.position import Position

__all__ = ["game_string", "recorded_of", "write_game"]


def write_game(game: Game, form: Form = "pgn") -> str:
    """The text of a game, ready to be followed by another."""
    if form == "uhp":
        return game_string(game) + "\n"
    return format_pgn(recorded_of(game), DIALECTS[form])


def game_string(game: Game) -> str:
    """The main line as a GameString."""
    if game.start != Position.start(game.game_type, game.edition):
        raise SkepError("a game set up from a position has no GameString")
    moves = Board.from_position(game.start).uhp_line(game.mainline_moves())
    return str(GameString(game.game_type, _state(game), turn_of(len(moves)), tuple(moves)))


def _state(game: Game) -> str:
    """The result in the protocol's words, which know that a game has not begun."""
    score = game.result.score
    return "NotStarted" if score is Score.UNFINISHED and not game.variations else score.value


def recorded_of(game: Game) -> RecordedGame:
    """The game as plain data, for a writer."""
    result = game.result
    tags = {"GameType": str(game.game_type), "Result": _state(game), **game.tags}
    if not game.edition_found or game.edition != DEFAULT_EDITION:
        tags["Edition"] = game.edition.id
    if result.reason:
        tags["Termination"] = result.reason
    if game.threefold:
        tags["Repetition"] = "threefold"
    if game.start != Position.start(game.game_type, game.edition):
        tags["Position"] = format_position(game.start)
    board = Board.from_position(game.start)
    return RecordedGame(
        tags=tags, comment=game.comment, marks=game.marks, moves=_line(game, board), result=_state(game)
    )


def _line(node: GameNode, board: Board, depth: int = 0) -> list[RecordedMove]:
    """What follows a node, which the board shows: each move with the variations that begin beside it."""
    if depth > DEEPEST_VARIATION:
        raise SkepError(f"more than {DEEPEST_VARIATION} variations within each other cannot be written")
    moves = list[RecordedMove]()
    while node.variations:
        main, *others = node.variations
        recorded = _recorded(main, board)
        variations = list[list[RecordedMove]]()
        for other in others:
            first = _recorded(other, board)
            board.push(other.move)
            variations.append([first, *_line(other, board, depth + 1)])
            board.pop()
        recorded.variations = variations
        moves.append(recorded)
        board.push(main.move)
        node = main
    for _ in moves:
        board.pop()
    return moves


def _recorded(node: GameNode, board: Board) -> RecordedMove:
    return RecordedMove(
        board.uhp(node.move),
        comment=node.comment,
        glyph=node.glyph,
        clock=node.clock,
        spent=node.spent,
        marks=node.marks,
    )
