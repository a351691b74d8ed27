"""A bot against the fake server: whole games, challenges, and everything that can go wrong on the way."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from skep import Board, Color
from skep.bot import (
    Bot,
    BotApi,
    BotError,
    BotSettings,
    ChallengeRules,
    EngineSource,
    InvalidToken,
    OnInterrupt,
    OwnAccount,
    Pace,
    ProgramEngines,
)
from skep.bot.engines import BuiltInEngines
from skep.bot.game import MAX_CRASHES
from skep.engine import EngineProtocol
from tests.bot.fake_server import TOKEN, FakeGame, FakeServer, wait_until

PROGRAM = (sys.executable, str(Path(__file__).with_name("uhp_program.py")))
FAST = BotSettings(pace=Pace(seconds=0.05))
MANY = ChallengeRules(games=8, games_per_opponent=8)
OVER = ("resign", "mate")
"""How the games can end. The opponents resign, but a random one may surround its own queen bee before."""


@pytest.fixture(autouse=True)
def short_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.bot.pacing._FIRST_DELAY", 0.05)


class Accepting(BuiltInEngines):
    """Level 1, which accepts every draw."""

    def __init__(self) -> None:
        super().__init__(level=1)

    def accepts_draw(self, board: Board, color: Color) -> bool:  # noqa: ARG002
        return True


class Running:
    """A bot on a thread."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.result: bool | BaseException | None = None
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.result = self.bot.run()
        except BaseException as error:
            self.result = error

    @property
    def is_over(self) -> bool:
        return not self.thread.is_alive()


@contextmanager
def running(
    server: FakeServer, settings: BotSettings = FAST, engines: EngineSource | None = None, token: str = TOKEN
) -> Iterator[Running]:
    """Run a bot during the block, and end it afterwards."""
    bot = Running(Bot(BotApi(server.url, token), OwnAccount(id="robot"), engines or BuiltInEngines(level=1), settings))
    bot.thread.start()
    try:
        yield bot
    finally:
        if not bot.is_over:
            for game in server.games.values():
                server.change(game, game.abort)
            with suppress(KeyboardInterrupt):  # the test has interrupted it before
                bot.bot.interrupt()
        bot.thread.join(30)
        assert bot.is_over


def finish(*games: FakeGame) -> None:
    """Wait until the games are over."""
    wait_until(lambda: all(game.status != "started" for game in games))


@pytest.mark.parametrize("color", Color)
@pytest.mark.parametrize("kind", ["Base", "Base+MLP"])
def test_a_game_is_played_to_its_end(server: FakeServer, color: Color, kind: str) -> None:
    with running(server, replace(FAST, stop_after=1)) as bot:
        game = server.add_game(FakeGame("g", color, game_type=kind))
        wait_until(lambda: bot.is_over)
    assert game.status in OVER
    assert (game.winner, bot.result) == (color.name.lower(), True)


def test_a_game_in_progress_is_continued(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g"))
    for move in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        game.push(move)
    with running(server):
        finish(game)
    assert game.winner == "white"


def test_several_games_are_played_at_once(server: FakeServer) -> None:
    games = [server.add_game(FakeGame(f"g{number}", Color(number % 2), resign_at=20)) for number in range(4)]
    with running(server):
        finish(*games)
    assert all(game.status in OVER for game in games)


@pytest.mark.parametrize("edition", ["pocket-2012", "hive-2016"])
def test_the_edition_is_the_games(server: FakeServer, edition: str) -> None:
    game = server.add_game(FakeGame("g", edition=edition, resign_at=30))
    with running(server):
        finish(game)
    assert game.status in OVER


def test_challenges_are_accepted_and_declined_by_the_rules(server: FakeServer) -> None:
    rules = replace(MANY, games=2, max_minutes=10)
    server.add_challenge("slow", timeControl={"type": "clock", "limit": 1800, "increment": 0}, speed="classical")
    with running(server, replace(FAST, rules=rules)):
        server.add_challenge("good")
        wait_until(lambda: "good" in server.games)
        finish(server.games["good"])
    assert server.fields_of("/api/challenge/slow/decline") == {"reason": "tooSlow"}
    assert "/api/challenge/good/accept" in server.paths()


@pytest.mark.parametrize(("least", "is_accepted"), [(1500, True), (1501, False)])
def test_the_rating_of_the_challenger_is_looked_up(server: FakeServer, least: float, is_accepted: bool) -> None:
    with running(server, replace(FAST, rules=replace(MANY, min_rating=least))):
        server.add_challenge("c")
        wait_until(lambda: any("challenge" in path for path in server.paths()))
    assert server.paths("GET").count("/api/players/Anna") == 1
    assert ("/api/challenge/c/accept" in server.paths()) is is_accepted


def test_a_busy_bot_says_later(server: FakeServer) -> None:
    server.add_game(FakeGame("g", resign_at=1000))
    with running(server):
        wait_until(lambda: len(server.games["g"].moves) > 2)
        server.add_challenge("more")
        wait_until(lambda: "/api/challenge/more/decline" in server.paths())
    assert server.fields_of("/api/challenge/more/decline") == {"reason": "later"}


def test_its_own_challenges_are_not_answered(server: FakeServer) -> None:
    server.add_challenge("mine", challenger={"id": "robot", "name": "Robot"})
    with running(server):
        server.add_challenge("theirs", speed="unlimited", timeControl={"type": "unlimited"})
        wait_until(lambda: "/api/challenge/theirs/decline" in server.paths())
    assert not any("mine" in path for path in server.paths())


def test_a_challenge_is_answered_later_if_the_server_was_unavailable(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skep.bot.bot._RETRY_SECONDS", 0.1)
    server.failures = [(503, {})]
    with running(server):
        server.add_challenge("c")
        wait_until(lambda: "c" in server.games)
        finish(server.games["c"])


def test_it_challenges_a_player_and_joins_an_arena(server: FakeServer) -> None:
    settings = replace(FAST, challenge="Ben", challenge_settings={"rated": "true", "days": "2"}, tournament="arena1")
    with running(server, settings):
        wait_until(lambda: "/api/challenge/Ben" in server.paths())
        assert server.fields_of("/api/challenge/Ben") == {"rated": "true", "days": "2"}
    assert [path for path in server.paths() if "tournament" in path] == [
        "/api/tournament/arena1/join",
        "/api/tournament/arena1/withdraw",
    ]


def test_a_challenge_that_nobody_has_answered_is_withdrawn_in_the_end(server: FakeServer) -> None:
    with running(server, replace(FAST, challenge="Ben")) as bot:
        wait_until(lambda: "/api/challenge/Ben" in server.paths())
        bot.bot.interrupt()
        wait_until(lambda: bot.is_over)
    assert server.paths()[-1] == "/api/challenge/to-Ben/cancel"


def test_an_engine_is_kept_for_a_fast_game_and_released_in_a_daily_one(server: FakeServer) -> None:
    created = dict[str, int]()

    class Counting(BuiltInEngines):
        def create(self, board: Board) -> EngineProtocol:
            created[str(board.game_type)] = created.get(str(board.game_type), 0) + 1
            return super().create(board)

    fast = server.add_game(FakeGame("fast", game_type="Base"))
    slow = server.add_game(FakeGame("slow", game_type="Base+M", clock=None, days=1, resign_at=8))
    with running(server, engines=Counting(level=1)):
        finish(fast, slow)
    assert created == {"Base": 1, "Base+M": 5}


# lost connections


def test_lost_streams_are_opened_again_and_nothing_is_missed(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=1000))
    with running(server, replace(FAST, rules=MANY)):
        for _ in range(3):
            wait_until(lambda: bool(server.event_streams and game.streams))
            server.drop_streams()
        server.add_challenge("meanwhile")
        game.resign_at = 0
        finish(game)
        wait_until(lambda: "meanwhile" in server.games)
        finish(server.games["meanwhile"])
    assert game.status in OVER
    assert server.paths("GET").count("/api/stream/event") >= 4
    assert server.paths("GET").count("/api/bot/game/stream/g") >= 4


def test_a_restarted_server_is_found_again(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=20))
    with running(server):
        wait_until(lambda: len(game.moves) >= 4)
        server.is_down = True
        server.drop_streams()
        time.sleep(1.0)
        before = len(game.moves)
        server.is_down = False
        finish(game)
    assert before < len(game.moves)
    assert game.status in OVER


def test_a_move_whose_answer_was_lost_is_not_made_twice(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=20))
    server.loses_answers = 3
    with running(server):
        finish(game)
    assert game.status in OVER
    assert server.loses_answers == 0
    assert not any("resign" in path for path in server.paths())


def test_failed_moves_are_sent_again(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g"))
    server.failures = [(503, {}), (429, {"Retry-After": "1"}), (500, {})]
    with running(server):
        finish(game)
    assert game.status in OVER


def test_a_refused_token_ends_the_bot(server: FakeServer) -> None:
    with running(server, token="old") as bot:
        wait_until(lambda: bot.is_over)
    assert isinstance(bot.result, InvalidToken)


def test_a_game_that_is_gone_is_left(server: FakeServer) -> None:
    with running(server, replace(FAST, rules=MANY)) as bot:
        wait_until(lambda: bool(server.event_streams))
        server.send_event(FakeGame("ghost").event("gameStart"))
        wait_until(lambda: "/api/bot/game/stream/ghost" in server.paths("GET"))
        game = server.add_game(FakeGame("g"))
        finish(game)
        assert not bot.is_over


def test_a_game_that_does_not_follow_the_rules_is_left(server: FakeServer, caplog: pytest.LogCaptureFixture) -> None:
    game = server.add_game(FakeGame("g"))
    game.moves = ["wS1", "bS1 wS1-", "wS2 bS1-"]  # the board of the fake server knows nothing of these
    with running(server):
        wait_until(lambda: "the bot cannot follow this game" in caplog.text)
    assert not any("/move/" in path for path in server.paths())


# engines that fail


def program(*arguments: str) -> ProgramEngines:
    engines = ProgramEngines((*PROGRAM, *arguments), timeout=60)
    engines.check()
    return engines


@pytest.mark.slow
def test_a_uhp_program_plays_by_the_rules_of_the_game(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", Color.BLACK, edition="hive-classic"))
    with running(server, engines=program("random")):
        finish(game)
    assert game.winner == "black"


def test_a_crashed_program_is_started_again_and_continues_the_game(
    server: FakeServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = server.add_game(FakeGame("g", resign_at=3))
    for move in ("wS1", "bS1 wS1-"):
        game.push(move)
    with running(server, engines=program("crashing", str(tmp_path / "crashed"))):
        finish(game)
    assert (game.winner, game.moves[2:]) == ("white", ["wQ -wS1"])
    assert caplog.text.count("starts the engine again") == 1


def test_a_program_that_keeps_crashing_resigns(server: FakeServer, caplog: pytest.LogCaptureFixture) -> None:
    game = server.add_game(FakeGame("g"))
    for move in ("wS1", "bS1 wS1-"):
        game.push(move)
    with running(server, engines=program("crashing")):
        finish(game)
    assert (game.status, game.winner) == ("resign", "black")
    assert caplog.text.count("starts the engine again") == MAX_CRASHES - 1
    assert "resigns after 4 failures of the engine" in caplog.text


def test_a_program_that_plays_an_illegal_move_resigns(server: FakeServer, caplog: pytest.LogCaptureFixture) -> None:
    game = server.add_game(FakeGame("g"))
    for move in ("wS1", "bS1 wS1-"):
        game.push(move)
    with running(server, engines=program("illegal")):
        finish(game)
    assert (game.status, game.winner) == ("resign", "black")
    assert "chose 'wQ bQ', which is not a legal move" in caplog.text


def test_an_engine_that_fails_before_the_game_has_begun_aborts_it(server: FakeServer) -> None:
    class Failing(BuiltInEngines):
        def create(self, board: Board) -> EngineProtocol:
            engine: Any = super().create(board)
            engine.close()
            return engine  # type: ignore[no-any-return]

    game = server.add_game(FakeGame("g"))
    with running(server, engines=Failing()):
        finish(game)
    assert game.status == "aborted"


def test_a_move_that_the_server_refuses_ends_in_resignation(
    server: FakeServer, caplog: pytest.LogCaptureFixture
) -> None:
    game = server.add_game(FakeGame("g"))
    for move in ("wS1", "bS1 wS1-"):
        game.push(move)
    server.failures = [(400, {})] * 3
    with running(server):
        finish(game)
    assert (game.status, game.winner) == ("resign", "black")
    assert "because the server does not accept" in caplog.text


# offers


def offer(server: FakeServer, game: FakeGame, name: str) -> None:
    server.change(game, lambda: setattr(game, "extra", {name: True}))


def test_a_draw_is_accepted_if_the_engine_wants_it(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=1000))
    with running(server, replace(FAST, pace=Pace(seconds=0.3)), Accepting()):
        wait_until(lambda: len(game.moves) >= 6)
        offer(server, game, "bdraw")
        finish(game)
    assert game.status == "draw"


def test_an_offer_is_declined_only_once(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=10, rated=True))
    game.extra = {"btakeback": True}
    with running(server):
        finish(game)
    assert server.paths().count("/api/bot/game/g/takeback/no") == 1


def test_a_takeback_is_accepted_in_a_casual_game(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=1000))
    for move in ("wS1", "bS1 wS1-"):
        game.push(move)
    game.extra = {"btakeback": True}
    with running(server):
        wait_until(lambda: "/api/bot/game/g/takeback/yes" in server.paths())
        finish(game)
    assert game.winner == "white"


def test_the_victory_over_a_player_who_has_left_is_claimed(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", Color.BLACK, resign_at=1000))
    with running(server, replace(FAST, pace=Pace(seconds=5))):
        wait_until(lambda: bool(game.streams))
        for stream in game.streams:
            stream.put({"type": "opponentGone", "gone": True, "claimWinInSeconds": 0})
        finish(game)
    assert (game.status, game.winner) == ("timeout", "black")


# the end


def test_an_interrupted_bot_finishes_its_games(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=16))
    with running(server) as bot:
        wait_until(lambda: len(game.moves) >= 4)
        bot.bot.interrupt()
        wait_until(lambda: bot.is_over)
    assert (bot.result, game.status) == (False, "resign")
    assert game.winner == "white"


def test_an_interrupted_bot_does_not_wait_for_daily_games(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=1000, clock=None, days=3))
    with running(server) as bot:
        wait_until(lambda: len(game.moves) >= 4)
        bot.bot.interrupt()
        wait_until(lambda: bot.is_over)
    assert game.winner is None
    assert not any("resign" in path for path in server.paths())


@pytest.mark.parametrize(("how", "winner"), [(OnInterrupt.RESIGN, "black"), (OnInterrupt.LEAVE, None)])
def test_games_can_be_resigned_or_left(server: FakeServer, how: OnInterrupt, winner: str | None) -> None:
    game = server.add_game(FakeGame("g", resign_at=1000))
    with running(server, replace(FAST, on_interrupt=how)) as bot:
        wait_until(lambda: len(game.moves) >= 4)
        bot.bot.interrupt()
        wait_until(lambda: bot.is_over)
        assert game.winner == winner


def test_no_challenges_are_accepted_while_games_are_finished(server: FakeServer) -> None:
    game = server.add_game(FakeGame("g", resign_at=1000))
    with running(server, replace(FAST, rules=MANY)) as bot:
        wait_until(lambda: len(game.moves) >= 4)
        bot.bot.interrupt()
        wait_until(lambda: bot.bot._is_ending)
        server.add_challenge("late")
        wait_until(lambda: "/api/challenge/late/decline" in server.paths())
    assert server.fields_of("/api/challenge/late/decline") == {"reason": "later"}


def test_a_second_interrupt_ends_at_once(server: FakeServer) -> None:
    with running(server) as bot:
        bot.bot.interrupt()
        with pytest.raises(KeyboardInterrupt):
            bot.bot.interrupt()


def test_an_arena_that_does_not_exist_ends_the_bot(server: FakeServer) -> None:
    server.failures = [(404, {})]
    with running(server, replace(FAST, tournament="none")) as bot:
        wait_until(lambda: bot.is_over)
    assert isinstance(bot.result, BotError)


def test_progress_is_logged(server: FakeServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "skep.bot"), running(server, replace(FAST, stop_after=1)) as bot:
        server.add_challenge("c")
        wait_until(lambda: bot.is_over)
    lines = [record.getMessage() for record in caplog.records]
    assert "challenge c of Anna: accepted" in lines
    assert "game c: white against Anna, Base casual, move 1" in lines
    assert any(line.startswith("game c: Anna plays b") for line in lines)
    assert any(line.startswith("game c: move 3: w") for line in lines)
    assert lines[-2:] == ["game c: won against Anna (resign)", "ends after 1 games"]
