"""``skep explore``: show how a position was played in the games of the game database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.analyse import iterations
from skep.cli.archive_options import (
    DatabaseOption,
    OutcomeOption,
    PlayerOption,
    SideOption,
    SinceOption,
    UntilOption,
    make_filters,
    open_archive,
)
from skep.cli.game_argument import OptionalGameArgument, read_game
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import (
    EditionFilterOption,
    GameNumberOption,
    JsonOption,
    NodesOption,
    ThreadsOption,
    TimeOption,
    check_finite,
)
from skep.cli.screen import console, print_wrapped
from skep.i18n import Catalog, catalog

if TYPE_CHECKING:
    from rich.console import RenderableType

    from skep.archive import Archive, ArchiveEntry, ExploredMove, ExplorerResult, Filters
    from skep.board import Board
    from skep.cli.documents import ExplorerDocument

__all__ = ["explore"]

_BAR_WIDTH: Final = 24
"""Characters of a bar of results."""
_MAX_ANALYSED_MOVES: Final = 12
"""Moves that the engine analyses, the most frequent ones."""
_DEFAULT_WIDTH: Final = 160
"""Columns if the output is not a terminal."""


def explore(
    game: OptionalGameArgument = "",
    number: GameNumberOption = None,
    edition: EditionFilterOption = None,
    player: PlayerOption = None,
    side: SideOption = None,
    result: OutcomeOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    games: Annotated[
        int, typer.Option("--games", min=0, max=20, metavar="N", help="Number of latest games to list.")
    ] = 5,
    time: TimeOption = None,
    nodes: NodesOption = None,
    threads: ThreadsOption = 1,
    database: DatabaseOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how a position was played in the game database.

    The output lists the moves with their results and players, engine evaluations, and the latest games. Rotations
    and mirror images count as the same position, and moves that lead to the same position count as the same move.
    With --time or --nodes, the engine evaluates the most frequent moves: --time is shared among them, --nodes is for
    each of them. Evaluations are in units from White's point of view, and are stored in the database.

    Example: skep explore "wS1;bS1 wS1-" --since 2025 --time 2
    """
    strings = catalog("cli", lang or system_language())
    check_finite("--time", time)
    filters = make_filters(edition=edition, player=player, side=side, result=result, since=since, until=until)
    board = read_game(game, edition=edition, number=number)
    with open_archive(database) as archive:
        explored = archive.explore(board, filters)
        if time is not None or nodes is not None:
            explored = _evaluate(archive, board, filters, explored, threads, time, nodes)
    if as_json:
        print_json(_document(board, explored, games))
    else:
        _print(explored, strings, games)


def _document(board: Board, explored: ExplorerResult, games: int) -> ExplorerDocument:
    from skep.cli.documents import ExplorerDocument

    return ExplorerDocument(
        position=board.position_string(),
        games=explored.games,
        white=explored.white,
        draws=explored.draws,
        black=explored.black,
        unfinished=explored.unfinished,
        moves=list(explored.moves),
        latest_games=list(explored.latest_games[:games]),
    )


def _evaluate(
    archive: Archive,
    board: Board,
    filters: Filters,
    explored: ExplorerResult,
    threads: int,
    seconds: float | None,
    nodes: int | None,
) -> ExplorerResult:
    """Evaluate the position after each of the most frequent moves, and store the evaluations."""
    from skep.engine import Engine, Limit
    from skep.engine.scores import WIN

    engine = Engine(threads=threads)
    moves = explored.moves[:_MAX_ANALYSED_MOVES]
    limit = Limit(seconds=None if seconds is None else seconds / max(len(moves), 1), nodes=nodes)
    for explored_move in moves:
        after = board.copy()
        after.push(explored_move.move)
        outcome = after.outcome()
        if outcome is not None:
            value = 0 if outcome.winner is None else (WIN, -WIN)[outcome.winner]
            archive.save_evaluation(after, value / 100, 0)
            continue
        *_shallower, analysis = iterations(engine, after, limit, lines=1)
        if analysis.depth:
            archive.save_evaluation(after, analysis.score.white().value / 100, analysis.depth)
    return archive.explore(board, filters)


def _print(explored: ExplorerResult, strings: Catalog, games: int) -> None:
    screen = console()
    if not screen.is_terminal:
        screen.width = max(screen.width, _DEFAULT_WIDTH)
    if not explored.games:
        print_wrapped(screen, strings["explore.never_played"])
        return
    counts = {name: getattr(explored, name) for name in ("games", "white", "draws", "black", "unfinished")}
    print_wrapped(screen, strings.format("explore.summary", **counts))
    if explored.moves:
        print_wrapped(screen)
        screen.print(_table(explored, strings))
    if games and explored.latest_games:
        print_wrapped(screen, f"\n{strings['explore.latest_games']}")
        for entry in explored.latest_games[:games]:
            print_wrapped(screen, _format_entry(entry))


def _table(explored: ExplorerResult, strings: Catalog) -> RenderableType:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    has_values = any(move.value is not None for move in explored.moves)
    for name, title in strings.table("explore.column").items():
        if name != "value" or has_values:
            is_number = name in ("games", "share", "value")
            table.add_column(title, justify="right" if is_number else "left", no_wrap=name != "players")
    for move in explored.moves:
        value = [_format_value(move)] if has_values else []
        share = f"{move.games / explored.games:.0%}"
        table.add_row(move.uhp, f"{move.games:,}", share, _results_bar(move), *value, ", ".join(move.players))
    return table


def _results_bar(move: ExploredMove) -> str:
    """Return a bar of the results of the finished games, White's wins first, with percentages."""
    finished = move.white + move.draws + move.black
    if not finished:
        return ""
    white = round(_BAR_WIDTH * move.white / finished)
    black = min(round(_BAR_WIDTH * move.black / finished), _BAR_WIDTH - white)
    shares = f"{move.white / finished:>4.0%}{move.draws / finished:>5.0%}{move.black / finished:>5.0%}"
    return f"{'█' * white}{'▒' * (_BAR_WIDTH - white - black)}{'░' * black} {shares}"


def _format_value(move: ExploredMove) -> str:
    """Return the value in units, or the number of moves to a forced win: ``+#`` for White, ``-#`` for Black."""
    from skep.engine.scores import Score

    if move.value is None:
        return ""
    score = Score(round(move.value * 100))
    moves = score.wins_in if score.value > 0 else score.loses_in
    return f"{move.value:+.2f}" if moves is None else f"{'+' if score.value > 0 else '-'}#{moves}"


def _format_entry(entry: ArchiveEntry) -> str:
    """Return a game of the database as one line."""
    players = f"{entry.white or '?'} - {entry.black or '?'}"
    parts = [f"{entry.id:>7}", f"{entry.date or '?':<10}", players, entry.result.value, f"{entry.plies} plies"]
    return "  ".join([*parts, entry.edition, entry.source])
