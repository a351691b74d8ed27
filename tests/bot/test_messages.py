"""Messages as Lichess sends them, with our own fields for the rules of Hive."""

from __future__ import annotations

import json
from typing import Any

import pytest

from skep.bot.messages import (
    ChallengeCreated,
    ChallengeDeclined,
    ChatLine,
    FullGame,
    GameFinish,
    GameStart,
    GameState,
    MalformedMessage,
    OpponentAbsence,
    parse_account,
    parse_event,
    parse_game_message,
)

CHALLENGE = {
    "id": "H9fIRZUk",
    "url": "https://skep.example/H9fIRZUk",
    "status": "created",
    "challenger": {"id": "anna", "name": "Anna", "rating": 1500, "title": "BOT", "provisional": True, "online": True},
    "destUser": {"id": "ben", "name": "Ben", "rating": 1635},
    "variant": {"key": "Base+MLP", "name": "Base+MLP", "short": "MLP"},
    "edition": "pocket-2012",
    "threefold": True,
    "rated": True,
    "speed": "rapid",
    "timeControl": {"type": "clock", "limit": 600, "increment": 2, "show": "10+2"},
    "color": "random",
    "perf": {"icon": "", "name": "Rapid"},
}


def encode(message: dict[str, Any]) -> bytes:
    return json.dumps(message).encode()


def test_a_challenge() -> None:
    event = parse_event(encode({"type": "challenge", "challenge": CHALLENGE, "compat": {"bot": True}}))
    assert isinstance(event, ChallengeCreated)
    challenge = event.challenge
    assert challenge.challenger is not None
    assert (challenge.id, challenge.challenger.shown_name, challenge.challenger.is_bot) == ("H9fIRZUk", "Anna", True)
    assert (challenge.variant.key, challenge.edition, challenge.threefold) == ("Base+MLP", "pocket-2012", True)
    assert (challenge.rated, challenge.speed_name, challenge.time_control.limit) == (True, "rapid", 600)


@pytest.mark.parametrize(
    ("control", "name"),
    [
        ({"type": "correspondence", "daysPerTurn": 3}, "daily"),
        ({"type": "unlimited"}, "unlimited"),
        ({"type": "clock", "limit": 180, "increment": 2}, "rapid"),
    ],
)
def test_the_speed_of_a_challenge(control: dict[str, Any], name: str) -> None:
    event = parse_event(encode({"type": "challenge", "challenge": {**CHALLENGE, "timeControl": control}}))
    assert isinstance(event, ChallengeCreated)
    assert event.challenge.speed_name == name


def test_a_challenge_of_a_guest() -> None:
    event = parse_event(encode({"type": "challenge", "challenge": {**CHALLENGE, "challenger": None}}))
    assert isinstance(event, ChallengeCreated)
    assert event.challenge.challenger is None


def test_a_declined_challenge() -> None:
    declined = {**CHALLENGE, "declineReason": "Not now", "declineReasonKey": "later"}
    event = parse_event(encode({"type": "challengeDeclined", "challenge": declined}))
    assert isinstance(event, ChallengeDeclined)
    assert event.challenge.decline_reason == "Not now"


def test_games() -> None:
    game = {"gameId": "1lsvP62l", "fullId": "1lsvP62lxyz", "color": "white", "opponent": {"username": "Anna"}}
    start = parse_event(encode({"type": "gameStart", "game": game}))
    finish = parse_event(encode({"type": "gameFinish", "game": {"id": "1lsvP62l"}}))
    assert isinstance(start, GameStart)
    assert isinstance(finish, GameFinish)
    assert (start.game.key, start.game.opponent.shown_name, finish.game.key) == ("1lsvP62l", "Anna", "1lsvP62l")


STATE = {"type": "gameState", "moves": r"wS1;bS1 wS1-;wQ \wS1", "wtime": 1, "btime": 2, "status": "started"}


def test_a_state() -> None:
    state = parse_game_message(encode(STATE))
    assert isinstance(state, GameState)
    assert state.move_strings == ("wS1", "bS1 wS1-", r"wQ \wS1")
    assert not state.is_over


def test_the_list_of_moves_is_preferred_to_their_text() -> None:
    state = parse_game_message(encode({**STATE, "moveList": ["wS1", "pass"]}))
    assert isinstance(state, GameState)
    assert state.move_strings == ("wS1", "pass")


@pytest.mark.parametrize("status", ["mate", "resign", "aborted", "outoftime", "draw", "something new"])
def test_every_other_status_is_an_end(status: str) -> None:
    state = parse_game_message(encode({**STATE, "status": status}))
    assert isinstance(state, GameState)
    assert state.is_over


def test_a_full_game() -> None:
    full = parse_game_message(
        encode({"type": "gameFull", "id": "x", "variant": {"key": "Base"}, "state": STATE, "white": {"aiLevel": 3}})
    )
    assert isinstance(full, FullGame)
    assert full.white.shown_name == "a guest"
    assert (full.clock, full.days_per_turn, full.state.moves) == (None, None, STATE["moves"])


def test_chat_and_absence() -> None:
    chat = parse_game_message(b'{"type": "chatLine", "room": "player", "username": "Anna", "text": "hi"}')
    gone = parse_game_message(b'{"type": "opponentGone", "gone": true, "claimWinInSeconds": 8}')
    assert isinstance(chat, ChatLine)
    assert isinstance(gone, OpponentAbsence)
    assert gone.claim_win_in_seconds == 8


def test_unknown_kinds_are_ignored() -> None:
    assert parse_event(b'{"type": "gameState"}') is None
    assert parse_game_message(b'{"type": "challenge"}') is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"hello",
        b"{}",
        b'{"type": 3}',
        b'{"type": "gameStart"}',
        b'{"type": "gameStart", "game": 1}',
        b"\xff",
    ],
)
def test_everything_else_is_malformed(line: bytes) -> None:
    with pytest.raises(MalformedMessage, match=r"^the server sent .* which is not a message of the bot API"):
        parse_event(line)


def test_an_account() -> None:
    account = parse_account(b'{"id": "robot", "username": "Robot", "title": "BOT", "perfs": {}}')
    assert (account.name, account.is_bot) == ("Robot", True)
    assert not parse_account(b'{"id": "anna"}').is_bot
