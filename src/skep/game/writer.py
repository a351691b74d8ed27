"""Writing games as text: three dialects of PGN, and GameStrings."""

from __future__ import annotations

from skep.board import Board
from skep.editions import DEFAULT_EDITION
from skep.errors import SkepError
from skep.game.results import ResultCode
from skep.game.tree import Game, GameNode
from skep.notation.dialects import DIALECTS, FORMS, Form, format_pgn
from skep.notation.limits import MAX_VARIATION_DEPTH
from skep.notation.position import format_position
from skep.notation.records import RecordedGame, RecordedMove
from skep.notation.uhp import GameString, turn_of
from skep.position import Position

__all__ = ["game_string", "to_recorded", "write_game"]


def write_game(game: Game, form: Form = "pgn") -> str:
    """Return the text of a game. Texts of several games can be concatenated. Raises SkepError for an unknown format."""
    if form not in FORMS:
        raise SkepError(f"unknown format: {form!r}: the formats are {', '.join(FORMS)}")
    if form == "uhp":
        return game_string(game) + "\n"
    return format_pgn(to_recorded(game), DIALECTS[form])


def game_string(game: Game) -> str:
    """Return the main line as a GameString."""
    if game.start != Position.start(game.game_type, game.edition):
        raise SkepError("a game set up from a position has no GameString")
    moves = Board.from_position(game.start).uhp_line(game.mainline_moves())
    return str(GameString(game.game_type, _state(game), turn_of(len(moves)), tuple(moves)))


def _state(game: Game) -> str:
    """Return the protocol's GameStateString, which also tells whether the game has started."""
    code = game.result.code
    return "NotStarted" if code is ResultCode.UNFINISHED and not game.variations else code.value


def to_recorded(game: Game) -> RecordedGame:
    """Return the game as plain data for formatting."""
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
    """Return the moves after a node, each with its alternatives. The board shows the node's position."""
    if depth > MAX_VARIATION_DEPTH:
        raise SkepError(f"variations can be nested at most {MAX_VARIATION_DEPTH} deep")
    moves = list[RecordedMove]()
    while node.variations:
        main, *others = node.variations
        recorded = _recorded_move(main, board)
        variations = list[list[RecordedMove]]()
        for other in others:
            first = _recorded_move(other, board)
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


def _recorded_move(node: GameNode, board: Board) -> RecordedMove:
    return RecordedMove(
        board.uhp(node.move),
        comment=node.comment,
        glyph=node.glyph,
        clock=node.clock,
        spent=node.seconds_spent,
        marks=node.marks,
    )
