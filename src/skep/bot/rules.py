"""The rules by which a bot accepts challenges, read from a TOML file."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from skep.bot.errors import BotError
from skep.bot.messages import ChallengeInfo
from skep.editions import EDITIONS, GAME_TYPES, GameType
from skep.errors import NotationError

__all__ = ["SPEEDS", "ChallengeRules", "Load", "read_rules"]

SPEEDS: Final = ("bullet", "blitz", "rapid", "classical", "daily", "unlimited")
"""The speeds of games, by the names that a file of rules uses."""
_OPPONENTS: Final = ("people", "bots")
_MODES: Final = ("rated", "casual")
_MAX_FILE_BYTES: Final = 1_000_000
_MAX_GAMES: Final = 256


@dataclass(frozen=True, slots=True)
class Load:
    """The games that a bot plays when a challenge arrives, accepted challenges included."""

    games: int = 0
    with_challenger: int = 0
    """Those against the challenger."""


@dataclass(frozen=True, slots=True)
class ChallengeRules:
    """The challenges that a bot accepts. The defaults are those of a bot without a file of rules."""

    games: int = 1
    """Games at the same time."""
    games_per_opponent: int = 1
    opponents: tuple[str, ...] = _OPPONENTS
    modes: tuple[str, ...] = _MODES
    game_types: tuple[str, ...] = tuple(str(kind) for kind in GAME_TYPES)
    editions: tuple[str, ...] = tuple(edition.id for edition in EDITIONS)
    min_rating: float = -math.inf
    max_rating: float = math.inf
    """The opponent's rating. Players without a rating are accepted."""
    allow: tuple[str, ...] = ()
    """The only accounts that may challenge the bot; empty for all of them."""
    block: tuple[str, ...] = ()
    takebacks: bool = True
    """Whether opponents may take back moves in casual games."""
    speeds: tuple[str, ...] = ("bullet", "blitz", "rapid", "classical", "daily")
    min_minutes: float = 0.0
    max_minutes: float = math.inf
    min_increment: float = 0.0
    max_increment: float = math.inf
    """Minutes and increments of games with a clock."""
    min_days: float = 0.0
    max_days: float = math.inf
    """Days per move of daily games."""
    source: str = field(default="", compare=False)
    """The file that the rules come from."""

    @property
    def needs_rating(self) -> bool:
        """Whether the opponent's rating matters."""
        return self.min_rating > -math.inf or self.max_rating < math.inf

    def reason_to_decline(self, challenge: ChallengeInfo, load: Load, *, rating: float | None = None) -> str | None:
        """Return why to decline a challenge, by Lichess's names of the reasons, or None to accept it.

        ``rating`` is that of the challenger in the pool of the game, if they have one.
        """
        player = challenge.challenger
        names = {(name or "").lower() for name in ((player.id, player.name, player.username) if player else ())}
        if names & set(self.block) or (self.allow and not names & set(self.allow)):
            return "generic"
        if player is not None and player.is_bot and "bots" not in self.opponents:
            return "noBot"
        if not (player is not None and player.is_bot) and "people" not in self.opponents:
            return "onlyBot"
        if rating is not None and not self.min_rating <= rating <= self.max_rating:
            return "generic"
        return self._reason_of_game(challenge) or self._reason_of_clock(challenge) or self._reason_of_load(load)

    def _reason_of_game(self, challenge: ChallengeInfo) -> str | None:
        if ("rated" if challenge.rated else "casual") not in self.modes:
            return "casual" if challenge.rated else "rated"  # what the challenger should ask for instead
        if challenge.variant.key not in self.game_types or challenge.edition not in self.editions:
            return "variant"
        return None

    def _reason_of_clock(self, challenge: ChallengeInfo) -> str | None:
        control, speed = challenge.time_control, challenge.speed_name
        if control.type == "clock":
            minutes, increment = control.limit / 60, control.increment
            if minutes < self.min_minutes or increment < self.min_increment:
                return "tooFast"
            if minutes > self.max_minutes or increment > self.max_increment:
                return "tooSlow"
        elif speed == "daily" and speed in self.speeds:
            if control.days_per_turn < self.min_days:
                return "tooFast"
            if control.days_per_turn > self.max_days:
                return "tooSlow"
        if speed in self.speeds:
            return None
        accepted = [SPEEDS.index(one) for one in self.speeds]
        if speed not in SPEEDS or not accepted:
            return "timeControl"
        at = SPEEDS.index(speed)
        return "tooFast" if at < min(accepted) else "tooSlow" if at > max(accepted) else "timeControl"

    def _reason_of_load(self, load: Load) -> str | None:
        return "later" if load.games >= self.games or load.with_challenger >= self.games_per_opponent else None

    def limit_to(self, game_types: tuple[str, ...], editions: tuple[str, ...]) -> ChallengeRules:
        """Return the rules without what the engine cannot play. Raises BotError if nothing is left."""
        limited = replace(
            self,
            game_types=tuple(one for one in self.game_types if one in game_types),
            editions=tuple(one for one in self.editions if one in editions),
        )
        for name, asked, possible in (
            ("game-types", self.game_types, game_types),
            ("editions", self.editions, editions),
        ):
            if not set(asked) & set(possible):
                where = f"{self.source}: " if self.source else ""
                raise BotError(
                    f"{where}{name} {', '.join(asked)}: the engine plays none of them, only {', '.join(possible)}"
                )
        return limited


# reading a file

_Parse = Callable[[Any], Any]


class _Unexpected(Exception):
    """A value that a key cannot have; the message says what was expected."""


def _number(low: float, high: float) -> _Parse:
    def parse(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise _Unexpected(f"expected a number from {low:g} to {high:g}")
        return float(value)

    return parse


def _count(high: int) -> _Parse:
    def parse(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= high:
            raise _Unexpected(f"expected a whole number from 1 to {high}")
        return value

    return parse


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Unexpected("expected true or false")
    return value


def _words(expected: tuple[str, ...]) -> _Parse:
    def parse(value: Any) -> tuple[str, ...]:
        names = _texts(value)
        for name in names:
            if name not in expected:
                raise _Unexpected(f"{name!r} is not one of {', '.join(expected)}")
        if not names:
            raise _Unexpected(f"expected at least one of {', '.join(expected)}")
        return names

    return parse


def _game_types(value: Any) -> tuple[str, ...]:
    try:
        names = tuple(str(GameType.parse(name)) for name in _texts(value))
    except NotationError as error:
        raise _Unexpected(str(error)) from None
    if not names:
        raise _Unexpected("expected at least one game type, such as Base+MLP")
    return names


def _accounts(value: Any) -> tuple[str, ...]:
    return tuple(name.lower() for name in _texts(value))


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise _Unexpected("expected a list of texts in quotation marks")
    return tuple(value)


_KEYS: Final[Mapping[str, _Parse]] = {
    "games": _count(_MAX_GAMES),
    "games-per-opponent": _count(_MAX_GAMES),
    "opponents": _words(_OPPONENTS),
    "modes": _words(_MODES),
    "game-types": _game_types,
    "editions": _words(tuple(edition.id for edition in EDITIONS)),
    "min-rating": _number(0, 5000),
    "max-rating": _number(0, 5000),
    "allow": _accounts,
    "block": _accounts,
    "takebacks": _boolean,
}
_CLOCK_KEYS: Final[Mapping[str, _Parse]] = {
    "speeds": _words(SPEEDS),
    "min-minutes": _number(0, 1440),
    "max-minutes": _number(0, 1440),
    "min-increment": _number(0, 3600),
    "max-increment": _number(0, 3600),
    "min-days": _number(0, 365),
    "max-days": _number(0, 365),
}


def read_rules(path: Path) -> ChallengeRules:
    """Read a file of rules. Raises BotError, which names the file, the key and the value, and OSError."""
    with path.open("rb") as file:
        data = file.read(_MAX_FILE_BYTES + 1)
    if len(data) > _MAX_FILE_BYTES:
        raise BotError(f"{path}: larger than {_MAX_FILE_BYTES:,} bytes")
    try:
        table = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BotError(f"{path}: not a TOML file: {error}") from error
    clock = table.pop("clock", {})
    if not isinstance(clock, dict):
        raise BotError(f"{path}: clock = {clock!r}: expected a table, which begins with [clock]")
    values = _parse(path, table, _KEYS, "") | _parse(path, clock, _CLOCK_KEYS, "clock.")
    rules = ChallengeRules(**values, source=str(path))
    for low, high in (("rating", ""), ("minutes", "clock."), ("increment", "clock."), ("days", "clock.")):
        least, most = getattr(rules, f"min_{low}"), getattr(rules, f"max_{low}")
        if least > most:
            raise BotError(f"{path}: {high}min-{low} = {least:g} is more than max-{low} = {most:g}")
    return rules


def _parse(path: Path, table: Mapping[str, Any], keys: Mapping[str, _Parse], prefix: str) -> dict[str, Any]:
    """Parse the keys of a table, and return the values of the fields."""
    known = {one.name for one in fields(ChallengeRules)}
    values = dict[str, Any]()
    for key, value in table.items():
        if key not in keys:
            raise BotError(f"{path}: unknown key {prefix}{key}: expected one of {', '.join(keys)}")
        try:
            values[key.replace("-", "_")] = keys[key](value)
        except _Unexpected as error:
            raise BotError(f"{path}: {prefix}{key} = {value!r}: {error}") from None
    assert values.keys() <= known
    return values
