"""The games of a match as PGN, with tags, the time per move, and the result."""

from __future__ import annotations

from collections.abc import Iterator

from skep.board import Board
from skep.game import Game, Result, ResultCode
from skep.match.plan import Plan
from skep.match.records import GameRecord

__all__ = ["format_game"]


def format_game(plan: Plan, record: GameRecord) -> str:
    """Return the PGN of one game, ending with a blank line."""
    game = Game.from_board(Board.from_game_string(record.game, edition=plan.edition))
    for name, value in _tags(plan, record):
        game.tags[name] = _one_line(value)
    game.result = Result(ResultCode.from_winner(record.winner), record.ending.value)
    # a rejected move took time too, but is not part of the game
    for node, seconds in zip(list(game.mainline())[record.opening_plies :], record.seconds, strict=False):
        node.seconds_spent = seconds
    if record.evidence is not None:
        game.end().comment = _comment(record)
    return game.text()


def _tags(plan: Plan, record: GameRecord) -> Iterator[tuple[str, str]]:
    yield "Event", " - ".join(plan.names)
    yield "Site", "skep match"
    yield "Date", record.started[:10].replace("-", ".")
    yield "Round", f"{record.number // 2 + 1}.{record.number % 2 + 1}"
    yield "White", record.white
    yield "Black", record.black
    white, black = (plan.control(of_a=a) for a in (record.a_is_white, not record.a_is_white))
    yield "TimeControl", str(white) if white == black else f"{white} / {black}"
    yield "Opening", f"line {record.line}, {record.opening_plies} plies"


def _one_line(value: str) -> str:
    """Collapse a tag's value to one printable line."""
    return " ".join("".join(char if char.isprintable() else " " for char in value).split()) or "?"


def _comment(record: GameRecord) -> str:
    evidence = record.evidence
    assert evidence is not None
    answer = f" (answered {evidence.answer!r})" if evidence.answer else ""
    return f"{evidence.player}: {record.ending.value}: {evidence.reason}{answer}"
