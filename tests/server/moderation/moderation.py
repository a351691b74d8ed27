"""Moderators and games for the tests of moderation."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from tests.server.browsers import Browser, Live, TestClient

__all__ = ["appoint", "moderator", "play_first_moves", "player_id", "start_game"]


def appoint(database: Path, name: str, role: str = "moderator") -> None:
    """Give an account a role, as an operator does."""
    with sqlite3.connect(database) as connection:
        found = connection.execute(
            "UPDATE accounts SET role = ? WHERE id = (SELECT id FROM guests WHERE name = ?)", (role, name)
        )
        assert found.rowcount == 1, name
    connection.close()


def moderator(server: TestClient, database: Path, name: str = "Mona", role: str = "moderator") -> Browser:
    """Return a browser in which a moderator is signed in."""
    browser = Browser(server)
    browser.register(name)
    appoint(database, name, role)
    return browser


def start_game(white: Browser, black: Browser, **options: Any) -> str:
    """Return a game of two browsers."""
    game = white.make(**{"opponent": "friend", "side": "white", **options})
    invite = white.get(f"/api/games/{game}").json()["invite"]
    answer = black.post("/api/invitations", {"secret": invite})
    assert answer.status_code == 200, answer.text
    return game


def play_first_moves(game: str, white: Live, black: Live) -> None:
    """Play one move of each side."""
    for ply, live, piece, to in ((0, white, "wS1", (0, 0)), (1, black, "bS1", (1, 0))):
        answer = live.request("move", game=game, ply=ply, piece=piece, to=to)
        assert answer["kind"] == "done", answer


def player_id(moderator: Browser, name: str) -> str:
    """Return the id of the player with a name."""
    found: str = moderator.get(f"/api/moderation/players?name={name}").json()["players"][0]["player"]
    return found
