"""Games and challenges in the form of Lichess's API."""

from __future__ import annotations

from typing import Final, Literal

from skep.pieces import Color
from skep.server.bots.terms import (
    perf_name,
    pool_name,
    speed_name,
    status_of,
    time_control,
    variant_of,
)
from skep.server.play.live_game import LiveGame
from skep.server.ratings.shown import seat_rating
from skep.server.schemas.bots import (
    BotOpponent,
    BotPlayer,
    ChallengeLists,
    ChallengeUser,
    Compatibility,
    FirstMoveLimit,
    GameClock,
    GameFull,
    GameInfo,
    GameStateEvent,
    OpenedChallenge,
    SentChallenge,
)
from skep.server.schemas.challenges import Challenges, ChallengeView
from skep.server.schemas.views import side_name
from skep.server.store.records import GameRow, SeatRow

__all__ = [
    "SEPARATOR",
    "game_full",
    "game_info",
    "game_state",
    "opened_challenge",
    "sent_challenge",
    "sent_challenges",
    "user_id",
]

SEPARATOR: Final = ";"
"""Between the moves of a game, as in GameStrings; MoveStrings contain spaces."""
_UNLIMITED: Final = 2**31 - 1
"""The milliseconds left without a clock."""


def user_id(name: str) -> str:
    """Return the id of a player, by which the API also finds them.

    >>> user_id("Anne-Marie")
    'anne-marie'
    """
    return name.lower()


# games


def game_state(game: LiveGame, now: float) -> GameStateEvent:
    """Return the moves and clocks of a game."""
    clock, rule, result = game.clock_view(now), game.row.clock, game.result
    moves = [played.uhp for played in game.played]
    increment = 1000 * rule.increment if rule.kind == "minutes" else 0
    return GameStateEvent(
        moves=SEPARATOR.join(moves),
        move_list=moves,
        wtime=_UNLIMITED if clock is None else clock.white,
        btime=_UNLIMITED if clock is None else clock.black,
        winc=increment,
        binc=increment,
        status=status_of(None if result is None else result.ending).name if game.started else "created",
        wdraw=game.proposals.proposer("draw") is Color.WHITE,
        bdraw=game.proposals.proposer("draw") is Color.BLACK,
        wtakeback=game.proposals.proposer("takeback") is Color.WHITE,
        btakeback=game.proposals.proposer("takeback") is Color.BLACK,
        ending=None if result is None else result.ending,
        winner=None if result is None else result.winner,
        expiration=_first_move_limit(game, None if clock is None else clock.first_move),
        rematch=game.rematch,
    )


def _first_move_limit(game: LiveGame, left: int | None) -> FirstMoveLimit | None:
    if left is None or game.result is not None:
        return None
    limit = 1000 * game.row.clock.first_move
    return FirstMoveLimit(idle_millis=max(0, limit - left), millis_to_move=limit)


def game_full(game: LiveGame, now: float) -> GameFull:
    """Return a game with its terms, players and state."""
    row = game.row
    clock = row.clock
    return GameFull(
        id=row.id,
        variant=variant_of(row.game_type),
        edition=row.edition,
        threefold=row.threefold,
        speed=speed_name(clock),
        perf=perf_name(clock, row.game_type),
        rated=row.rated,
        created_at=_millis(row.created),
        white=_player(game, Color.WHITE),
        black=_player(game, Color.BLACK),
        initial_fen="startpos",
        state=game_state(game, now),
        clock=GameClock(initial=round(60_000 * clock.minutes), increment=1000 * clock.increment)
        if clock.kind == "minutes"
        else None,
        days_per_turn=clock.days if clock.kind == "days" else None,
    )


def _player(game: LiveGame, side: Color) -> BotPlayer:
    seat = game.row.seats[side]
    if seat.level is not None:
        return BotPlayer(ai_level=seat.level)
    rating, name = seat_rating(game.row, seat), game.row.names[side]
    return BotPlayer(
        id=_id_of(seat),
        name=name,
        title="BOT" if seat.bot else None,
        rating=None if rating is None else rating.rating,
        provisional=rating is not None and rating.provisional,
    )


def game_info(game: LiveGame, side: Color, now: float) -> GameInfo:
    """Return a game as one of its players sees it in a list."""
    row, result, clock = game.row, game.result, game.clock_view(now)
    own = seat_rating(row, row.seats[side])
    left = None if clock is None else (clock.white, clock.black)[side]
    return GameInfo(
        id=row.id,
        game_id=row.id,
        full_id=row.id,
        color=side_name(side),
        fen=game.board.game_string(),
        has_moved=game.ply > side.value,
        is_my_turn=game.running is side,
        last_move=game.played[-1].uhp if game.played else "",
        source="friend" if game.computer is None else "ai",
        status=status_of(None if result is None else result.ending),
        variant=variant_of(row.game_type),
        edition=row.edition,
        threefold=row.threefold,
        speed=speed_name(row.clock),
        perf=pool_name(row.clock, row.game_type),
        rated=row.rated,
        opponent=_opponent(game, side.other),
        compat=Compatibility(bot=row.seats[side].bot, board=not row.seats[side].bot),
        seconds_left=None if left is None else left // 1000,
        winner=None if result is None else result.winner,
        rating_diff=None if own is None or own.after is None else own.after - own.rating,
    )


def _opponent(game: LiveGame, side: Color) -> BotOpponent:
    seat, rating = game.row.seats[side], seat_rating(game.row, game.row.seats[side])
    if seat.level is not None:
        return BotOpponent(username=f"skep level {seat.level}", ai=seat.level)
    return BotOpponent(
        id=_id_of(seat),
        username=game.row.names[side],
        rating=None if rating is None else rating.rating,
        title="BOT" if seat.bot else None,
    )


def _id_of(seat: SeatRow) -> str | None:
    """Return the id of a player with an account, or None for a guest."""
    return user_id(seat.name) if seat.registered else None


# challenges


def sent_challenges(challenges: Challenges, site: str) -> ChallengeLists:
    """Return the challenges to and from a player. ``site`` is the address of the server."""
    return ChallengeLists(
        incoming=[sent_challenge(view, "in", site) for view in challenges.incoming],
        outgoing=[sent_challenge(view, "out", site) for view in challenges.outgoing],
    )


def sent_challenge(view: ChallengeView, direction: Literal["in", "out"], site: str) -> SentChallenge:
    """Return a challenge to or from a player."""
    return SentChallenge(
        id=view.id,
        url=f"{site}/game/{view.id}",
        status="created",
        challenger=_challenge_user(view.challenger, bot=view.challenger_bot),
        dest_user=_challenge_user(view.challenged, bot=view.challenged_bot),
        variant=variant_of(view.game_type),
        edition=view.edition,
        threefold=view.threefold,
        rated=view.rated,
        speed=speed_name(view.clock),
        time_control=time_control(view.clock),
        color=view.side,
        perf=perf_name(view.clock, view.game_type),
        direction=direction,
    )


def _challenge_user(name: str, *, bot: bool) -> ChallengeUser:
    return ChallengeUser(id=user_id(name), name=name, title="BOT" if bot else None)


def opened_challenge(row: GameRow, link: str, white: str, black: str) -> OpenedChallenge:
    """Return a game for the first two players who open its links: to any seat, to White's and to Black's."""
    return OpenedChallenge(
        id=row.id,
        url=link,
        url_white=white,
        url_black=black,
        status="created",
        variant=variant_of(row.game_type),
        edition=row.edition,
        threefold=row.threefold,
        rated=row.rated,
        speed=speed_name(row.clock),
        time_control=time_control(row.clock),
        color="random",
        perf=perf_name(row.clock, row.game_type),
    )


def _millis(seconds: float) -> int:
    return round(1000 * seconds)
