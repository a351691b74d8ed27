"""``skep puzzles``: show puzzles, find new ones in games, and check their proofs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.command import Command, Group
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption, system_language
from skep.cli.options import GameTypesOption, JsonOption, parse_game_types
from skep.cli.picture_options import SvgOption
from skep.cli.progress import Bar, progress_bar
from skep.cli.record_files import check_files
from skep.cli.screen import console, print_error, print_wrapped, write_text
from skep.cli.terminal_board import draw_board, print_hands
from skep.editions import GAME_TYPES, GameType
from skep.errors import SkepError
from skep.i18n import Catalog, catalog

if TYPE_CHECKING:
    from skep.cli.documents import PuzzleDocument, PuzzleHead
    from skep.i18n import Language
    from skep.learn.mining_folder import MiningFolder, MiningJob
    from skep.learn.puzzles import Puzzle

__all__ = ["puzzles"]

_FAILED: Final = 1
_INTERRUPTED: Final = 130
_DEFAULT_GAMES: Final = 100

puzzles = typer.Typer(
    name="puzzles",
    cls=Group,
    no_args_is_help=True,
    help="""Show puzzles, find new ones in games, and check their proofs.

    Example: skep puzzles show
    """,
)


class Theme(StrEnum):
    """The values of ``--theme``."""

    SURROUND = "surround"
    PIN = "pin"
    GATE = "gate"
    THROW = "throw"
    DROP = "drop"
    ESCAPE = "escape"
    RING = "ring"


_Processes = Annotated[int, typer.Option(min=1, max=512, metavar="N", help="Number of processes.")]


@puzzles.command(cls=Command)
def show(
    name: Annotated[
        str, typer.Argument(metavar="ID", help="The puzzle's eight-character id.", show_default="today's puzzle")
    ] = "",
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution too.")] = False,
    svg: SvgOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a puzzle and, on request, its solution.

    Example: skep puzzles show --solution
    """
    from datetime import date

    from skep.learn.puzzle_picker import daily_puzzle
    from skep.learn.puzzles import find_puzzle

    if svg is not None and as_json:
        raise SkepError("choose one of --svg and --json")
    puzzle = find_puzzle(name) if name else daily_puzzle(date.today())
    board = puzzle.board()
    if as_json:
        print_json(_document(puzzle, _strings(lang), with_solution=solution))
        return
    if svg is not None:
        write_text(svg, board.svg())
    if svg == "-":
        return
    language = lang or system_language()
    strings, screen = catalog("puzzles", language), console()
    screen.print(draw_board(board.position(), width=screen.width), soft_wrap=True)
    print_wrapped(screen)
    print_hands(screen, board, language)
    print_wrapped(screen, _question(puzzle, strings), "bold")
    themes = ", ".join(catalog("themes", language)[f"name.{theme}"] for theme in puzzle.themes)
    print_wrapped(screen, strings.format("puzzle.about", id=puzzle.id, rating=puzzle.rating, themes=themes))
    if solution:
        print_wrapped(screen, strings.format("puzzle.solution", line="; ".join(puzzle.line)))
    else:
        print_wrapped(screen, strings.format("puzzle.show_solution", id=puzzle.id))


def _question(puzzle: Puzzle, strings: Catalog) -> str:
    """Return the task of a puzzle as a sentence."""
    side = strings[f"side.{puzzle.board().turn.name.lower()}"]
    return strings.format(f"question.{puzzle.kind}", side=side, count=puzzle.moves)


@puzzles.command(name="list", cls=Command)
def list_(
    theme: Annotated[Theme | None, typer.Option(help="Only puzzles with this theme.")] = None,
    types: GameTypesOption = None,
    rating: Annotated[
        str | None, typer.Option(metavar="LOW-HIGH", help="Only puzzles rated in this range, such as 1200-1500.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, metavar="N", help="Maximum number of puzzles.")] = 20,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the puzzles that come with skep, the easiest first.

    Example: skep puzzles list --theme throw --rating 1200-1500
    """
    from skep.learn.puzzles import all_puzzles

    low, high = _parse_ratings(rating)
    names = [str(kind) for kind in parse_game_types(types)]
    found = [
        puzzle
        for puzzle in all_puzzles().values()
        if (theme is None or theme.value in puzzle.themes)
        and (not names or puzzle.game_type in names)
        and low <= puzzle.rating <= high
    ]
    chosen = sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id))[:count]
    if as_json:
        from skep.cli.documents import PuzzlesDocument

        print_json(PuzzlesDocument(puzzles=[_head(puzzle) for puzzle in chosen]))
        return
    strings = _strings(lang)
    for puzzle in chosen:
        print(f"{puzzle.id}  {puzzle.rating:>4}  {puzzle.game_type:<8}  {_question(puzzle, strings)}")
    print(strings.format("list.summary", shown=len(chosen), count=len(found)))


def _parse_ratings(text: str | None) -> tuple[float, float]:
    """Return the bounds of a range such as ``1200-1500``; either can be left out."""
    if text is None:
        return -math.inf, math.inf
    low, dash, high = text.partition("-")
    try:
        if not dash or not text.strip("-"):
            raise ValueError
        return float(low or "-inf"), float(high or "inf")
    except ValueError:
        raise SkepError(f"--rating {text}: expected a range such as 1200-1500") from None


def _head(puzzle: Puzzle) -> PuzzleHead:
    from skep.cli.documents import PuzzleHead

    return PuzzleHead(
        id=puzzle.id,
        kind=puzzle.kind,
        moves=puzzle.moves,
        game_type=puzzle.game_type,
        rating=puzzle.rating,
        themes=list(puzzle.themes),
        position=puzzle.position,
    )


def _document(puzzle: Puzzle, strings: Catalog, *, with_solution: bool) -> PuzzleDocument:
    from skep.cli.documents import PuzzleDocument
    from skep.learn.scenes import build_scene

    return PuzzleDocument(
        puzzle=_head(puzzle),
        scene=build_scene(puzzle.board().position()),
        question=_question(puzzle, strings),
        solution=list(puzzle.line) if with_solution else None,
    )


@puzzles.command(cls=Command)
def generate(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILES", help="Game records, folders and .zip files to search for puzzles."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Number of engine self-play games.",
            show_default=f"{_DEFAULT_GAMES}, or 0 with FILES",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    types: GameTypesOption = None,
    processes: _Processes = 1,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder of the puzzles; games mined there before are skipped.")
    ] = Path("puzzles"),
    lang: LanguageOption = None,
) -> None:
    """Find puzzles in engine self-play games and in game records.

    Every puzzle is proved by exhaustive search. You can stop with Ctrl-C. Run the same command again to continue,
    or with more games to add to the puzzles.

    Example: skep puzzles generate --games 20 --processes 2
    """
    from skep.learn.mining_folder import MiningFolder, self_play

    check_files(files or [])
    strings, refused = _strings(lang), list[str]()
    game_types = parse_game_types(types) or GAME_TYPES
    own_games = list(self_play(seed, (0 if files else _DEFAULT_GAMES) if games is None else games, game_types))
    with MiningFolder(out) as folder:
        before = folder.read_journal()
        known = {mined.key for mined in before}
        try:
            with progress_bar(strings["generate.progress"], None if files else len(own_games)) as bar:
                bar.advance(sum(work.key in known for work in own_games))
                _mine(folder, chain(own_games, _recorded_games(files or [], game_types, refused)), processes, bar)
        except KeyboardInterrupt:
            folder.save_puzzles()
            print_error(strings["generate.interrupted"])
            raise typer.Exit(_INTERRUPTED) from None
        found, mined = folder.save_puzzles(), folder.read_journal()
    for error in refused:
        print_error(error)
    counts = {"games": len(mined), "new": len(mined) - len(before), "puzzles": len(found)}
    print(strings.format("generate.summary", **counts, file=out / "puzzles.jsonl"))


def _mine(folder: MiningFolder, works: Iterable[MiningJob], processes: int, bar: Bar) -> None:
    from skep.learn.mining_folder import generate

    with closing(generate(folder, works, processes)) as mined:
        for _ in mined:
            bar.advance()


def _recorded_games(files: Sequence[str], game_types: Sequence[GameType], refused: list[str]) -> Iterator[MiningJob]:
    """Yield the games of files that have one of the game types."""
    from skep.game import read_paths
    from skep.learn.mining_folder import recorded_games

    for work in recorded_games(read_paths(files), refused):
        if work.board is not None and work.board.game_type in game_types:
            yield work


@puzzles.command(cls=Command)
def choose(
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="Files of puzzles, one puzzle per line.")],
    count: Annotated[int, typer.Option(min=1, metavar="N", help="Maximum number of puzzles.")] = 2000,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write.")] = Path("chosen.jsonl"),
    lang: LanguageOption = None,
) -> None:
    """Choose a balanced collection of puzzles.

    Game types, themes, lengths and ratings are represented evenly.

    Example: skep puzzles choose puzzles/puzzles.jsonl --count 500
    """
    from skep.learn.collection import collect
    from skep.learn.puzzles import read_puzzles, write_puzzles

    mined = [puzzle for file in files for puzzle in read_puzzles(file)]
    chosen = collect(mined, count)
    write_puzzles(out, chosen)
    print(_strings(lang).format("choose.summary", count=len(chosen), mined=len(mined), file=out))


@puzzles.command(cls=Command)
def check(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="A file of puzzles, one per line.", show_default="the puzzles that come with skep"
        ),
    ] = None,
    ids: Annotated[
        list[str] | None, typer.Option("--id", metavar="ID", help="Only the puzzle with this id; can be repeated.")
    ] = None,
    processes: _Processes = 1,
    lang: LanguageOption = None,
) -> None:
    """Prove puzzles again by exhaustive search.

    The exit status is 1 if a proof fails.

    Example: skep puzzles check --processes 2
    """
    from skep.learn.parallel import parallel_map
    from skep.learn.puzzles import all_puzzles, read_puzzles

    strings = _strings(lang)
    chosen = list(all_puzzles().values() if file is None else read_puzzles(file))
    if missing := sorted(set(ids or ()) - {puzzle.id for puzzle in chosen}):
        raise SkepError(f"there is no puzzle {', '.join(missing)}")
    chosen = [puzzle for puzzle in chosen if not ids or puzzle.id in ids]
    failures = list[str]()
    with (
        progress_bar(strings["check.progress"], len(chosen)) as bar,
        closing(parallel_map(_check_proof, chosen, processes)) as results,
    ):
        for name, holds, error in results:
            bar.advance()
            if not holds:
                key = "check.failed_because" if error else "check.failed"
                failures.append(strings.format(key, id=name, error=error))
    for line in sorted(failures):
        print(line)
    print(strings.format("check.summary", puzzles=len(chosen), failed=len(failures)))
    if failures:
        raise typer.Exit(_FAILED)


def _check_proof(puzzle: Puzzle) -> tuple[str, bool, str]:
    """Return the id of a puzzle, whether its proof holds, and the error if it could not be checked."""
    from skep.learn.proving import verify_puzzle

    try:
        return puzzle.id, verify_puzzle(puzzle), ""
    except SkepError as error:
        return puzzle.id, False, str(error)


def _strings(lang: Language | None) -> Catalog:
    return catalog("puzzles", lang or system_language())
