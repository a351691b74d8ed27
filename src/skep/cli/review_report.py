"""The report of ``skep review`` in the terminal: accuracy, a graph, notable moves and turning points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from skep.board import Board
from skep.cli.screen import print_wrapped
from skep.game import Game
from skep.pieces import Color
from skep.review import JUDGEMENTS, Judgement, Review, ReviewedMove, positions
from skep.review.report import BAD, SIGNS, Teller

__all__ = ["print_review"]

_T = TypeVar("_T")

_STYLES: Final[dict[Judgement, str]] = {
    "best": "green",
    "only-move": "cyan",
    "good": "green",
    "inaccuracy": "yellow",
    "mistake": "dark_orange",
    "blunder": "bold red",
    "missed-win": "bold magenta",
    "forced": "dim",
}
_NOTABLE: Final = BAD | {"only-move"}
_GRAPH_ROWS: Final = 6
_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_SCALE_WIDTH: Final = 6
"""Characters to the left of the graph."""
_MAX_LINE_MOVES: Final = 6
"""Moves of a better line that are printed."""


def print_review(screen: Console, game: Game, review: Review, teller: Teller, *, all_moves: bool) -> None:
    """Print the whole report."""
    words = teller.words
    names = [teller.player(game, color) for color in Color]
    print_wrapped(screen, words.title.format(white=names[0], black=names[1]), "bold")
    print_wrapped(screen, f"{teller.result(game)} · {game.game_type} · {game.edition.id}")
    print_wrapped(screen)
    screen.print(_sides(review, names, teller))
    if not review.moves:
        print_wrapped(screen, words.no_moves)
        return
    print_wrapped(screen, words.graph, "bold")
    for line in _graph(review, teller, screen.width):
        screen.print(line, soft_wrap=True)
    print_wrapped(screen)
    boards = positions(game)
    screen.print(_moves(review, teller, all_moves=all_moves))
    _print_turning_points(screen, review, boards, teller)
    print_wrapped(screen, teller.made_by(review), "dim")


def _sides(review: Review, names: list[str], teller: Teller) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right")
    sides = (review.white, review.black)
    accuracies = ("–" if side.accuracy is None else teller.number(side.accuracy, 1) for side in sides)
    table.add_row(teller.words.accuracy, *accuracies, style="bold")
    for name in JUDGEMENTS:
        if any(side.counts[name] for side in sides):
            table.add_row(_judgement_label(name, teller), *(str(side.counts[name]) for side in sides))
    return table


def _judgement_label(judgement: Judgement, teller: Teller) -> Text:
    return Text(f"{SIGNS[judgement]:<2} {teller.words.judgements[judgement]}", _STYLES[judgement])


def _graph(review: Review, teller: Teller, width: int) -> Iterator[Text]:
    """Yield the rows of a graph of White's win probability, and a row that marks the bad moves."""
    values = [review.white_wins, *(move.white_wins for move in review.moves)]
    columns = [sum(part) / len(part) for part in _split(values, max(width - _SCALE_WIDTH - 1, 10))]
    scale = {_GRAPH_ROWS - 1: teller.share(1), _GRAPH_ROWS // 2: teller.share(0.5), 0: teller.share(0)}
    for row in reversed(range(_GRAPH_ROWS)):
        filled = (_BLOCKS[round(8 * min(max(value * _GRAPH_ROWS - row, 0), 1))] for value in columns)
        yield Text(f"{scale.get(row, ''):>{_SCALE_WIDTH - 1}} ").append("".join(filled), "#e8d9b5 on #2b2e35")
    marks = Text(" " * _SCALE_WIDTH)
    for judgement in _worst_judgements(review, len(columns)):
        marks.append("•" if judgement in BAD else " ", _STYLES[judgement])
    yield marks


def _split(values: list[_T], width: int) -> list[list[_T]]:
    """Split values into at most ``width`` parts of nearly equal length."""
    count = min(len(values), width)
    return [values[len(values) * part // count : len(values) * (part + 1) // count] for part in range(count)]


def _worst_judgements(review: Review, count: int) -> Iterator[Judgement]:
    """Yield the judgement of the worst move in each column. No move leads to the first position."""
    for part in _split([None, *review.moves], count):
        moves = [move for move in part if move is not None]
        yield max(moves, key=lambda move: move.lost).judgement if moves else "forced"


def _moves(review: Review, teller: Teller, *, all_moves: bool) -> Table:
    words = teller.words
    has_times = any(teller.clock(move) for move in review.moves)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column(words.table_move, no_wrap=True)
    table.add_column(words.table_judgement, no_wrap=True)
    table.add_column("−%", justify="right", no_wrap=True)
    table.add_column(f"{words.colors[Color.WHITE]} %", justify="right", no_wrap=True)
    table.add_column(words.table_better, no_wrap=True)
    if has_times:
        table.add_column(words.longest, justify="right", no_wrap=True)
    for move in review.moves:
        if not all_moves and move.judgement not in _NOTABLE:
            continue
        label = _judgement_label(move.judgement, teller)
        better = move.best if move.judgement in BAD else ""
        row: list[str | Text] = [f"{move.ply // 2 + 1}{'…' if move.ply % 2 else '.'}", move.uhp, label]
        row += [teller.number(100 * move.lost) if move.lost else "", teller.number(100 * move.white_wins), better]
        table.add_row(*row, *([_time_spent(teller, move)] if has_times else []))
    return table


def _time_spent(teller: Teller, move: ReviewedMove) -> str:
    return "" if move.spent is None else teller.time(move.spent)


def _print_turning_points(screen: Console, review: Review, boards: list[Board], teller: Teller) -> None:
    words = teller.words
    print_wrapped(screen, words.turning_points, "bold")
    if not review.turning_points:
        print_wrapped(screen, words.no_turning_points)
    for ply in review.turning_points:
        move = review.move(ply)
        print_wrapped(screen, f"{teller.turn(ply)}{words.book.colon}{move.uhp}", _STYLES[move.judgement])
        better = teller.move(boards[ply - boards[0].ply], move.best)
        print_wrapped(screen, f"  {teller.chances(move)} {words.better}{words.book.colon}{better}.")
        print_wrapped(screen, f"  {'; '.join(move.line[:_MAX_LINE_MOVES])}")
    print_wrapped(screen)
