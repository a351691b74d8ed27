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
from skep.review.report import BAD, SYMBOLS, ReportText

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


def print_review(screen: Console, game: Game, review: Review, text: ReportText, *, all_moves: bool) -> None:
    """Print the whole report."""
    names = [text.player(game, color) for color in Color]
    print_wrapped(screen, text.title(game), "bold")
    print_wrapped(screen, f"{text.result(game)} · {game.game_type} · {game.edition.id}")
    print_wrapped(screen)
    screen.print(_sides(review, names, text))
    if not review.moves:
        print_wrapped(screen, text["moves.none"])
        return
    print_wrapped(screen, text["graph.label"], "bold")
    for line in _graph(review, text, screen.width):
        screen.print(line, soft_wrap=True)
    print_wrapped(screen)
    boards = positions(game)
    screen.print(_moves(review, text, all_moves=all_moves))
    _print_turning_points(screen, review, boards, text)
    print_wrapped(screen, text.made_by(review), "dim")


def _sides(review: Review, names: list[str], text: ReportText) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right")
    sides = (review.white, review.black)
    accuracies = ("–" if side.accuracy is None else text.number(side.accuracy, 1) for side in sides)
    table.add_row(text["accuracy.label"], *accuracies, style="bold")
    for name in JUDGEMENTS:
        if any(side.counts[name] for side in sides):
            table.add_row(_judgement_label(name, text), *(str(side.counts[name]) for side in sides))
    return table


def _judgement_label(judgement: Judgement, text: ReportText) -> Text:
    return Text(f"{SYMBOLS[judgement]:<2} {text.judgement(judgement)}", _STYLES[judgement])


def _graph(review: Review, text: ReportText, width: int) -> Iterator[Text]:
    """Yield the rows of a graph of White's win probability, and a row that marks the bad moves."""
    values = [review.white_wins, *(move.white_wins for move in review.moves)]
    columns = [sum(part) / len(part) for part in _split(values, max(width - _SCALE_WIDTH - 1, 10))]
    scale = {_GRAPH_ROWS - 1: text.share(1), _GRAPH_ROWS // 2: text.share(0.5), 0: text.share(0)}
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


def _moves(review: Review, text: ReportText, *, all_moves: bool) -> Table:
    has_times = any(text.clock(move) for move in review.moves)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column(text["moves.move"], no_wrap=True)
    table.add_column(text["moves.judgement"], no_wrap=True)
    table.add_column("−%", justify="right", no_wrap=True)
    table.add_column(f"{text.side(Color.WHITE)} %", justify="right", no_wrap=True)
    table.add_column(text["moves.better"], no_wrap=True)
    if has_times:
        table.add_column(text["clock.label"], justify="right", no_wrap=True)
    for move in review.moves:
        if not all_moves and move.judgement not in _NOTABLE:
            continue
        label = _judgement_label(move.judgement, text)
        better = move.best if move.judgement in BAD else ""
        row: list[str | Text] = [f"{move.ply // 2 + 1}{'…' if move.ply % 2 else '.'}", move.uhp, label]
        row += [text.number(100 * move.lost) if move.lost else "", text.number(100 * move.white_wins), better]
        table.add_row(*row, *([_time_spent(text, move)] if has_times else []))
    return table


def _time_spent(text: ReportText, move: ReviewedMove) -> str:
    return "" if move.spent is None else text.time(move.spent)


def _print_turning_points(screen: Console, review: Review, boards: list[Board], text: ReportText) -> None:
    print_wrapped(screen, text["turning-points.label"], "bold")
    if not review.turning_points:
        print_wrapped(screen, text["turning-points.none"])
    for ply in review.turning_points:
        move = review.move(ply)
        print_wrapped(screen, f"{text.turn(ply)}{text.language.colon}{move.uhp}", _STYLES[move.judgement])
        better = text.move(boards[ply - boards[0].ply], move.best)
        print_wrapped(screen, f"  {text.chances(move)} {text['evaluation.better']}{text.language.colon}{better}.")
        print_wrapped(screen, f"  {'; '.join(move.line[:_MAX_LINE_MOVES])}")
    print_wrapped(screen)
