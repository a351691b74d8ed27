"""A process that ends games and is killed; run with ``URL``, and with commands on its standard input.

For each line ``NUMBER GAME…`` it starts a server's store in a child process that ends the games, and is killed before
statement ``NUMBER`` of the writer or, with number ``commit``, right after the commit. Prints how the child ended.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Any

from sqlalchemy import event

from skep.pieces import Color
from skep.server.ratings.statements import rate_games
from skep.server.store import SqlStore
from skep.server.store.records import Event, EventKind, GameStatus

COMMITTED_TOGETHER = 6
STATUS = GameStatus(20, True, None, False, Color.WHITE, "resignation")


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def end_games(url: str, number: str, games: list[str]) -> None:
    store = await SqlStore.open(url, on_ended=rate_games)
    left = None if number == "commit" else int(number)

    def on_statement(*_: Any) -> None:
        nonlocal left
        if left is not None:
            left -= 1
            if left < 0:
                kill()

    event.listen(store._writing, "before_cursor_execute", on_statement)
    for start in range(0, len(games), COMMITTED_TOGETHER):
        ends = (
            store.append(Event(game, 1, EventKind.END, Color.WHITE, "resignation", 1_750_003_000.0), STATUS)
            for game in games[start : start + COMMITTED_TOGETHER]
        )
        await asyncio.gather(*ends)
    if left is None:
        kill()
    await store.close()


def main(url: str) -> None:
    for line in sys.stdin:
        number, *games = line.split()
        child = os.fork()
        if not child:
            asyncio.run(end_games(url, number, games))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else f"exited {os.WEXITSTATUS(status)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
