"""Bots that play with berserk, the Python client of Lichess, for which only the address of the server is changed."""

from __future__ import annotations

import json
import random
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import berserk

from skep.board import Board
from tests.server.processes import Player

__all__ = ["Bot", "choose", "new_bot", "register", "token_of"]

PASSWORD = "correct horse battery"


def register(url: str, name: str) -> Player:
    """Create an account and return its browser."""
    player = Player(url)
    cookie = f"skep_guest={player.token}"
    body = json.dumps({"name": name, "password": PASSWORD}).encode()
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}/api/accounts", body, headers, method="POST")
    with urllib.request.urlopen(request, timeout=20) as response:
        session = next(
            value.partition(";")[0]
            for value in response.headers.get_all("Set-Cookie")
            if value.startswith("skep_session=")
        )
    player.token = f"{player.token}; {session}"
    return player


def token_of(player: Player, *scopes: str) -> str:
    """Create a personal token."""
    secret: str = player.call("POST", "/api/account/tokens", {"name": "A program", "scopes": list(scopes)})["secret"]
    return secret


def new_bot(url: str, name: str) -> Bot:
    """Create an account and turn it into a bot's."""
    token = token_of(register(url, name), "bot:play", "challenge:read", "challenge:write")
    bot = Bot(url, name, token)
    bot.client.account.upgrade_to_bot()  # type: ignore[no-untyped-call]
    return bot


class Bot:
    """A bot that accepts every challenge and plays random moves."""

    def __init__(self, url: str, name: str, token: str) -> None:
        self.url = url
        self.name = name
        self.token = token
        self.client = berserk.Client(berserk.TokenSession(token), base_url=url)

    def events(self) -> Iterator[dict[str, Any]]:
        """The events of the account."""
        yield from self.client.bots.stream_incoming_events()  # type: ignore[misc]

    def challenge(self, name: str, **terms: Any) -> dict[str, Any]:
        """Challenge a player, with five minutes and three seconds per move."""
        return self.client.challenges.create(name, **{"clock_limit": 300, "clock_increment": 3, **terms})

    def play(self, game: str, seed: int, *, plies: int = 10_000) -> dict[str, Any]:
        """Play a game until it is over, or has some number of plies, and return its last state.

        The moves depend only on the seed and the game: a program that is started again makes the same choices.
        """
        rng, board, side, choice = random.Random(seed), Board("Base"), 0, ""
        for event in self.client.bots.stream_game_state(game):
            if event["type"] == "gameFull":
                board, side = Board(event["variant"]["key"]), int(event["black"]["id"] == self.name.lower())
            elif event["type"] != "gameState":
                continue
            state: dict[str, Any] = event.get("state", event)
            moves = state["moves"].split(";") if state["moves"] else []
            assert moves == state["moveList"]
            for move in moves[board.ply :]:
                if board.ply % 2 == side and not choice:
                    choose(board, rng)
                choice = ""
                board.push_uhp(move)
            if state["status"] != "started" or len(moves) >= plies:
                return state
            if board.ply % 2 == side and not choice:
                choice = choose(board, rng)
                patiently(self.client.bots.make_move, game, choice)
        raise AssertionError("the stream ended before the game")

    def play_or_resign(self, game: str, seed: int) -> dict[str, Any]:
        """Play a game; resign it if that fails, so that the other player does not wait."""
        try:
            return self.play(game, seed)
        except Exception:
            patiently(self.client.bots.resign_game, game)
            raise


def choose(board: Board, rng: random.Random) -> str:
    """Return a random legal move."""
    return board.uhp(rng.choice(sorted(board.legal_moves, key=str)))


def patiently(request: Callable[..., None], *arguments: str) -> None:
    """Send a request, again after a second if the account has sent too many."""
    while True:
        try:
            request(*arguments)
        except berserk.exceptions.ResponseError as error:
            if error.status_code != 429:
                raise
            time.sleep(1)
        else:
            return
