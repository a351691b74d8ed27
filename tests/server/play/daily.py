"""Daily games of two browsers, for tests."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

from tests.server.browsers import Browser, TestClient

__all__ = ["Daily", "daily_game"]

_NUMBERS: Final = count(1_000_000)
"""Numbers for names, because the tests of a module share a server and its accounts."""


class Daily:
    """A daily game of Anna, who plays White, and Ben, with the moves that both make."""

    def __init__(self, server: TestClient, *, days: int = 3, registered: bool = False) -> None:
        self.anna, self.ben = Browser(server), Browser(server)
        self.number = next(_NUMBERS)
        if registered:
            self.anna.register(f"Anna {self.number}")
            self.ben.register(f"Ben {self.number}")
        self.game = daily_game(self.anna, self.ben, days=days)

    def play(self, *moves: str) -> None:
        """Make moves in turn, each by the player whose turn it is."""
        for text in moves:
            state = self.state()
            player = (self.anna, self.ben)[len(state["moves"]) % 2]
            with player.live() as live:
                seen = live.watch(self.game)
                piece, to = _parse(text)
                assert (
                    live.request("move", game=self.game, ply=len(seen["moves"]), piece=piece, to=to)["kind"] == "done"
                )

    def state(self, browser: Browser | None = None) -> dict[str, Any]:
        """Return the game as a player sees it."""
        state: dict[str, Any] = (browser or self.anna).get(f"/api/games/{self.game}").json()
        return state

    def moves(self) -> list[str]:
        return [move["uhp"] for move in self.state()["moves"]]

    def prepare(self, browser: Browser, *lines: list[str], ply: int | None = None) -> Any:
        """Store conditional moves and return the response."""
        ply = len(self.state()["moves"]) if ply is None else ply
        return browser.put(f"/api/games/{self.game}/conditional", {"ply": ply, "lines": list(lines)})

    def lines(self, browser: Browser) -> list[list[str]]:
        """Return the conditional moves of a player."""
        daily = browser.get(f"/api/games/{self.game}/daily").json()
        lines: list[list[str]] = daily["conditional"]["lines"]
        return lines


def daily_game(white: Browser, black: Browser, *, days: int = 3) -> str:
    """Return a game with days per move."""
    game = white.make(opponent="friend", side="white", clock={"kind": "days", "days": days})
    secret = white.get(f"/api/games/{game}").json()["invite"]
    assert black.post("/api/invitations", {"secret": secret}).status_code == 200
    return game


def _parse(text: str) -> tuple[str, tuple[int, int]]:
    """Return a piece and its destination, written as "wA1 1,0"."""
    piece, to = text.split()
    q, r = to.split(",")
    return piece, (int(q), int(r))
