"""Conditional moves: prepared replies are played at once, and only where they are legal and in turn."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from skep.board import Board
from skep.server.play.conditional_moves import Prepared, check_lines, digest, remaining
from skep.server.play.daily_turns import DailyTurns
from skep.server.play.live_game import LiveGame
from skep.server.schemas.game import ClockRule
from skep.server.store.records import Event, EventKind
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.games import game_row, play
from tests.server.play.daily import Daily

DAYS = ClockRule(kind="days", days=3)


def until(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds; the server replies in the background."""
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError(f"timed out waiting for {what}")


def test_a_prepared_reply_is_played_at_once_and_the_line_goes_on(server: TestClient) -> None:
    daily = Daily(server)
    daily.play("wS1 0,0", "bS1 1,0")
    answer = daily.prepare(daily.ben, ["wQ -wS1", "bQ bS1-"], ["wA1 -wS1", "bQ bS1-", "wQ /wS1", "bA1 bQ/"])
    assert answer.status_code == 200, answer.text
    assert daily.lines(daily.anna) == [], "lines are private"
    daily.play("wA1 -1,0")
    until(lambda: len(daily.moves()) == 4, "the reply")
    assert daily.moves()[2:] == ["wA1 -wS1", "bQ bS1-"]
    until(lambda: daily.lines(daily.ben) == [["wQ /wS1", "bA1 bQ/"]], "the rest of the line")


def test_another_move_drops_the_lines(server: TestClient) -> None:
    daily = Daily(server)
    daily.play("wS1 0,0", "bS1 1,0")
    daily.prepare(daily.ben, ["wQ -wS1", "bQ bS1-"])
    daily.play("wG1 -1,0")
    until(lambda: daily.lines(daily.ben) == [], "the end of the lines")
    until(lambda: daily.ben.get("/api/notifications").json()["unread"] == 1, "the notification")
    assert len(daily.moves()) == 3


def test_both_players_can_prepare_the_moves_to_come(server: TestClient) -> None:
    daily = Daily(server)
    daily.play("wS1 0,0", "bS1 1,0")
    assert daily.prepare(daily.ben, ["wQ -wS1", "bQ bS1-", "wA1 /wQ", "bA1 bQ-"]).status_code == 200
    daily.play("wQ -1,0")
    until(lambda: len(daily.moves()) == 4, "the reply")
    # Anna's turn: she plays another move, and prepares a reply to that of Ben
    daily.play("wA1 -1,1")
    until(lambda: daily.lines(daily.ben) == [], "the end of Ben's line")
    assert daily.prepare(daily.anna, ["bA1 bQ-", "wA2 -wA1"]).status_code == 200
    daily.play("bA1 3,0")
    until(lambda: len(daily.moves()) == 7, "Anna's reply")
    assert daily.moves()[5] == "bA1 bQ-"


def test_a_takeback_drops_the_lines(server: TestClient) -> None:
    daily = Daily(server)
    daily.play("wS1 0,0", "bS1 1,0", "wQ -1,0", "bQ 2,0")
    daily.prepare(daily.ben, ["wA1 /wQ", "bA1 bQ-"])
    with daily.ben.live() as ben, daily.anna.live() as anna:
        ben.watch(daily.game)
        anna.watch(daily.game)
        assert ben.request("propose", game=daily.game, what="takeback")["kind"] == "done"
        assert anna.request("reply", game=daily.game, what="takeback", accept=True)["kind"] == "done"
    until(lambda: daily.lines(daily.ben) == [], "the end of the lines")
    daily.play("bQ 1,1")
    assert daily.lines(daily.ben) == [], "though as many moves have been made as before"


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([["wQ wS1-", "bQ bS1-"]], "'wQ wS1-', move 1 of line 1, is not legal"),
        ([["wQ -wS1", "bA1 -wQ"]], "'bA1 -wQ', move 2 of line 1, is not legal"),
        ([["wQ -wS1", "bQ bS1-", "wA1 /wQ"]], "Line 1 ends with a move of the opponent"),
        ([["wQ -wS1", "bQ bS1-"], ["wQ -wS1", "bA1 bS1-"]], "Line 2 replies 'bA1 bS1-' where another line"),
        ([["nonsense", "bQ bS1-"]], "'nonsense', move 1 of line 1"),
        ([["wQ -wS1", "bQ bS1-"] * 11], "Expected `array` of length <= 20"),
        ([["wQ -wS1", "bQ bS1-"]] * 21, "Expected `array` of length <= 20"),
    ],
)
def test_lines_that_cannot_be_played_are_refused(server: TestClient, lines: list[list[str]], sentence: str) -> None:
    daily = Daily(server)
    daily.play("wS1 0,0", "bS1 1,0")
    answer = daily.prepare(daily.ben, *lines)
    assert answer.status_code == 422
    assert sentence in answer.json()["detail"]
    assert daily.lines(daily.ben) == []


def test_lines_are_prepared_only_by_the_player_who_waits(server: TestClient) -> None:
    daily = Daily(server)
    daily.play("wS1 0,0", "bS1 1,0")
    line = ["wQ -wS1", "bQ bS1-"]
    codes = [
        daily.prepare(daily.anna, line),
        daily.prepare(Browser(server), line),
        daily.prepare(daily.ben, line, ply=1),
        daily.ben.put("/api/games/aaaaaaaaaa/conditional", {"ply": 2, "lines": []}),
    ]
    assert [(answer.status_code, answer.json().get("code")) for answer in codes] == [
        (409, "your-turn"),
        (403, "not-your-game"),
        (409, "late"),
        (404, None),
    ]
    computer = daily.anna.make(opponent="computer", clock={"kind": "days", "days": 3})
    answer = daily.anna.put(f"/api/games/{computer}/conditional", {"ply": 0, "lines": []})
    assert (answer.status_code, answer.json()["code"]) == (409, "not-daily")


def test_a_line_that_another_continues_is_stored_once(server: TestClient) -> None:
    daily = Daily(server)
    daily.play("wS1 0,0", "bS1 1,0")
    longer = ["wQ -wS1", "bQ bS1-", "wA1 /wQ", "bA1 bQ-"]
    assert daily.prepare(daily.ben, longer[:2], longer, longer).json()["lines"] == [longer]
    assert daily.prepare(daily.ben).json()["lines"] == []
    assert daily.lines(daily.ben) == []


def test_a_reply_is_played_after_a_restart(tmp_path: Path) -> None:
    """The server stops between the opponent's move and the reply; the next one finds the game without a client."""
    settings = settings_in(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DailyTurns, "on_event", lambda *_: None)
        with running_server(settings) as server:
            daily = Daily(server)
            daily.play("wS1 0,0", "bS1 1,0")
            daily.prepare(daily.ben, ["wQ -wS1", "bQ bS1-"])
            daily.play("wQ -1,0")
            assert len(daily.moves()) == 3
        with running_server(settings) as server:
            anna = Browser(server)
            anna.headers = daily.anna.headers
            until(lambda: anna.get("/api/notifications").json()["unread"] == 1, "Anna's notification")
            assert len(anna.get(f"/api/games/{daily.game}").json()["moves"]) == 4


def random_lines(game: LiveGame, rng: random.Random) -> list[list[str]]:
    """Return random legal lines that agree with each other."""
    replies: dict[tuple[str, ...], str] = {}
    lines = []
    for _ in range(rng.randrange(1, 5)):
        board = game.board.copy()
        line: list[str] = []
        for index in range(2 * rng.randrange(1, 4)):
            if board.outcome() is not None:
                break
            moves = sorted(board.uhp(move) for move in board.legal_moves)
            text = rng.choice(moves[:6])
            if index % 2:
                text = replies.setdefault(tuple(line), text)
            line.append(text)
            board.push_uhp(text)
        lines.append(line[: len(line) // 2 * 2])
    return [line for line in lines if line]


@pytest.mark.parametrize("seed", range(12))
def test_what_remains_of_lines_is_always_legal_and_in_turn(seed: int) -> None:
    """Random lines are followed through random games with takebacks."""
    rng = random.Random(seed)
    game = LiveGame(game_row(clock=DAYS))
    play(game, 2 + rng.randrange(6), rng)
    prepared = Prepared(game.ply, digest(game, game.ply), check_lines(game, random_lines(game, rng)))
    start = list(game.played)
    for step in range(8):
        left = remaining(prepared, game)
        played = [move.uhp for move in game.played[prepared.ply :]]
        is_before = game.ply >= prepared.ply and game.played[: prepared.ply] == start
        expected = {line[len(played) :] for line in prepared.lines if list(line[: len(played)]) == played}
        assert set(left) == ({line for line in expected if line} if is_before else set())
        for line in left:
            board: Board = game.board.copy()
            for text in line:
                board.push_uhp(text)  # raises if it is illegal
        if rng.random() < 0.2 and game.ply:
            ply = str(rng.randrange(game.ply))
            game.apply(Event(game.row.id, game.seq + 1, EventKind.TAKEBACK, game.turn, ply, 2000.0 + step))
        elif left and rng.random() < 0.8:
            move = game.board.parse_uhp(left[0][0])
            event = game.decide_move(game.turn, str(move.piece), (move.to.q, move.to.r), 2000.0 + step)
            assert isinstance(event, Event)
            game.apply(event)
        else:
            play(game, 1, rng, now=2000.0 + step)
