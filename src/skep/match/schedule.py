"""Which games a match consists of."""

from __future__ import annotations

import random
from collections.abc import Iterator

from skep.match.plan import Plan
from skep.match.records import GameOrder
from skep.notation.uhp import GameString

__all__ = ["schedule"]


def schedule(plan: Plan) -> Iterator[GameOrder]:
    """The games of a match, in order; the same plan and seed give the same games.

    Pairs share an opening with colours swapped. Game types take turns; within a type every opening is
    played once, in an order the seed decides, before one comes again.
    """
    lines: dict[str, list[int]] = {}
    for line, opening in enumerate(plan.openings):
        lines.setdefault(str(GameString.parse(opening).game_type), []).append(line)
    chance = random.Random(plan.seed)
    for order in lines.values():
        chance.shuffle(order)
    kinds = list(lines.values())
    for number in range(plan.games):
        turn, kind = divmod(number // 2, len(kinds))
        line = kinds[kind][turn % len(kinds[kind])]
        yield GameOrder(
            number=number,
            opening=plan.openings[line],
            line=line + 1,
            a_is_white=number % 2 == 0,
            seed=random.Random(f"{plan.seed}/{number}").getrandbits(31),
        )
