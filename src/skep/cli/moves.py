"""``skep moves``: list the legal moves of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.game_argument import OptionalGameArgument, read_game
from skep.cli.json_output import print_json
from skep.cli.options import EditionOption, GameNumberOption, JsonOption, ThreefoldOption
from skep.cli.piece_names import bug_name, parse_piece
from skep.cli.screen import console
from skep.cli.terminal_board import turn_status
from skep.errors import SkepError
from skep.i18n import Language
from skep.moves import Move
from skep.pieces import Bug, Piece

if TYPE_CHECKING:
    from skep.board import Board
    from skep.cli.documents import MoveKind, MovesDocument

__all__ = ["MoveGroup", "format_groups", "group_moves", "move_kind", "moves"]

_KINDS: Final[tuple[MoveKind, ...]] = ("place", "move", "throw", "pass")


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """The legal moves of one kind of one piece."""

    kind: MoveKind
    piece: Piece | None
    """The piece, or None for a pass."""
    moves: tuple[str, ...]
    """MoveStrings in alphabetical order."""


def move_kind(board: Board, move: Move) -> MoveKind:
    """Return the kind of a legal move: place, move, throw or pass."""
    if move.is_pass:
        return "pass"
    if board.where(move.piece) is None:
        return "place"
    if Bug.PILLBUG not in board.game_type:
        return "move"
    if move.piece.color is not board.turn:
        return "throw"
    return "throw" if board.path(move).thrower is not None else "move"


def group_moves(board: Board, moves: Iterable[Move]) -> list[MoveGroup]:
    """Group legal moves by kind and piece."""
    groups = dict[tuple[int, Piece | None], list[str]]()
    for move in moves:
        key = (_KINDS.index(move_kind(board, move)), None if move.is_pass else move.piece)
        groups.setdefault(key, []).append(board.uhp(move))
    order = sorted(groups, key=lambda key: (key[0], key[1] or ()))
    return [MoveGroup(_KINDS[kind], piece, tuple(sorted(groups[kind, piece]))) for kind, piece in order]


def format_groups(
    groups: Sequence[MoveGroup], kinds: Mapping[str, str], language: Language, width: int
) -> Iterator[str]:
    """Yield one line per group, or several if a group does not fit the width. ``kinds`` are the names of the kinds."""
    bugs = {group.piece: bug_name(group.piece.bug, language) for group in groups if group.piece}
    kind_width = max((len(kinds[group.kind]) for group in groups), default=0)
    bug_width = max(map(len, bugs.values()), default=0)
    previous_kind = ""
    for group in groups:
        kind = "" if group.kind == previous_kind else kinds[group.kind]
        previous_kind = group.kind
        name = f"{group.piece!s:<3}  {bugs[group.piece]:<{bug_width}}" if group.piece else " " * (bug_width + 5)
        lead = f"{kind:<{kind_width}}  {name}  "
        for line in _fill_lines(group.moves, width - len(lead)):
            yield (lead + line).rstrip()
            lead = " " * len(lead)


def _fill_lines(moves: Iterable[str], width: int) -> Iterator[str]:
    """Yield lines of the given width with as many moves as fit."""
    line = ""
    for move in moves:
        if line and len(line) + 2 + len(move) > width:
            yield line
            line = ""
        line = f"{line}  {move}" if line else move
    yield line


def moves(
    game: OptionalGameArgument = "",
    number: GameNumberOption = None,
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    piece: Annotated[
        str | None, typer.Option(metavar="PIECE", help="Only the moves of this piece, such as wA1.")
    ] = None,
    uhp: Annotated[
        bool, typer.Option("--uhp", help="Print one line separated by ;, like the protocol's validmoves.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the legal moves of a position.

    The moves are grouped by piece and written as MoveStrings. A MoveString names a piece and where it goes. For
    example, wA1 -bQ moves wA1 to the space west of bQ.

    Example: skep moves "Base;;;wS1;bS1 wS1-" --piece wQ
    """
    if uhp and as_json:
        raise SkepError("choose one of --uhp and --json")
    board = read_game(game, edition=edition, threefold=threefold, number=number)
    legal = _legal_moves(board, piece)
    if as_json:
        print_json(_document(board, legal))
        return
    groups = group_moves(board, legal)
    if uhp:
        print(";".join(move for group in groups for move in group.moves))
        return
    print(_heading(board, len(legal), piece))
    screen = console()
    width = screen.width if screen.is_terminal else 10_000
    if groups:
        print(*format_groups(groups, {kind: kind for kind in _KINDS}, Language.EN, width), sep="\n")


def _document(board: Board, legal: Sequence[Move]) -> MovesDocument:
    from skep.cli.documents import LegalMove, MovesDocument, outcome_view, side_name
    from skep.views import move_parts

    found = dict[str, LegalMove]()
    for move in legal:
        (piece, origin, to), uhp = move_parts(board, move), board.uhp(move)
        found[uhp] = LegalMove(uhp=uhp, piece=piece, origin=origin, to=to, kind=move_kind(board, move))
    return MovesDocument(
        position=board.position_string(),
        turn=side_name(board.turn),
        turn_number=board.turn_number,
        outcome=outcome_view(board),
        moves=[found[uhp] for group in group_moves(board, legal) for uhp in group.moves],
    )


def _legal_moves(board: Board, name: str | None) -> list[Move]:
    """Return the legal moves, or those of the piece with a name."""
    legal = board.legal_moves.list()
    if name is None:
        return legal
    piece = parse_piece(name, board.game_type)
    return [move for move in legal if not move.is_pass and move.piece == piece]


def _heading(board: Board, count: int, name: str | None) -> str:
    of_piece = f" of {Piece.parse(name)}" if name else ""
    return f"{turn_status(board)}: {count or 'no'} legal move{'' if count == 1 else 's'}{of_piece}"
