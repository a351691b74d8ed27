"""Fair play: which positions a player may not analyse, and when."""

from __future__ import annotations

import time
from functools import partial

import pytest

from skep.board import Board
from skep.hexes import SYMMETRIES, Hex
from skep.moves import Move
from skep.pieces import Color, Piece
from skep.position import Position
from skep.server.play import fair_play as fair_play_module
from skep.server.play.fair_play import FairPlay, position_key
from skep.server.play.rooms import Rooms
from skep.server.schemas.game import ClockRule, Resign
from skep.server.store.records import StoredGame
from tests.server.games import GAME, game_row
from tests.server.memory import MemoryStore
from tests.server.rooms import execute, in_loop, move, running_rooms, store_game, until, watch_game

CLOCK = ClockRule(kind="minutes", minutes=10)
OPENING = ((0, "wG1", 0, 0), (1, "bS1", 1, 0), (2, "wA1", -1, 0))


async def stored_game(store: MemoryStore, clock: ClockRule = CLOCK, **fields: int) -> None:
    await store_game(store, game_row(clock=clock, created=time.time(), **fields))  # type: ignore[arg-type]


async def play(rooms: Rooms, *moves: tuple[int, str, int, int]) -> None:
    anna, ben = await watch_game(rooms, "anna", "ben")
    for ply, piece, *to in moves:
        assert await execute(rooms, move(GAME, ply, piece, *to), (anna, ben)[ply % 2]) is None
    for client in (anna, ben):
        rooms.unwatch(GAME, client)


def board_after(*moves: tuple[int, str, int, int]) -> Board:
    board = Board("Base+MLP")
    for _, piece, q, r in moves:
        board.push(Move(Piece.parse(piece), Hex(q, r)))
    return board


async def is_playing(fair_play: FairPlay, guest: str, board: Board) -> bool:
    return await fair_play.is_playing(guest, {position_key(board)})


@in_loop
async def test_both_players_may_not_analyse_the_current_position_only() -> None:
    store = MemoryStore()
    await stored_game(store)
    async with running_rooms(store) as rooms:
        fair_play = FairPlay(rooms)
        await play(rooms, *OPENING)
        here = board_after(*OPENING)
        assert await is_playing(fair_play, "anna", here)
        assert await is_playing(fair_play, "ben", here)
        assert not await is_playing(fair_play, "eve", here), "a spectator"
        assert not await is_playing(fair_play, "anna", board_after(*OPENING[:2])), "an earlier position"
        ahead = here.copy()
        ahead.push(here.legal_moves.list()[0])
        assert not await is_playing(fair_play, "anna", ahead), "a later position"
        assert not await FairPlay(rooms, enabled=False).is_playing("anna", {position_key(here)})


@in_loop
async def test_rotated_and_mirrored_positions_are_the_same_however_they_were_set_up() -> None:
    store = MemoryStore()
    await stored_game(store)
    moves = (*OPENING, (3, "bQ", 2, 0), (4, "wQ", -1, -1), (5, "bA1", 2, -1), (6, "wQ", 0, -1))
    async with running_rooms(store) as rooms:
        fair_play = FairPlay(rooms)
        await play(rooms, *moves)
        position = board_after(*moves).position()
        assert position.just_moved is not None
        for symmetry in SYMMETRIES:
            stacks = {symmetry(hex_).moved(3, -2): stack for hex_, stack in position.stacks.items()}
            image = Position(stacks, position.hands, 7, None, position.game_type, position.edition)
            assert await is_playing(fair_play, "anna", Board.from_position(image))


@in_loop
async def test_the_order_of_moves_does_not_matter() -> None:
    store = MemoryStore()
    await stored_game(store)
    moves = (*OPENING, (3, "bQ", 2, 0), (4, "wQ", 0, -1))
    async with running_rooms(store) as rooms:
        await play(rooms, *moves)
        other_order = board_after(*(moves[index] for index in (0, 1, 4, 3, 2)))
        assert await is_playing(FairPlay(rooms), "anna", other_order)


@pytest.mark.parametrize("clock", [ClockRule(kind="days", days=2), CLOCK])
@in_loop
async def test_games_against_the_computer_count_too(clock: ClockRule) -> None:
    store = MemoryStore()
    await stored_game(store, clock, level=1)
    async with running_rooms(store) as rooms:
        assert await is_playing(FairPlay(rooms), "anna", Board("Base+MLP"))


@in_loop
async def test_without_a_clock_and_after_the_game_everything_may_be_analysed() -> None:
    store = MemoryStore()
    await stored_game(store, ClockRule())
    async with running_rooms(store) as rooms:
        assert not await is_playing(FairPlay(rooms), "anna", Board("Base+MLP"))
    store = MemoryStore()
    await stored_game(store)
    async with running_rooms(store) as rooms:
        fair_play = FairPlay(rooms)
        assert await is_playing(fair_play, "anna", Board("Base+MLP"))
        (anna,) = await watch_game(rooms, "anna")
        assert await execute(rooms, Resign(id=1, game=GAME), anna) is None
        assert not await is_playing(fair_play, "anna", Board("Base+MLP"))


@in_loop
async def test_another_browser_with_the_same_seat_counts() -> None:
    store = MemoryStore()
    await stored_game(store)
    async with running_rooms(store) as rooms:
        seat = await store.seat(GAME, Color.WHITE)
        assert seat is not None
        assert await store.claim_seat(seat.secret, "anna's phone")
        assert await is_playing(FairPlay(rooms), "anna's phone", Board("Base+MLP"))


@in_loop
async def test_an_analysis_ends_when_the_game_reaches_its_position() -> None:
    store = MemoryStore()
    await stored_game(store)
    async with running_rooms(store) as rooms:
        fair_play, reached = FairPlay(rooms), list[str]()
        rooms.clock_hooks.append(fair_play.on_event)
        fair_play.watch("anna", board_after(*OPENING[:2]), partial(reached.append, "second"))
        fair_play.watch("ben", board_after(*OPENING), partial(reached.append, "third"))
        fair_play.watch("eve", board_after(*OPENING), partial(reached.append, "eve"))
        ended = fair_play.watch("ben", board_after(*OPENING), partial(reached.append, "ended"))
        fair_play.unwatch(ended)
        await play(rooms, *OPENING[:2])
        assert reached == ["second"]
        await play(rooms, OPENING[2])
        assert reached == ["second", "third"]


@in_loop
async def test_the_game_may_be_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_play_module, "_CHECK_INTERVAL", 0.01)
    store = MemoryStore()
    await stored_game(store)
    async with running_rooms(store) as here, running_rooms(store) as there:
        fair_play, reached = FairPlay(here), list[str]()
        assert await is_playing(fair_play, "anna", Board("Base+MLP"))
        fair_play.watch("anna", board_after(*OPENING), partial(reached.append, "third"))
        await play(there, *OPENING)
        assert await is_playing(fair_play, "anna", board_after(*OPENING)), "a cached key is not too old"
        await until(lambda: reached == ["third"], "the comparison in the background")


@in_loop
async def test_games_are_not_loaded_again_for_each_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    store, loaded = MemoryStore(), list[str]()
    await stored_game(store)
    async with running_rooms(store) as rooms:
        fair_play, load = FairPlay(rooms), store.load

        async def count(game: str, *, after: int = 0) -> StoredGame | None:
            loaded.append(game)
            return await load(game, after=after)

        monkeypatch.setattr(store, "load", count)
        for _ in range(10):
            assert await is_playing(fair_play, "anna", Board("Base+MLP"))
    assert loaded == [GAME]
