"""The games of a match on the processors of a cluster: one task of Ray per game.

A game that is interrupted because its worker dies is played again, so a crash of the built-in engine does not lose it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial

from skep.cluster import run_on_cluster
from skep.match.plan import Plan
from skep.match.players import make_player
from skep.match.records import GameRecord, ScheduledGame
from skep.match.referee import play_game
from skep.match.specs import BuiltIn, parse_player
from skep.match.workers import Event, GameStarted, PlayGames
from skep.pieces import Color

__all__ = ["on_cluster"]


def on_cluster(address: str | None = None, *, workers: int | None = None) -> PlayGames:
    """Return a function that plays games on a cluster, for :func:`skep.match.runner.run_match`."""

    def play(plan: Plan, games: Iterable[ScheduledGame]) -> Generator[Event]:
        started: list[Event] = []
        results = run_on_cluster(
            partial(_play_one, plan),
            _announce(games, started),
            address=address,
            workers=workers,
            processors=_threads(plan),
        )
        with closing(results):
            for _game, record in results:
                yield from started
                started.clear()
                yield record

    return play


def _announce(games: Iterable[ScheduledGame], started: list[Event]) -> Iterator[ScheduledGame]:
    for game in games:
        started.append(GameStarted(game))
        yield game


def _threads(plan: Plan) -> int:
    """Return the number of processors that a game needs: only one player thinks at a time."""
    specs = [parse_player(text) for text in (plan.a, plan.b)]
    return max(spec.threads if isinstance(spec, BuiltIn) else 1 for spec in specs)


def _play_one(plan: Plan, game: ScheduledGame) -> GameRecord:
    players = [make_player(parse_player(text), plan.answer_timeout(0.0)) for text in (plan.a, plan.b)]
    try:
        white, black = players if game.a_is_white else reversed(players)
        return play_game(plan, game, {Color.WHITE: white, Color.BLACK: black}, lambda *_turn: None)
    finally:
        for player in players:
            player.close()
