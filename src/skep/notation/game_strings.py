"""Files of GameStrings: one game per line. Blank lines and lines that begin with # are skipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skep.errors import RecordError, SkepError
from skep.notation.records import RecordedGame, RecordedMove
from skep.notation.uhp import GameString

__all__ = ["parse_game_strings"]


def parse_game_strings(lines: Iterable[tuple[int, str]]) -> Iterator[RecordedGame]:
    """Yield the games in numbered lines.

    >>> [game] = parse_game_strings([(7, "Base;WhiteWins;White[2];wS1;bS1 wS1-")])
    >>> game.tags, game.result, game.moves[1].line
    ({'GameType': 'Base'}, 'WhiteWins', 7)
    """
    for number, line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        recorded = RecordedGame(number)
        try:
            game = GameString.parse(line)
        except SkepError as error:
            recorded.error = RecordError(str(error), line=number, cause=error)
        else:
            recorded.tags["GameType"] = str(game.game_type)
            recorded.moves = [RecordedMove(move, number) for move in game.moves]
            recorded.result = game.state
        yield recorded
