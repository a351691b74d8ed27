"""The study over the socket: positions and analysis."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from skep.board import Board
from skep.server.engines.pool import EnginePool
from skep.server.schemas.study import Analyse, StudyPosition
from skep.server.study.study import Study, StudyContext
from tests.server.browsers import Browser, Live, TestClient, running_server, settings_in
from tests.server.rooms import in_loop, until
from tests.server.study.test_lines import START, random_line


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("games")
    with running_server(settings_in(folder, message_rate=1e6, analysis_seconds=2.0)) as client:
        yield client


@pytest.fixture
def live(server: TestClient) -> Iterator[Live]:
    with Browser(server).live() as live:
        yield live


def study(*moves: str, start: str = START, **more: Any) -> dict[str, Any]:
    return {"start": start, "moves": list(moves), **more}


def finished_game(seed: int = 1) -> list[str]:
    """Return the moves of a random game that is over."""
    rng = random.Random(seed)
    while True:
        board, moves = Board("Base"), list[str]()
        while not board.is_game_over() and len(moves) < 400:
            move = rng.choice(board.legal_moves.list())
            moves.append(board.uhp(move))
            board.push(move)
        if board.is_game_over():
            return moves


def test_a_position_has_stacks_hands_and_legal_moves(live: Live) -> None:
    empty = live.request("position", study=study())
    assert empty["position"] == START
    assert empty["stacks"] == []
    assert len(empty["hands"]) == 28
    assert empty["legal"]["moves"]["wS1"] == [0, 0]
    moves = random_line(40)
    seen = live.request("position", study=study(*moves))
    board = Board("Base+MLP")
    board.push_line(moves)
    assert seen["position"] == board.position_string()
    assert seen["ply"] == 40
    assert [turn["uhp"] for turn in seen["moves"]] == moves
    assert seen["legal"] == {"moves": board.legal_moves.destinations(), "must_pass": False}
    assert {tuple(one["place"]): one["pieces"] for one in seen["stacks"]} == {
        tuple(hex_): [str(piece) for piece in stack] for hex_, stack in board.stacks.items()
    }
    assert seen["result"] is None


def test_a_position_after_another_move(live: Live) -> None:
    seen = live.request("position", study=study("wS1"), piece="bG1", to=[1, 0])
    assert [turn["uhp"] for turn in seen["moves"]] == ["wS1", "bG1 wS1-"]
    assert seen["moves"][1]["to"] == [1, 0]
    again = live.request("position", study=study(*(turn["uhp"] for turn in seen["moves"])))
    assert {**again, "id": 0} == {**seen, "id": 0}


def test_an_illegal_move_is_refused_with_the_reason(live: Live) -> None:
    refused = live.request("position", study=study("wS1"), piece="bQ", to=[1, 0])
    assert refused["code"] == "illegal"
    assert refused["why"]["piece"] == "bQ"
    assert live.request("position", study=study("wS1"), passing=True)["why"]["rule"] == "pass-while-a-move-exists"
    assert live.request("position", study=study("wS1", "bQ wS1-"))["text"].startswith("ply 2: ")
    for odd in ({"piece": "bQ"}, {"to": [0, 0]}, {"piece": "bA1", "to": [1, 0], "passing": True}):
        assert live.request("position", study=study("wS1"), **odd)["code"] == "malformed"
    assert live.request("position", study=study(start="0,0:wS1..bQ"))["code"] == "malformed"


def test_passing_without_legal_moves(live: Live) -> None:
    stuck = "ultimate-2024 Base Black[2] 0,0:wQbQ^wB1 (wS1wS2wB2wG1wG2wG3wA1wA2wA3)"
    seen = live.request("position", study=study(start=stuck))
    if seen["kind"] == "position" and seen["legal"]["must_pass"]:
        assert live.request("position", study=study(start=stuck), passing=True)["moves"][0]["uhp"] == "pass"
    else:
        pytest.fail(f"not a position to pass in: {seen}")


def test_a_finished_game_has_a_result_and_cannot_be_analysed(live: Live) -> None:
    moves = finished_game()
    start = "ultimate-2024 Base White[1] -"
    seen = live.request("position", study=study(*moves, start=start))
    assert seen["result"]["ending"] in ("surrounded", "both-surrounded")
    assert seen["legal"] == {"moves": {}, "must_pass": False}
    assert live.request("analyse", study=study(*moves, start=start))["code"] == "game-over"
    assert live.request("position", study=study(*moves, "pass", start=start))["why"]["rule"] == "game-over"


def test_paths_and_reasons(live: Live) -> None:
    moves = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")
    ways = live.request("study-paths", study=study(*moves), piece="wA1")["paths"]
    seen = live.request("position", study=study(*moves))
    assert len(ways) == len(seen["legal"]["moves"]["wA1"]) // 2
    way = live.request("study-path", study=study(*moves))["path"]
    assert way["kind"] == "place"
    assert live.request("study-path", study=study())["code"] == "not-possible"
    why = live.request("study-why", study=study(*moves), piece="wS1", language="fr")["why"]
    assert why["rule"] == "one-hive"
    assert live.request("study-why", study=study(*moves), piece="wA1", to=[2, -1])["kind"] == "why"
    assert live.request("study-paths", study=study(start="Base White[1] -"), piece="wM")["code"] == "malformed"


def test_only_requested_layers_are_sent(live: Live) -> None:
    here = study("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
    layers = live.request("layers", study=here, layers=["pinned"])
    assert [(held["piece"], held["by"]) for held in layers["pinned"]] == [("wS1", "one-hive"), ("bS1", "one-hive")]
    assert layers["queens"] == layers["gates"] == layers["reach"] == layers["white_places"] == []
    layers = live.request("layers", study=here, layers=["pinned", "reach", "queens", "gates", "placing"], piece="wQ")
    seen = live.request("position", study=here)
    pairs = seen["legal"]["moves"]["wQ"]
    assert sorted(map(tuple, layers["reach"])) == sorted(zip(pairs[::2], pairs[1::2], strict=True))
    assert [queen["piece"] for queen in layers["queens"]] == ["wQ", "bQ"]
    assert {space["standing"] for space in layers["queens"][0]["spaces"]} == {"wS1", None}
    assert layers["white_places"]
    assert layers["black_places"]
    assert live.request("layers", study=here, layers=["reach"], piece=None)["reach"] == []
    assert live.request("layers", study=here, layers=["stars"])["code"] == "malformed"


def test_an_analysis_goes_deeper_until_its_time_is_up(live: Live) -> None:
    moves = random_line(12)
    id_ = live.send("analyse", study=study(*moves), lines=3)
    updates = [live.until("analysis", id=id_)]
    while updates[-1]["state"] not in ("resting", "settled"):
        updates.append(live.until("analysis", id=id_))
    assert updates[-1]["state"] == "resting"
    depths = [message["depth"] for message in updates]
    assert depths == sorted(depths)
    last = updates[-1]
    assert last["depth"] > 2
    assert last["nodes"] > 0
    assert len(last["lines"]) == 3
    board = Board("Base+MLP")
    board.push_line(moves)
    for line in last["lines"]:
        assert 0 <= line["white_wins"] <= 1
        ahead = board.copy()
        ahead.push_line([turn["uhp"] for turn in line["moves"]])


@pytest.mark.parametrize("winner", ["white", "black"])
def test_a_forced_win_settles_the_analysis(live: Live, winner: str) -> None:
    start = "ultimate-2024 Base White[1] -"
    moves = next(
        moves
        for moves in map(finished_game, range(100))
        if live.request("position", study=study(*moves, start=start))["result"]["winner"] == winner
        and len(moves) % 2 == (winner == "white")
    )
    id_ = live.send("analyse", study=study(*moves[:-1], start=start))
    message = live.until("analysis", id=id_)
    while message["state"] not in ("resting", "settled"):
        message = live.until("analysis", id=id_)
    assert message["state"] == "settled"
    line = message["lines"][0]
    assert line["forced"] == 1
    assert line["value"] == (300 if winner == "white" else -300)
    assert line["white_wins"] == (winner == "white")


def test_stop_or_a_new_analysis_ends_the_old_one(live: Live) -> None:
    first = live.send("analyse", study=study(*random_line(10)))
    live.until("analysis", id=first)
    second = live.send("analyse", study=study(*random_line(12)))
    live.until("analysis", id=second)
    live.messages.clear()
    assert live.request("stop")["kind"] == "done"
    live.messages.clear()
    assert live.request("ping")["kind"] == "pong"
    assert not [message for message in live.messages if message.get("id") == first]
    assert live.request("stop")["kind"] == "done", "stopping twice is allowed"


def test_two_clients_share_one_engine(server: TestClient) -> None:
    with Browser(server).live() as anna, Browser(server).live() as ben:
        ids = [
            live.send("analyse", study=study(*random_line(14, seed=number))) for number, live in enumerate((anna, ben))
        ]
        assert ben.until("analysis", id=ids[1])["state"] == "waiting"
        ben.until("analysis", id=ids[1], state="thinking")
        anna.until("analysis", id=ids[0], state="waiting")
        anna.until("analysis", id=ids[0], state="thinking")
        for live, id_ in zip((anna, ben), ids, strict=True):
            live.until("analysis", id=id_, state="resting")


@in_loop
async def test_a_client_that_leaves_releases_the_engine() -> None:
    pool, sent = EnginePool(1), list[Any]()
    context = StudyContext(pool, seconds=1000)
    analyse = Analyse(id=1, study=StudyPosition(start=START, moves=random_line(10)))
    for _ in range(3):
        anna = Study(context, sent.append)
        assert await anna.answer(analyse) is None
        await until(lambda: sent and sent[-1].state == "thinking", "thinking")
        anna.close()
        await until(lambda: not pool.busy, "a free engine")
        sent.clear()
    assert len(context.lines) == 0
    assert pool.waiting == 0
    pool.close()


def test_a_computer_player_moves_during_analyses(server: TestClient) -> None:
    with Browser(server).live() as analyst:
        id_ = analyst.send("analyse", study=study(*random_line(10)))
        analyst.until("analysis", id=id_, state="thinking")
        anna = Browser(server)
        game = anna.make(opponent="computer", level=1, side="white")
        with anna.live() as live:
            live.watch(game)
            live.request("move", game=game, ply=0, piece="wS1", to=[0, 0])
            assert live.until("moved", ply=2)["move"]["piece"].startswith("b")
        analyst.until("analysis", id=id_, state="resting")


def test_message_sizes_are_limited(live: Live) -> None:
    assert live.request("position", study=study(*["wS1"] * 1001))["code"] == "malformed"
    assert live.request("analyse", study=study(), lines=6)["code"] == "malformed"
    live.session.send_text(json.dumps({"kind": "position", "id": 5, "study": {"start": "x" * 2001}}))
    assert live.until("refused", id=5)["code"] == "malformed"
