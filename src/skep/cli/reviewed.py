"""A review in the terminal: accuracy, a small graph, the moves worth a word, the turning points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from skep.board import Board
from skep.cli.screen import tell
from skep.game import Game
from skep.pieces import Color
from skep.review import JUDGEMENTS, Judgement, Review, ReviewedMove, positions
from skep.review.report import BAD, SIGNS, Teller

__all__ = ["print_review"]

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
_WORTH_A_WORD: Final = BAD | {"only-move"}
_ROWS: Final = 6
_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_SCALE: Final = 6
"""Characters to the left of the graph."""
_LONGEST_LINE: Final = 6


def print_review(screen: Console, game: Game, review: Review, teller: Teller, *, all_moves: bool) -> None:
    """The whole report."""
    words = teller.words
    names = [teller.player(game, color) for color in Color]
    tell(screen, words.title.format(white=names[0], black=names[1]), "bold")
    tell(screen, f"{teller.result(game)} · {game.game_type} · {game.edition.id}")
    tell(screen)
    screen.print(_sides(review, names, teller))
    if not review.moves:
        tell(screen, words.no_moves)
        return
    tell(screen, words.graph, "bold")
    for line in _graph(review, teller, screen.width):
        screen.print(line, soft_wrap=True)
    tell(screen)
    boards = positions(game)
    screen.print(_moves(review, teller, all_moves=all_moves))
    _print_turning_points(screen, review, boards, teller)
    tell(screen, teller.made_by(review), "dim")


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
            label = Text(f"{SIGNS[name]:<2} {teller.words.judgements[name]}", _STYLES[name])
            table.add_row(label, *(str(side.counts[name]) for side in sides))
    return table


def _graph(review: Review, teller: Teller, width: int) -> Iterator[Text]:
    """White's chance to win as columns of blocks, and below them the signs of the bad moves."""
    columns = _columns([review.white_wins, *(move.white_wins for move in review.moves)], max(width - _SCALE - 1, 10))
    scale = {_ROWS - 1: teller.share(1), _ROWS // 2: teller.share(0.5), 0: teller.share(0)}
    for row in reversed(range(_ROWS)):
        filled = (_BLOCKS[round(8 * min(max(value * _ROWS - row, 0), 1))] for value in columns)
        yield Text(f"{scale.get(row, ''):>{_SCALE - 1}} ").append("".join(filled), "#e8d9b5 on #2b2e35")
    signs = Text(" " * _SCALE)
    for judgement in _worst(review, len(columns)):
        signs.append("•" if judgement in BAD else " ", _STYLES[judgement])
    yield signs


def _columns(values: list[float], most: int) -> list[float]:
    """As many values as there is room for; where there are too many, the average of those side by side."""
    count = min(len(values), most)
    parts = [values[len(values) * at // count : len(values) * (at + 1) // count] for at in range(count)]
    return [sum(part) / len(part) for part in parts]


def _worst(review: Review, count: int) -> Iterator[Judgement]:
    """The judgement of the move of each column that gave most away; the first column has none before it."""
    moves: list[ReviewedMove | None] = [None, *review.moves]
    for at in range(count):
        part = [move for move in moves[len(moves) * at // count : len(moves) * (at + 1) // count] if move is not None]
        yield max(part, key=lambda move: move.lost).judgement if part else "forced"


def _moves(review: Review, teller: Teller, *, all_moves: bool) -> Table:
    words = teller.words
    timed = any(teller.clock(move) for move in review.moves)
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column(words.table_move, no_wrap=True)
    table.add_column(words.table_judgement, no_wrap=True)
    table.add_column("−%", justify="right", no_wrap=True)
    table.add_column(f"{words.colors[Color.WHITE]} %", justify="right", no_wrap=True)
    table.add_column(words.table_better, no_wrap=True)
    if timed:
        table.add_column(words.longest, justify="right", no_wrap=True)
    for move in review.moves:
        if not all_moves and move.judgement not in _WORTH_A_WORD:
            continue
        sign = Text(f"{SIGNS[move.judgement]:<2} {words.judgements[move.judgement]}", _STYLES[move.judgement])
        better = move.best if move.judgement in BAD else ""
        row: list[str | Text] = [f"{move.ply // 2 + 1}{'…' if move.ply % 2 else '.'}", move.uhp, sign]
        row += [teller.number(100 * move.lost) if move.lost else "", teller.number(100 * move.white_wins), better]
        table.add_row(*row, *([_spent(teller, move)] if timed else []))
    return table


def _spent(teller: Teller, move: ReviewedMove) -> str:
    return "" if move.spent is None else teller.time(move.spent)


def _print_turning_points(screen: Console, review: Review, boards: list[Board], teller: Teller) -> None:
    words = teller.words
    tell(screen, words.turning_points, "bold")
    if not review.turning_points:
        tell(screen, words.no_turning_points)
    for ply in review.turning_points:
        move = review.move(ply)
        tell(screen, f"{teller.turn(ply)}{words.language.colon}{move.uhp}", _STYLES[move.judgement])
        better = teller.move(boards[ply - boards[0].ply], move.best)
        tell(screen, f"  {teller.chances(move)} {words.better}{words.language.colon}{better}.")
        tell(screen, f"  {'; '.join(move.line[:_LONGEST_LINE])}")
    tell(screen)
