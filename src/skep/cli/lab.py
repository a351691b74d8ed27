"""``skep lab``: games of the engine against itself, for training."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

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
    from skep.lab.batch_selfplay import BatchOptions
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
    look_ahead: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=512,
            metavar="N",
            help="Instead of searching, play thousands of games together and evaluate the position after each move and"
            " the replies to the N best moves.",
        ),
    ] = None,
    device: Annotated[Literal["cpu", "cuda"], typer.Option(help="With --look-ahead: the processor, or a GPU.")] = "cpu",
    network: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The weights of our engine's evaluation, instead of its own.")
    ] = None,
    slots: Annotated[
        int, typer.Option(min=1, max=1 << 20, metavar="N", help="With --look-ahead: games played at the same time.")
    ] = 4096,
) -> None:
    """Play games of the engine against itself.

    Files of 20 games appear in the folder as they are finished. Run the same command again to continue after an
    interruption, which loses only the games in progress, or with more games to add some. A game that was played before
    is not stored again.

    With --look-ahead, a file has four times as many games as are played at the same time, and an interruption loses
    the file that is being played.

    Example: skep lab selfplay training --games 100 --nodes 500
    """
    from skep.lab.selfplay import SelfPlayOptions, continue_games

    rules = find_edition_or_default(edition)
    types = tuple(map(str, parse_game_types(game_type) or [rules.box]))
    if look_ahead is not None:
        from skep.lab.batch_selfplay import BatchOptions

        if ray or ray_address is not None:
            raise typer.BadParameter("--look-ahead plays on one machine, without --ray")
        batch = BatchOptions(
            look_ahead=look_ahead, random_plies=random_plies, game_types=types, edition=rules.id, seed=seed, slots=slots
        )
        print(f"{folder}: {_play_batches(folder, games, batch, network, device, threads)} games")
        return
    if network is not None or device != "cpu":
        raise typer.BadParameter("--network and --device need --look-ahead")
    options = SelfPlayOptions(nodes, random_plies, types, rules.id, seed)
    play = None
    if ray or ray_address is not None:
        from skep.lab.ray_selfplay import on_cluster

        play = on_cluster(ray_address, workers=threads if threads > 1 else None)
    with messages_on_stderr(), progress_bar("games", games) as bar:
        total = continue_games(
            folder, games, options, play=play, threads=threads, progress=lambda done: bar.update(done, games)
        )
    print(f"{folder}: {total} games")


def _play_batches(
    folder: Path, games: int, options: BatchOptions, network: Path | None, device: str, threads: int
) -> int:
    """Play many games together, with a progress bar, and return how many the folder has."""
    from skep.engine.weights import read_network
    from skep.lab.batch_selfplay import continue_batches

    weights = None if network is None else read_network(network)
    with progress_bar("games", games) as bar:
        return continue_batches(
            folder,
            games,
            options,
            network=weights,
            device=device,
            threads=threads,
            progress=lambda done: bar.update(done, games),
        )


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
