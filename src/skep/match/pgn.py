"""Games of a match as PGN."""

from __future__ import annotations

from collections.abc import Iterator

from skep.editions import DEFAULT_EDITION
from skep.match.plan import Plan
from skep.match.records import GameRecord
from skep.notation.pgn import format_pgn
from skep.notation.uhp import GameString

__all__ = ["format_game"]


def format_game(plan: Plan, record: GameRecord) -> str:
    """The PGN of one game, with a blank line at its end."""
    comment = None if record.evidence is None else _comment(record)
    return format_pgn(_tags(plan, record), GameString.parse(record.game).moves, record.result, comment=comment)


def _tags(plan: Plan, record: GameRecord) -> Iterator[tuple[str, str]]:
    yield "Event", " - ".join(plan.names)
    yield "Site", "skep match"
    yield "Date", record.started[:10].replace("-", ".")
    yield "Round", f"{record.number // 2 + 1}.{record.number % 2 + 1}"
    yield "White", record.white
    yield "Black", record.black
    yield "Result", record.result
    yield "GameType", str(GameString.parse(record.game).game_type)
    if plan.edition != DEFAULT_EDITION.id:
        yield "Edition", plan.edition
    white, black = (plan.control(of_a=a) for a in (record.a_is_white, not record.a_is_white))
    yield "TimeControl", str(white) if white == black else f"{white} / {black}"
    yield "Termination", record.ending.value
    yield "Opening", f"line {record.line}, {record.opening_plies} plies"


def _comment(record: GameRecord) -> str:
    evidence = record.evidence
    assert evidence is not None
    answer = f" (answered {evidence.answer!r})" if evidence.answer else ""
    return f"{evidence.player}: {record.ending.value}: {evidence.reason}{answer}"
