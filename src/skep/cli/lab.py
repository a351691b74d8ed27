"""``skep lab``: games of the engine against itself, for training."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skep.cli.command import Command, Group
from skep.cli.extras import import_extra
from skep.cli.options import (
    EditionOption,
    GameTypesOption,
    ThreadsOption,
    find_edition_or_default,
    parse_game_types,
)
from skep.cli.progress import progress_bar
from skep.cli.ray_options import RayAddressOption, RayOption, messages_on_stderr
from skep.cli.screen import console
from skep.editions import EDITIONS, GAME_TYPES
from skep.errors import SkepError

if TYPE_CHECKING:
    from skep.lab.data import GameData

__all__ = ["lab"]

lab = typer.Typer(
    name="lab",
    cls=Group,
    no_args_is_help=True,
    help="""Play games for training, and describe them.

    Example: skep lab selfplay training --games 100
    """,
)


@lab.command(cls=Command)
def selfplay(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of games, new or to be continued.")],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games that the folder has in the end.")] = 100,
    nodes: Annotated[int, typer.Option(min=1, metavar="N", help="Positions searched for each move.")] = 1000,
    random_plies: Annotated[
        int, typer.Option(min=2, max=40, metavar="N", help="A game starts with two to N random moves.")
    ] = 8,
    game_type: GameTypesOption = None,
    edition: EditionOption = None,
    threads: ThreadsOption = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
    ray: RayOption = False,
    ray_address: RayAddressOption = None,
) -> None:
    """Play games of the engine against itself.

    Files of 20 games appear in the folder as they are finished. Run the same command again to continue after an
    interruption, which loses only the games in progress, or with more games to add some. A game that was played before
    is not stored again.

    Example: skep lab selfplay training --games 100 --nodes 500
    """
    from skep.lab.selfplay import SelfPlayOptions, continue_games

    rules = find_edition_or_default(edition)
    types = parse_game_types(game_type) or [rules.box]
    options = SelfPlayOptions(nodes, random_plies, tuple(map(str, types)), rules.id, seed)
    play = None
    if ray or ray_address is not None:
        from skep.lab.ray_selfplay import on_cluster

        play = on_cluster(ray_address, workers=threads if threads > 1 else None)
    with messages_on_stderr(), progress_bar("games", games) as bar:
        total = continue_games(
            folder, games, options, play=play, threads=threads, progress=lambda done: bar.update(done, games)
        )
    print(f"{folder}: {total} games")


@lab.command(cls=Command)
def stats(
    games: Annotated[
        Path,
        typer.Argument(metavar="GAMES", help="A folder of games, one of its files, or a Parquet file.", exists=True),
    ],
) -> None:
    """Describe the games of a folder or a file, after checking it.

    The table has the numbers of games and plies, how many games White and Black won, how many were drawn or reached
    the ply limit, and the mean number of plies.

    Example: skep lab stats training
    """
    from rich.table import Table

    from skep.lab.data import read_file, read_folder

    if games.is_dir():
        data = read_folder(games)
    elif games.suffix == ".parquet":
        data = import_extra("skep.lab.parquet", "parquet").read_parquet(games)
    else:
        data = read_file(games)
    table = Table("", "games", "plies", "White", "Black", "draws", "cut", "mean")
    for name, numbers in _groups(data):
        table.add_row(name, *numbers)
    console().print(table)


@lab.command(cls=Command)
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of games.", exists=True, file_okay=False)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The Parquet file to write.")],
) -> None:
    """Write the games of a folder to a Parquet file, each once.

    This needs an extra: pip install 'skep[parquet]'.

    Example: skep lab export training training.parquet
    """
    from skep.lab.data import read_folder

    parquet = import_extra("skep.lab.parquet", "parquet")
    data = read_folder(folder)
    parquet.write_parquet(file, data)
    print(f"{file}: {len(data)} games")


@lab.command(cls=Command)
def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of games.", exists=True, file_okay=False)],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The network to write.")],
    epochs: Annotated[int, typer.Option(min=1, metavar="N", help="How often to use each position.")] = 12,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
) -> None:
    """Train the engine's evaluation on the games of a folder.

    The table has the losses of the network that skep ships and of the new one on one game in twenty, which is held
    out. Engine(network=FILE) plays with the new one.

    Example: skep lab train training network.npz --epochs 12
    """
    from rich.table import Table

    from skep.lab.data import read_folder
    from skep.lab.training.network import train_network, write_network
    from skep.lab.training.positions import positions_of

    if not file.absolute().parent.is_dir():
        raise SkepError(f"{file}: the folder {file.parent} does not exist")
    positions = positions_of(read_folder(folder))
    with progress_bar("steps", percent=True) as bar:
        network, losses = train_network(positions, epochs=epochs, seed=seed, progress=bar.update)
    write_network(file, network)
    table = Table("", "positions", "shipped", "trained")
    for loss in losses:
        table.add_row(loss.game_type, str(loss.positions), f"{loss.shipped:.5f}", f"{loss.trained:.5f}")
    console().print(table)
    print(f"{file}: trained on {len(positions)} positions")


def _groups(data: GameData) -> list[tuple[str, list[str]]]:
    """Return a row of numbers for each game type and edition, and one for all games."""
    rows = []
    for number, game_type in enumerate(GAME_TYPES):
        for index, edition in enumerate(EDITIONS):
            chosen = data.select((data.game_type == number) & (data.edition == index))
            if len(chosen):
                rows.append((f"{game_type}, {edition}", _row(chosen)))
    return [*rows, ("all", _row(data))]


def _row(data: GameData) -> list[str]:
    plies = int(data.length.sum())
    counts = [int((data.result == result).sum()) for result in (1, 2, 3, 4)]
    return [*map(str, (len(data), plies, *counts)), f"{plies / max(len(data), 1):.1f}"]
