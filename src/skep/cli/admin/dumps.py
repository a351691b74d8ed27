"""``skep admin dump``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from skep.cli.admin.options import DataDirOption, ServerDatabaseOption, open_database, say
from skep.cli.json_output import print_json
from skep.cli.language import LanguageOption
from skep.cli.options import JsonOption

__all__ = ["dump"]


def dump(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder of the files, as in skep serve --dumps.")
    ],
    every: Annotated[bool, typer.Option("--every-month", help="Write the months that have not changed too.")] = False,
    keep: Annotated[int, typer.Option("--keep", min=0, metavar="MONTHS", help="Months to keep; 0 for all.")] = 0,
    database: ServerDatabaseOption = None,
    data_dir: DataDirOption = None,
    json: JsonOption = False,
    lang: LanguageOption = None,
) -> None:
    """Write all rated games as monthly files.

    Each file is PGN, compressed with gzip.

    skep serve --dumps does the same every night. Files that are up to date are left alone.

    Example: skep admin dump dumps
    """
    from skep.cli.documents import DumpedDocument
    from skep.server.public_data.dumps import DumpWriter

    with open_database(database, data_dir) as opened:
        written = DumpWriter(folder, opened.read).write_all(keep=keep, force=every)
    if json:
        print_json(DumpedDocument(files=[each.file for each in written], games=sum(each.games for each in written)))
        return
    for each in written:
        say("dumped", lang, file=each.file, count=each.games)
    if not written:
        say("dumps_current", lang)
