"""Lists of games have the positions and clocks for small boards, and cost little."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from skep.board import Board
from skep.server.lobby.lists import GameLists
from skep.server.lobby.previews import Previews, board_preview
from skep.server.play.live_game import LiveGame
from skep.server.play.rooms import UnknownGame
from skep.server.schemas.game import PlayedMove
from skep.server.schemas.lists import Summaries
from tests.server.browsers import Browser, TestClient
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import execute, in_loop, move, running_rooms, store_game, watch_game


def listed(browser: Browser, which: str, game: str) -> dict[str, Any] | None:
    games = browser.get(f"/api/games/{which}").json()["games"]
    return next((each for each in games if each["game"] == game), None)


def test_a_list_has_what_a_small_board_shows(server: TestClient) -> None:
    anna, ben = Browser(server), Browser(server)
    anna.put("/api/me", {"name": "Anna"})
    game = anna.make(opponent="friend", private=False, clock={"kind": "minutes", "minutes": 5, "increment": 4})
    invite = anna.get(f"/api/games/{game}").json()["invite"]
    assert ben.post("/api/invitations", {"secret": invite}).status_code == 200
    with anna.live() as white, ben.live() as black, Browser(server).live() as spectator:
        white.watch(game)
        black.watch(game)
        spectator.watch(game)
        assert white.request("move", game=game, ply=0, piece="wS1", to=[0, 0])["kind"] == "done"
        assert black.request("move", game=game, ply=1, piece="bG1", to=[1, 0])["kind"] == "done"
        for summary in (listed(anna, "mine", game), listed(Browser(server), "live", game)):
            assert summary is not None
            assert summary["board"] == {
                "stacks": [{"place": [0, 0], "pieces": ["wS1"]}, {"place": [1, 0], "pieces": ["bG1"]}],
                "last": {"origin": None, "to": [1, 0]},
            }
            assert (summary["to_move"], summary["clock"]["running"]) == ("white", "white")
            rule = summary["clock_rule"]
            assert (rule["kind"], rule["minutes"], rule["increment"]) == ("minutes", 5.0, 4)
            assert 0 < summary["clock"]["white"] <= 304_000
            assert (summary["watchers"], summary["result"], summary["game_type"]) == (1, None, "Base")
        white.request("resign", game=game)
    summary = listed(anna, "mine", game)
    assert summary is not None
    assert summary["result"] == {"winner": "black", "ending": "resignation"}


def test_the_list_of_running_games_is_compressed_and_conditional(server: TestClient) -> None:
    browser = Browser(server)
    answer = browser.get("/api/games/live")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.json()["more"] is False


def test_a_preview_equals_the_position_on_the_board() -> None:
    board = Board("Base+MLP")
    played = []
    for text in (
        "wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wB1 -wQ", "bA1 bQ-", "wB1 wQ", "bA1 -wB1", "wB1 wS1", "bA2 bQ-",
    ):  # fmt: skip
        parsed = board.parse_uhp(text)
        origin = board.where(parsed.piece)
        played.append(
            PlayedMove(
                uhp=text,
                piece=str(parsed.piece),
                origin=None if origin is None else (origin.q, origin.r),
                to=(parsed.to.q, parsed.to.r),
            )
        )
        board.push(parsed)
    preview = board_preview(played)
    assert {stack.place: stack.pieces for stack in preview.stacks} == {
        (place.q, place.r): [str(piece) for piece in stack] for place, stack in board.position().stacks.items()
    }
    assert preview.last is not None
    assert preview.last.to == played[-1].to
    assert board_preview([*played, PlayedMove(uhp="pass")]).last is None


@in_loop
async def test_an_unchanged_game_is_loaded_once() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    async with running_rooms(store) as rooms:
        lists = GameLists(rooms)
        first = await lists.mine("anna")
        loads = store.loads
        assert loads > 0
        assert await lists.mine("anna") == first
        assert store.loads == loads
        (anna,) = await watch_game(rooms, "anna")
        loads = store.loads
        assert await execute(rooms, move(GAME, 0, "wS1", 0, 0), anna) is None
        summary = (await lists.mine("anna")).games[0]
        assert summary.board is not None
        assert [stack.pieces for stack in summary.board.stacks] == [["wS1"]]
        assert store.loads == loads


@in_loop
async def test_only_the_first_games_of_a_guest_have_a_board() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    for number in range(20):
        row = replace(game_row(), id=f"game{number:06}")
        await store.create(row, LiveGame(row).status())
    async with running_rooms(store) as rooms:
        games = (await GameLists(rooms).mine("anna")).games
        assert len(games) == 21
        assert sum(game.board is not None for game in games) == 16


@in_loop
async def test_the_list_says_when_there_are_more_games() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    for number in range(30):
        row = replace(game_row(), id=f"game{number:06}")
        await store.create(row, LiveGame(row).status())
    async with running_rooms(store) as rooms:
        listed = msgspec.json.decode((await GameLists(rooms).live()).body, type=Summaries)
        assert (len(listed.games), listed.more) == (30, True)


@in_loop
async def test_a_game_that_vanished_has_no_preview() -> None:
    store = MemoryStore()
    await store_game(store, game_row())
    listed = await store.games_of("anna")
    store.rows.clear()
    async with running_rooms(store) as rooms:
        with pytest.raises(UnknownGame):
            await Previews(rooms).get(listed[0])
