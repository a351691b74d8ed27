"""Players who often leave games lose priority in the pool, on SQLite and on PostgreSQL."""

from __future__ import annotations

from skep.pieces import Color
from skep.server.lobby.pool import Pool
from skep.server.moderation.leavers import Leavers
from skep.server.play.live_game import LiveGame
from skep.server.realtime.player_channels import PlayerChannels
from skep.server.schemas.game import ClockRule
from skep.server.schemas.lobby import ClockChoice
from skep.server.schemas.seeks import Seek, Seeking
from skep.server.store import SqlStore
from skep.server.store.records import Guest
from tests.server.fake_time import FakeTime
from tests.server.rooms import in_loop, running_rooms
from tests.server.store.helpers import ANN, BOB, after, move, new_game, opened

BLITZ = ClockRule(kind="minutes", minutes=3, increment=2)
CARLA, DORA = Guest("guest-carla", "Carla"), Guest("guest-dora", "Dora")
SEEK = Seek(id=1, clock=ClockChoice(kind="minutes", minutes=3, increment=2))


async def leave_games(store: SqlStore, count: int) -> None:
    """Let Bob leave games against Ann in which it is his turn."""
    for _ in range(count):
        game = new_game(clock=BLITZ)
        await store.create(game, LiveGame(game).status())
        await store.append(move(game.id, 1), after(1, ended=True, winner=Color.WHITE, ending="left"))


def test_a_leaver_is_paired_later_than_others(database_url: str) -> None:
    @in_loop
    async def run() -> None:
        time = FakeTime()
        async with opened(database_url) as store:
            for guest in (ANN, BOB, CARLA, DORA):
                await store.new_guest(guest, f"token of {guest.name}")
            await leave_games(store, 6)
            leavers = Leavers(store)
            assert [await leavers.penalty(guest.id) for guest in (ANN, BOB, CARLA)] == [0.0, 1.0, 0.0]
            async with running_rooms(store, time=time.server_time(interrupted=False)) as rooms:
                pool = Pool(rooms, PlayerChannels(rooms.bus), find_penalty=leavers.penalty)
                assert await opponents(pool, store, BOB) is None
                # Bob came first, but Ann and Carla do not wait for him
                assert await opponents(pool, store, ANN) is None
                assert await opponents(pool, store, CARLA) == {ANN.id, CARLA.id}
                time.pass_(5.5)
                assert await opponents(pool, store, DORA) == {BOB.id, DORA.id}
                await pool.close()

    run()


async def opponents(pool: Pool, store: SqlStore, player: Guest) -> set[str | None] | None:
    """Let a player look for an opponent. Return the players of the game, or None if the player has to wait."""
    answer = await pool.seek(player, SEEK)
    assert isinstance(answer, Seeking)
    if answer.matched is None:
        return None
    game = await store.load(answer.matched.game)
    assert game is not None
    return {seat.guest for seat in game.row.seats}
