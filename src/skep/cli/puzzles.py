"""``skep puzzles``: finding puzzles in games, proving them again, and looking at one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from skep.cli.languages import WORDS, LanguageOption, users_language
from skep.cli.picture import Marks, picture
from skep.cli.puzzle_words import PUZZLE_WORDS, PuzzleWords
from skep.cli.screen import console, tell, write_out
from skep.editions import GAME_TYPES, GameType
from skep.errors import SkepError
from skep.pieces import Color

if TYPE_CHECKING:
    from skep.learn.mining_folder import MiningFolder, MiningJob
    from skep.learn.puzzles import Puzzle
    from skep.rules import Language

__all__ = ["puzzles"]

_FAILED: Final = 1
_INTERRUPTED: Final = 130
_GAMES: Final = 100

puzzles = typer.Typer(
    name="puzzles",
    no_args_is_help=True,
    help="""Look at puzzles, prove them again, or find new ones in games.

    Example: skep puzzles show
    """,
)

_Processes = Annotated[int, typer.Option(min=1, max=512, metavar="N", help="How many processes work at once.")]


@puzzles.command()
def show(
    name: Annotated[
        str, typer.Argument(metavar="ID", help="The puzzle's name of eight signs.", show_default="today's puzzle")
    ] = "",
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution too.")] = False,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the picture as SVG to this file, or - for stdout.")
    ] = None,
    lang: LanguageOption = None,
) -> None:
    """Show a puzzle: the position, what is asked, and the solution if wanted.

    Example: skep puzzles show --solution
    """
    from datetime import date

    from skep.learn.puzzle_picker import daily_puzzle
    from skep.learn.puzzles import find_puzzle

    puzzle = find_puzzle(name) if name else daily_puzzle(date.today())
    board = puzzle.board()
    if svg is not None:
        write_out(svg, board.svg())
    if svg == "-":
        return
    language = lang or users_language()
    words, screen = PUZZLE_WORDS[language], console()
    screen.print(picture(board.position(), Marks(), width=screen.width), soft_wrap=True)
    tell(screen)
    for color in Color:
        hand = WORDS[language].hand.format(name=WORDS[language].colors[color])
        pieces = " ".join(map(str, board.hand(color))) or WORDS[language].empty_hand
        tell(screen, f"{hand}{WORDS[language].book.colon}{pieces}")
    tell(screen, _question(puzzle, words), "bold")
    themes = ", ".join(words.themes[theme] for theme in puzzle.themes)
    tell(screen, words.about.format(id=puzzle.id, rating=puzzle.rating, themes=themes))
    line = "; ".join(puzzle.line)
    tell(screen, words.solution.format(line=line) if solution else words.ask_solution.format(id=puzzle.id))


@puzzles.command()
def generate(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILES", help="Games to look through: records, folders, .zip. None are needed."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="N", help="Games of the engine against itself.", show_default=f"{_GAMES}; none with FILES"
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="What the games of the engine vary by.")] = 1,
    types: Annotated[
        list[str] | None, typer.Option("--type", metavar="TYPE", help="Only games of this type; may be repeated.")
    ] = None,
    processes: _Processes = 1,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where puzzles are kept; what was mined there is not mined again.")
    ] = Path("puzzles"),
    lang: LanguageOption = None,
) -> None:
    """Find puzzles in games: of the engine against itself, and of any collection. Each is proved by looking at all.

    Interrupted (Ctrl-C) or not, the same command goes on where it was, and one with more games adds to what there is.

    Example: skep puzzles generate --games 20 --processes 2
    """
    from skep.learn.mining_folder import MiningFolder, self_play

    words, refused = _words(lang), list[str]()
    kinds = [GameType.parse(text) for text in types or ()] or GAME_TYPES
    own = list(self_play(seed, (0 if files else _GAMES) if games is None else games, kinds))
    with MiningFolder(out) as folder:
        before = folder.mined()
        known = {mined.key for mined in before}
        try:
            with _progress(words.mining, None if files else len(own)) as step:
                step(sum(work.key in known for work in own))
                _mine_all(folder, chain(own, _recorded(files or [], kinds, refused)), processes, step)
        except KeyboardInterrupt:
            folder.save_puzzles()
            print(f"skep: {words.interrupted}", file=sys.stderr)
            raise typer.Exit(_INTERRUPTED) from None
        found, mined = folder.save_puzzles(), folder.mined()
    for error in refused:
        print(f"skep: {error}", file=sys.stderr)
    new = len(mined) - len(before)
    print(words.found.format(games=len(mined), new=new, puzzles=len(found), file=out / "puzzles.jsonl"))


def _mine_all(folder: MiningFolder, works: Iterable[MiningJob], processes: int, step: Callable[[int], None]) -> None:
    from skep.learn.mining_folder import generate

    with closing(generate(folder, works, processes)) as found:
        for _ in found:
            step(1)


def _recorded(files: Sequence[str], kinds: Sequence[GameType], refused: list[str]) -> Iterator[MiningJob]:
    """The games of files that are of a wanted game type."""
    from skep.game import read_records
    from skep.learn.mining_folder import recorded_games

    for file in files:
        for work in recorded_games(read_records(file), refused):
            if work.board is not None and work.board.game_type in kinds:
                yield work


@puzzles.command()
def choose(
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="Files of puzzles, one a line.")],
    count: Annotated[int, typer.Option(min=1, metavar="N", help="How many to choose at most.")] = 2000,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the chosen ones are written.")] = Path(
        "chosen.jsonl"
    ),
    lang: LanguageOption = None,
) -> None:
    """Choose a balanced collection from mined puzzles: game types, themes, lengths and ratings.

    Example: skep puzzles choose puzzles/puzzles.jsonl --count 500
    """
    from skep.learn.collection import collect
    from skep.learn.puzzles import read_puzzles, write_puzzles

    mined = [puzzle for file in files for puzzle in read_puzzles(file)]
    chosen = collect(mined, count)
    write_puzzles(out, chosen)
    print(_words(lang).chosen.format(count=len(chosen), mined=len(mined), file=out))


@puzzles.command()
def check(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Puzzles, one a line.", show_default="those that come with skep"),
    ] = None,
    ids: Annotated[
        list[str] | None, typer.Option("--id", metavar="ID", help="Only the puzzle of this name; may be repeated.")
    ] = None,
    processes: _Processes = 1,
    lang: LanguageOption = None,
) -> None:
    """Prove puzzles again, each by looking at every move; the exit status is 1 when one does not hold.

    Example: skep puzzles check --processes 2
    """
    from skep.learn.parallel import parallel_map
    from skep.learn.puzzles import all_puzzles, read_puzzles

    words = _words(lang)
    chosen = list(all_puzzles().values() if file is None else read_puzzles(file))
    if missing := sorted(set(ids or ()) - {puzzle.id for puzzle in chosen}):
        raise SkepError(f"there is no puzzle {', '.join(missing)}")
    chosen = [puzzle for puzzle in chosen if not ids or puzzle.id in ids]
    failed = list[str]()
    with _progress(words.checking, len(chosen)) as step, closing(parallel_map(_verdict, chosen, processes)) as verdicts:
        for name, holds, error in verdicts:
            step(1)
            if not holds:
                failed.append(words.fails.format(id=name) if not error else f"{words.fails.format(id=name)}: {error}")
    for line in sorted(failed):
        print(line)
    print(words.checked.format(count=len(chosen), failed=len(failed)))
    if failed:
        raise typer.Exit(_FAILED)


def _verdict(puzzle: Puzzle) -> tuple[str, bool, str]:
    """Whether a puzzle holds, and what went wrong where that cannot be told."""
    from skep.learn.proving import verify_puzzle

    try:
        return puzzle.id, verify_puzzle(puzzle), ""
    except SkepError as error:
        return puzzle.id, False, str(error)


def _words(lang: Language | None) -> PuzzleWords:
    return PUZZLE_WORDS[lang or users_language()]


def _question(puzzle: Puzzle, words: PuzzleWords) -> str:
    """What is asked of the solver."""
    now = puzzle.moves == 1
    text = (words.win_now if now else words.win) if puzzle.kind == "win" else (words.save_now if now else words.save)
    return text.format(side=words.colors[puzzle.board().to_move], moves=puzzle.moves)


@contextmanager
def _progress(doing: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """In a terminal, a bar that is told of every step; anywhere else nothing."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    screen = Console(stderr=True, markup=False, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda count: bar.advance(task, count)
