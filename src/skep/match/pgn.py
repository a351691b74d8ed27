"""Games of a match as PGN, in Mzinga's form: tags, one numbered ply to a line, the result."""

from __future__ import annotations

from collections.abc import Iterator

from skep.editions import DEFAULT_EDITION
from skep.match.plan import Plan
from skep.match.records import GameRecord
from skep.notation.uhp import GameString

__all__ = ["format_game"]


def format_game(plan: Plan, record: GameRecord) -> str:
    """The PGN of one game, with a blank line at its end."""
    lines = [f'[{name} "{_plain(value)}"]' for name, value in _tags(plan, record)]
    moves = GameString.parse(record.game).moves
    lines += ["", *(f"{number}. {move}" for number, move in enumerate(moves, 1))]
    if record.evidence is not None:
        lines.append(f"{{{_comment(record)}}}")
    return "\n".join([*lines, record.result, "", ""])


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


def _plain(value: str) -> str:
    """A tag's value has no quotes and no line ends."""
    return " ".join(value.replace('"', "'").split())


def _comment(record: GameRecord) -> str:
    evidence = record.evidence
    assert evidence is not None
    answer = f" (answered {evidence.answer!r})" if evidence.answer else ""
    told = f"{evidence.player}: {record.ending.value}: {evidence.reason}{answer}"
    return " ".join(told.replace("{", "(").replace("}", ")").split())
