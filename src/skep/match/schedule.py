"""The schedule of a match."""

from __future__ import annotations

import random
from collections.abc import Iterator

from skep.match.plan import Plan
from skep.match.records import ScheduledGame
from skep.notation.uhp import GameString

__all__ = ["schedule"]


def schedule(plan: Plan) -> Iterator[ScheduledGame]:
    """Yield the games of a match in order. The same plan and seed give the same games.

    The two games of a pair share an opening with swapped colours. Game types alternate. Within a type, every opening
    is played once, in an order determined by the seed, before any is repeated.
    """
    lines: dict[str, list[int]] = {}
    for line, opening in enumerate(plan.openings):
        lines.setdefault(str(GameString.parse(opening).game_type), []).append(line)
    rng = random.Random(plan.seed)
    for lines_of_type in lines.values():
        rng.shuffle(lines_of_type)
    types = list(lines.values())
    for number in range(plan.games):
        round_, kind = divmod(number // 2, len(types))
        line = types[kind][round_ % len(types[kind])]
        yield ScheduledGame(
            number=number,
            opening=plan.openings[line],
            line=line + 1,
            a_is_white=number % 2 == 0,
            seed=random.Random(f"{plan.seed}/{number}").getrandbits(31),
        )
