"""The rules by which challenges are accepted, and the file that they are read from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from skep.bot.errors import BotError
from skep.bot.messages import ChallengeInfo, PlayerInfo, TimeControl, Variant
from skep.bot.rules import ChallengeRules, Load, read_rules

ANNA = PlayerInfo(id="anna", name="Anna")
BLITZ = ChallengeInfo(
    id="c",
    challenger=ANNA,
    variant=Variant(key="Base+MLP"),
    speed="blitz",
    time_control=TimeControl(type="clock", limit=300, increment=3),
)
DAILY = ChallengeInfo(
    id="d",
    challenger=ANNA,
    speed="correspondence",
    time_control=TimeControl(type="correspondence", days_per_turn=3),
)
UNLIMITED = ChallengeInfo(id="u", challenger=ANNA, speed="correspondence")
FREE = Load()


def test_the_defaults_accept_every_game_with_a_clock() -> None:
    rules = ChallengeRules()
    assert [rules.reason_to_decline(one, FREE) for one in (BLITZ, DAILY, UNLIMITED)] == [None, None, "tooSlow"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"modes": ("rated",)}, "rated"),
        ({"game_types": ("Base",)}, "variant"),
        ({"editions": ("hive-2016",)}, "variant"),
        ({"min_minutes": 6}, "tooFast"),
        ({"max_minutes": 4}, "tooSlow"),
        ({"min_increment": 5}, "tooFast"),
        ({"max_increment": 2}, "tooSlow"),
        ({"speeds": ("rapid", "daily")}, "tooFast"),
        ({"speeds": ("bullet",)}, "tooSlow"),
        ({"speeds": ("bullet", "rapid")}, "timeControl"),
        ({"min_rating": 1501}, "generic"),
        ({"max_rating": 1499}, "generic"),
        ({"allow": ("ben",)}, "generic"),
        ({"block": ("anna",)}, "generic"),
        ({"opponents": ("bots",)}, "onlyBot"),
        ({"min_minutes": 5, "max_minutes": 5, "min_rating": 1500, "max_rating": 1500, "allow": ("anna",)}, None),
    ],
)
def test_each_rule_declines_with_its_reason(change: dict[str, object], reason: str | None) -> None:
    rules = replace(ChallengeRules(), **change)  # type: ignore[arg-type]
    assert rules.reason_to_decline(BLITZ, FREE, rating=1500) == reason


@pytest.mark.parametrize(("days", "reason"), [(1, "tooFast"), (2, None), (5, None), (7, "tooSlow")])
def test_days_per_move(days: int, reason: str | None) -> None:
    rules = ChallengeRules(min_days=2, max_days=5)
    daily = ChallengeInfo(id="d", time_control=TimeControl(type="correspondence", days_per_turn=days))
    assert rules.reason_to_decline(daily, FREE) == reason


def test_games_without_a_clock_can_be_allowed() -> None:
    assert ChallengeRules(speeds=("unlimited",)).reason_to_decline(UNLIMITED, FREE) is None
    assert ChallengeRules(speeds=("unlimited",)).reason_to_decline(DAILY, FREE) == "tooFast"


def test_bots_can_be_refused() -> None:
    bot = ChallengeInfo(
        id="b", challenger=PlayerInfo(id="x", title="BOT"), speed="blitz", time_control=BLITZ.time_control
    )
    assert ChallengeRules(opponents=("people",)).reason_to_decline(bot, FREE) == "noBot"
    assert ChallengeRules(opponents=("bots",)).reason_to_decline(bot, FREE) is None


def test_a_rated_challenge_can_be_refused() -> None:
    rated = ChallengeInfo(id="r", challenger=ANNA, rated=True, speed="blitz", time_control=BLITZ.time_control)
    assert ChallengeRules(modes=("casual",)).reason_to_decline(rated, FREE) == "casual"


def test_players_without_a_rating_are_accepted() -> None:
    new = ChallengeInfo(id="n", challenger=PlayerInfo(id="new"), speed="blitz", time_control=BLITZ.time_control)
    rules = ChallengeRules(min_rating=2000)
    assert rules.reason_to_decline(new, FREE) is None
    assert (rules.needs_rating, ChallengeRules().needs_rating) == (True, False)


def test_the_number_of_games_is_limited_in_all_and_per_opponent() -> None:
    rules = ChallengeRules(games=3, games_per_opponent=2)
    loads = [Load(2, 1), Load(3, 0), Load(2, 2)]
    assert [rules.reason_to_decline(BLITZ, load) for load in loads] == [None, "later", "later"]


def test_rules_are_limited_to_what_the_engine_plays() -> None:
    rules = ChallengeRules().limit_to(("Base", "Base+M"), ("ultimate-2024",))
    assert (rules.game_types, rules.editions) == (("Base", "Base+M"), ("ultimate-2024",))
    with pytest.raises(BotError, match=r"^my\.toml: editions hive-2016: the engine plays none of them, only ult"):
        ChallengeRules(editions=("hive-2016",), source="my.toml").limit_to(("Base",), ("ultimate-2024",))


FILE = """
games = 4
games-per-opponent = 2
opponents = ["people"]
modes = ["casual"]
game-types = ["Base", "base+plm"]
editions = ["ultimate-2024", "pocket-2012"]
min-rating = 1000
max-rating = 2000.5
allow = ["Anna"]
block = ["BEN"]
takebacks = false

[clock]
speeds = ["blitz", "daily"]
min-minutes = 1
max-minutes = 10
min-increment = 0
max-increment = 5
min-days = 1
max-days = 3
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_with_every_key(tmp_path: Path) -> None:
    assert read_rules(write(tmp_path, FILE)) == ChallengeRules(
        games=4,
        games_per_opponent=2,
        opponents=("people",),
        modes=("casual",),
        game_types=("Base", "Base+MLP"),
        editions=("ultimate-2024", "pocket-2012"),
        min_rating=1000,
        max_rating=2000.5,
        allow=("anna",),
        block=("ben",),
        takebacks=False,
        speeds=("blitz", "daily"),
        min_minutes=1,
        max_minutes=10,
        min_increment=0,
        max_increment=5,
        min_days=1,
        max_days=3,
    )


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    assert read_rules(write(tmp_path, "")) == ChallengeRules()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("games = 0", "games = 0: expected a whole number from 1 to 256"),
        ("games = true", "games = True: expected a whole number from 1 to 256"),
        ("games = 1.5", "games = 1.5: expected a whole number from 1 to 256"),
        ("game = 1", "unknown key game: expected one of games, games-per-opponent, "),
        ("takebacks = 'no'", "takebacks = 'no': expected true or false"),
        ("modes = 'rated'", "modes = 'rated': expected a list of texts in quotation marks"),
        ("modes = []", r"modes = []: expected at least one of rated, casual"),
        ("opponents = ['cats']", "opponents = ['cats']: 'cats' is not one of people, bots"),
        ("game-types = ['Basic']", "game-types = ['Basic']: "),
        ("game-types = []", "game-types = []: expected at least one game type"),
        ("editions = ['hive-2030']", "'hive-2030' is not one of ultimate-2024, pocket-2012, "),
        ("min-rating = nan", "min-rating = nan: expected a number from 0 to 5000"),
        ("min-rating = 1500\nmax-rating = 1400", "min-rating = 1500 is more than max-rating = 1400"),
        ("clock = 3", "clock = 3: expected a table, which begins with [clock]"),
        ("[clock]\nspeeds = ['slow']", "clock.speeds = ['slow']: 'slow' is not one of bullet, "),
        ("[clock]\nmin-hours = 1", "unknown key clock.min-hours: expected one of speeds, min-minutes, "),
        ("[clock]\nmin-days = 3\nmax-days = 2", "clock.min-days = 3 is more than max-days = 2"),
        ("games = ", "not a TOML file: "),
        ("a = '\udcff'", "not a TOML file: "),
    ],
)
def test_a_mistake_is_named_with_its_file_key_and_value(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BotError) as error:
        read_rules(path)
    assert str(error.value).startswith(f"{path}: ")
    assert problem in str(error.value)


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"larger than 1,000,000 bytes"):
        read_rules(write(tmp_path, "#" * 1_000_001))


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_rules(tmp_path / "none.toml")
