"""``skep moves``: the legal moves of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.games import EditionOption, OptionalGameArgument, ThreefoldOption, read_game
from skep.cli.screen import console
from skep.errors import SkepError
from skep.moves import Move
from skep.pieces import Bug, Piece

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Group", "grouped", "kind_of", "listing", "moves"]

_KINDS: Final = ("place", "move", "throw", "pass")


@dataclass(frozen=True, slots=True)
class Group:
    """The moves of one kind that one piece can make."""

    kind: str
    piece: Piece | None
    """None for a pass."""
    moves: tuple[str, ...]


def kind_of(board: Board, move: Move) -> str:
    """Whether a legal move is a place, a move, a throw or a pass."""
    if move.is_pass:
        return "pass"
    if board.where(move.piece) is None:
        return "place"
    if Bug.PILLBUG not in board.game_type:
        return "move"
    if move.piece.color is not board.to_move:
        return "throw"
    return "throw" if board.path(move).thrower is not None else "move"


def grouped(board: Board, moves: Iterable[Move]) -> list[Group]:
    """Legal moves by kind and piece, each in the order of the text."""
    found = dict[tuple[int, Piece | None], list[str]]()
    for move in moves:
        key = (_KINDS.index(kind_of(board, move)), None if move.is_pass else move.piece)
        found.setdefault(key, []).append(board.uhp(move))
    order = sorted(found, key=lambda key: (key[0], key[1] or ()))
    return [Group(_KINDS[kind], piece, tuple(sorted(found[kind, piece]))) for kind, piece in order]


def listing(groups: Sequence[Group], bugs: Mapping[Bug, str], kinds: Mapping[str, str], width: int) -> Iterator[str]:
    """A line for each group, or several where the width is not enough."""
    wide = max((len(kinds[group.kind]) for group in groups), default=0)
    named = max((len(bugs[group.piece.bug]) for group in groups if group.piece), default=0)
    shown = ""
    for group in groups:
        kind = "" if group.kind == shown else kinds[group.kind]
        shown = group.kind
        name = f"{group.piece!s:<3}  {bugs[group.piece.bug]:<{named}}" if group.piece else " " * (named + 5)
        lead = f"{kind:<{wide}}  {name}  "
        for line in _filled(group.moves, width - len(lead)):
            yield (lead + line).rstrip()
            lead = " " * len(lead)


def _filled(moves: Iterable[str], width: int) -> Iterator[str]:
    """Moves side by side, as many as fit in a line."""
    line = ""
    for move in moves:
        if line and len(line) + 2 + len(move) > width:
            yield line
            line = ""
        line = f"{line}  {move}" if line else move
    yield line


def moves(
    game: OptionalGameArgument = "",
    edition: EditionOption = None,
    threefold: ThreefoldOption = False,
    piece: Annotated[str | None, typer.Option(metavar="PIECE", help="Only the moves of this piece, as in wA1.")] = None,
    uhp: Annotated[
        bool, typer.Option("--uhp", help="One line, parted by ; as the protocol's validmoves has it.")
    ] = False,
) -> None:
    r"""List the legal moves, as MoveStrings, by piece.

    A move names a piece and where it goes: wA1 -bQ is the space west of bQ.

    Example: skep moves "Base;;;wS1;bS1 wS1-" --piece wQ
    """
    board = read_game(game, edition=edition, threefold=threefold)
    found = _chosen(board, piece)
    groups = grouped(board, found)
    if uhp:
        print(";".join(move for group in groups for move in group.moves))
        return
    print(_heading(board, len(found), piece))
    screen = console()
    width = screen.width if screen.is_terminal else 10_000
    bugs, kinds = {bug: str(bug) for bug in Bug}, {kind: kind for kind in _KINDS}
    if groups:
        print(*listing(groups, bugs, kinds, width), sep="\n")


def _chosen(board: Board, name: str | None) -> list[Move]:
    found = board.legal_moves.list()
    if name is None:
        return found
    piece = Piece.parse(name)
    if piece.bug not in board.game_type:
        raise SkepError(f"{piece} is not part of {board.game_type}")
    return [move for move in found if not move.is_pass and move.piece == piece]


def _heading(board: Board, count: int, name: str | None) -> str:
    outcome = board.outcome()
    whose = f"{board.to_move} to move, turn {board.turn}" if outcome is None else str(outcome)
    of_piece = f" of {Piece.parse(name)}" if name else ""
    return f"{whose}: {count or 'no'} legal move{'' if count == 1 else 's'}{of_piece}"
