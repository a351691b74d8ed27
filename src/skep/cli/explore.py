"""``skep explore``: how a position was played in the games of the game database."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.analyse import iterations
from skep.cli.archives import (
    DatabaseOption,
    OutcomeOption,
    PlayerOption,
    SideOption,
    SinceOption,
    UntilOption,
    filters_of,
    open_archive,
)
from skep.cli.games import read_game, read_text
from skep.cli.languages import WORDS, LanguageOption, users_language
from skep.cli.screen import console, tell
from skep.cli.words import Words
from skep.editions import DEFAULT_EDITION, EDITIONS, find_edition

if TYPE_CHECKING:
    from rich.console import RenderableType

    from skep.archive import Archive, ArchiveEntry, ExploredMove, ExplorerResult, Filters
    from skep.board import Board

__all__ = ["explore"]

_BAR: Final = 24
"""Signs of a bar of results."""
_THOUGHT_ABOUT: Final = 12
"""Moves that the engine looks at, the most frequent ones."""
_WIDE: Final = 160
"""Columns where no terminal says how many there are."""
_MOVE: Final = re.compile(r"\s*(pass|[wb][QSBGAMLP][1-3]?(\s+\S+)?)\s*", re.IGNORECASE | re.ASCII)


def explore(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="Moves with ; between, a game type (Base+MLP), a GameString, a position string, a text diagram, "
            "@FILE or - (stdin).",
            show_default="a new game",
        ),
    ] = "",
    edition: Annotated[
        str | None,
        typer.Option(
            "--edition", metavar="ID", help=f"Only games by this rulebook: {', '.join(one.id for one in EDITIONS)}."
        ),
    ] = None,
    player: PlayerOption = None,
    side: SideOption = None,
    result: OutcomeOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    games: Annotated[int, typer.Option("--games", min=0, max=20, metavar="N", help="How many games to list.")] = 5,
    think: Annotated[
        float | None,
        typer.Option(
            "--think", min=0, metavar="SECONDS", help="Let the engine think so long about the most frequent moves."
        ),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, metavar="N", help="Or search so many positions for each of them.")
    ] = None,
    database: DatabaseOption = None,
    lang: LanguageOption = None,
) -> None:
    """Show how a position was played: the moves, how often, with what results, by whom, and what the engine says.

    Turned and mirrored positions are the same, and so are moves that lead to the same position. What the engine
    thinks is kept, in units from White's point of view.

    Example: skep explore "wS1;bS1 wS1-" --since 2025 --think 2
    """
    words = WORDS[lang or users_language()]
    filters = filters_of(edition=edition, player=player, side=side, result=result, since=since, until=until)
    board = read_game(_game(game, edition), edition=edition)
    with open_archive(database) as archive:
        explored = archive.explore(board, filters)
        if think is not None or nodes is not None:
            explored = _with_values(archive, board, filters, explored, think, nodes)
    _show(explored, words, games)


def _game(argument: str, edition: str | None) -> str:
    """The argument, with a game type where it is nothing but moves."""
    text = read_text(argument)
    moves = text.strip().rstrip(";").split(";")
    if not all(_MOVE.fullmatch(move) for move in moves):
        return text
    rulebook = DEFAULT_EDITION if edition is None else find_edition(edition)
    return f"{rulebook.box};;;{';'.join(move.strip() for move in moves)}"


def _with_values(
    archive: Archive, board: Board, filters: Filters, explored: ExplorerResult, seconds: float | None, nodes: int | None
) -> ExplorerResult:
    """Let the engine look at the position after each of the most frequent moves, and keep what it thinks."""
    from skep.engine import Engine, Limit
    from skep.engine.scores import WIN

    engine = Engine()
    chosen = explored.moves[:_THOUGHT_ABOUT]
    limit = Limit(seconds=None if seconds is None else seconds / max(len(chosen), 1), nodes=nodes)
    for explored_move in chosen:
        after = board.copy()
        after.push(explored_move.move)
        outcome = after.outcome()
        if outcome is not None:
            won = 0 if outcome.winner is None else (WIN, -WIN)[outcome.winner]
            archive.save_evaluation(after, won / 100, 0)
            continue
        *_shallow, analysis = iterations(engine, after, limit, lines=1)
        if analysis.depth:
            value = analysis.score.value * (1, -1)[after.to_move]
            archive.save_evaluation(after, value / 100, analysis.depth)
    return archive.explore(board, filters)


def _show(explored: ExplorerResult, words: Words, games: int) -> None:
    screen = console()
    if not screen.is_terminal:
        screen.width = max(screen.width, _WIDE)
    if not explored.games:
        tell(screen, words.never_played)
        return
    counts = {name: f"{getattr(explored, name):,}" for name in ("games", "white", "draws", "black", "unfinished")}
    tell(screen, words.explored.format(**counts))
    if explored.moves:
        tell(screen)
        screen.print(_table(explored, words))
    if games and explored.latest_games:
        tell(screen, f"\n{words.latest_games}")
        for entry in explored.latest_games[:games]:
            tell(screen, _told(entry))


def _table(explored: ExplorerResult, words: Words) -> RenderableType:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    valued = any(move.value is not None for move in explored.moves)
    for name, title in words.explored_columns.items():
        if name != "value" or valued:
            numbers = name in ("games", "share", "value")
            table.add_column(title, justify="right" if numbers else "left", no_wrap=name != "players")
    for move in explored.moves:
        value = [_value(move)] if valued else []
        share = f"{move.games / explored.games:.0%}"
        table.add_row(move.uhp, f"{move.games:,}", share, _bar(move), *value, ", ".join(move.players))
    return table


def _bar(move: ExploredMove) -> str:
    """The shares of the finished games, White's first."""
    finished = move.white + move.draws + move.black
    if not finished:
        return ""
    white = round(_BAR * move.white / finished)
    black = round(_BAR * move.black / finished)
    black = min(black, _BAR - white)
    shares = f"{move.white / finished:>4.0%}{move.draws / finished:>5.0%}{move.black / finished:>5.0%}"
    return f"{'█' * white}{'▒' * (_BAR - white - black)}{'░' * black} {shares}"


def _value(move: ExploredMove) -> str:
    """In units; a forced end as the number of moves to it, with the sign of who wins."""
    from skep.engine.scores import Score

    if move.value is None:
        return ""
    score = Score(round(move.value * 100))
    moves = score.wins_in if score.value > 0 else score.loses_in
    return f"{move.value:+.2f}" if moves is None else f"{'+' if score.value > 0 else '-'}#{moves}"


def _told(entry: ArchiveEntry) -> str:
    players = f"{entry.white or '?'} - {entry.black or '?'}"
    parts = [f"{entry.id:>7}", f"{entry.date or '?':<10}", players, entry.result.value, f"{entry.plies} plies"]
    return "  ".join([*parts, entry.edition, entry.source])
