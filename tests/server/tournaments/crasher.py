"""A process that works on tournaments and is killed; run with ``URL``, and with commands on its standard input.

For each line ``NUMBER ACTION ARGUMENT…`` it starts a server's store in a child process that pairs a round or an arena,
or ends games, and is killed before statement ``NUMBER`` of the writer or, with number ``commit``, right after the
commit. Prints how the child ended.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Any

from sqlalchemy import event

from skep.pieces import Color
from skep.server.parts import on_ended
from skep.server.store import SqlStore
from tests.server.tournaments.helpers import START, end, pair_arena, pair_round


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


async def work(url: str, number: str, action: str, arguments: list[str]) -> None:
    store = await SqlStore.open(url, on_ended=on_ended)
    left = None if number == "commit" else int(number)

    def on_statement(*_: Any) -> None:
        nonlocal left
        if left is not None:
            left -= 1
            if left < 0:
                kill()

    event.listen(store._writing, "before_cursor_execute", on_statement)
    if action == "round":
        await pair_round(store, arguments[0], START + 10_000)
    elif action == "arena":
        await pair_arena(store, arguments[0], START + 1)
    else:
        await asyncio.gather(*(end(store, game, Color.WHITE, at=START + 100) for game in arguments))
    if left is None:
        kill()
    await store.close()


def main(url: str) -> None:
    for line in sys.stdin:
        number, action, *arguments = line.split()
        child = os.fork()
        if not child:
            asyncio.run(work(url, number, action, arguments))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else f"exited {os.WEXITSTATUS(status)}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
