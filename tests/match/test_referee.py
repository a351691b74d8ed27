"""The referee: games end by the rules, by a limit of the match, or because a player fails."""

from __future__ import annotations

import pytest

from skep.board import Board
from skep.engine import Limit
from skep.match.controls import Control
from skep.match.plan import Plan
from skep.match.players import Player, ProgramPlayer, make_player
from skep.match.records import Ending, GameRecord
from skep.match.referee import play_game
from skep.match.specs import Program, parse_player
from skep.notation.uhp import GameString
from skep.pieces import Color
from tests.match.helpers import OPENINGS, ScriptedPlayer, fail, plan, scheduled_game, scripted_engine


def play(white: Player, black: Player, match: Plan | None = None, opening: str = OPENINGS[0]) -> GameRecord:
    return play_game(match or plan(), scheduled_game(opening=opening), {Color.WHITE: white, Color.BLACK: black})


def test_a_game_at_the_length_limit_is_a_draw() -> None:
    game = play(ScriptedPlayer(), ScriptedPlayer())
    assert (game.winner, game.ending, game.points, game.result) == (None, Ending.LENGTH, 0.5, "Draw")
    assert Board.from_game_string(game.game).ply == 12
    assert len(game.seconds) == 8
    assert (game.white, game.black, game.opening_plies, game.evidence) == ("level 2", "level 1", 4, None)


def test_repetition_ends_a_game_only_with_threefold() -> None:
    def repeat(board: Board, _limit: Limit) -> str:
        return ("wQ \\wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-")[board.ply % 4]

    game = play(ScriptedPlayer(repeat), ScriptedPlayer(repeat), plan(max_plies=40, threefold=True))
    assert (game.winner, game.ending) == (None, Ending.REPETITION)
    game = play(ScriptedPlayer(repeat), ScriptedPlayer(repeat), plan(max_plies=40))
    assert game.ending is Ending.LENGTH


@pytest.mark.parametrize("color", list(Color))
@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        ("wQ bQ", Ending.ILLEGAL),
        ("bS2 wS1\\", Ending.ILLEGAL),
        ("pass", Ending.ILLEGAL),
        ("abracadabra", Ending.UNREADABLE),
        ("", Ending.UNREADABLE),
        ("wA1 -bL", Ending.UNREADABLE),
    ],
)
def test_an_invalid_answer_loses(color: Color, answer: str, ending: Ending) -> None:
    wrong: Player = ScriptedPlayer(lambda _board, _limit: answer)
    players = {color: wrong, color.other: ScriptedPlayer()}
    game = play_game(plan(), scheduled_game(), players)
    assert (game.winner, game.ending) == (color.other, ending)
    evidence = game.evidence
    assert evidence is not None
    assert (evidence.answer, evidence.position) == (answer, game.game)
    assert evidence.transcript == ("> bestmove", "< something")
    assert evidence.player == (game.white if color is Color.WHITE else game.black)
    assert evidence.reason


def test_a_player_that_fails_loses() -> None:
    game = play(ScriptedPlayer(), ScriptedPlayer(fail))
    assert (game.winner, game.ending) == (Color.WHITE, Ending.CRASH)
    assert game.evidence is not None
    assert (game.evidence.reason, game.evidence.transcript) == ("out of bees", ("! out of bees",))


class FakeTimer:
    """A replacement for the referee's timer: time passes only while a slow player thinks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def play_slowly(self, board: Board, _limit: Limit) -> str:
        self.now += 0.06
        return board.uhp(board.legal_moves.list()[0])


@pytest.fixture
def timer(monkeypatch: pytest.MonkeyPatch) -> FakeTimer:
    timer = FakeTimer()
    monkeypatch.setattr("skep.match.referee.perf_counter", timer)
    return timer


def test_a_late_move_loses_only_beyond_the_margin(timer: FakeTimer) -> None:
    strict = plan(control_b=Control(seconds=0.01), margin=0.02)
    game = play(ScriptedPlayer(), ScriptedPlayer(timer.play_slowly), strict)
    assert (game.winner, game.ending) == (Color.WHITE, Ending.TIME)
    assert game.evidence is not None
    assert game.evidence.reason.endswith("0.060 s of the 0.010 s it had")
    assert game.evidence.answer
    tolerant = plan(control_b=Control(seconds=0.01), margin=0.05)
    assert play(ScriptedPlayer(), ScriptedPlayer(timer.play_slowly), tolerant).ending is Ending.LENGTH


def test_a_clock_runs_down_and_gets_its_increment(timer: FakeTimer) -> None:
    clocks = plan(control_a=Control(clock=0.15, increment=0.0), control_b=Control(clock=10, increment=2), margin=0.0)
    black = ScriptedPlayer()
    game = play(ScriptedPlayer(timer.play_slowly), black, clocks)
    assert (game.winner, game.ending) == (Color.BLACK, Ending.TIME)
    assert [limit.clock for limit in black.limits] == [10, 12]
    assert black.limits[0].increment == 2


def test_the_referee_plays_a_forced_pass() -> None:
    passing = r"Base;;;wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ"
    white = ScriptedPlayer()
    game = play(white, ScriptedPlayer(), plan(edition="hive-classic", max_plies=8), passing)
    assert GameString.parse(game.game).moves[6] == "pass"
    assert white.limits == []
    assert game.seconds[0] == 0


@pytest.mark.parametrize(
    ("behaviour", "ending", "line"),
    [
        ("cheating", Ending.ILLEGAL, "< bQ wQ"),
        ("babbling", Ending.UNREADABLE, "< abracadabra"),
        ("crashing", Ending.CRASH, "! out of bees"),
        ("hanging", Ending.NO_ANSWER, "> bestmove depth 1"),
        ("refusing", Ending.REFUSAL, "< err I do not want to"),
    ],
)
def test_a_misbehaving_engine_loses_with_evidence(behaviour: str, ending: Ending, line: str) -> None:
    match = plan(timeout=0.6 if behaviour == "hanging" else 20)
    engine = make_player(parse_player(scripted_engine(behaviour)), 20)
    game = play(ScriptedPlayer(), engine, match)
    assert (game.winner, game.ending) == (Color.WHITE, ending)
    assert game.evidence is not None
    assert line in game.evidence.transcript
    assert game.evidence.position == game.game
    if behaviour == "crashing":  # it is restarted for its next game
        assert play(ScriptedPlayer(), engine, match).ending is ending
    engine.close()


def test_a_slow_engine_loses_on_time() -> None:
    engine = make_player(parse_player(scripted_engine("slow")), 20)
    game = play(ScriptedPlayer(), engine, plan(control_b=Control(seconds=0.05), margin=0.05))
    assert (game.winner, game.ending) == (Color.WHITE, Ending.TIME)
    engine.close()


def test_an_engine_that_does_not_start_loses() -> None:
    game = play(ScriptedPlayer(), ProgramPlayer(Program(("no-such-engine",), "x"), 1))
    assert (game.winner, game.ending) == (Color.WHITE, Ending.CRASH)
    assert game.evidence is not None
    assert "does not start" in game.evidence.reason
