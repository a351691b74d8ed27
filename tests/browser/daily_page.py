"""Daily games between two visitors of the page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from skep.board import Board
from tests.browser.game_page import SEND_MOVES, GamePage

__all__ = ["new_daily_game", "open_daily_game", "play_now"]


def new_daily_game(white: Page, black: Page, moves: list[str], *, days: int = 3, address: str = "") -> str:
    """Create a daily game in which moves have been made, and return its id.

    Without moves, White's page need not be open yet if the address of the server is given.
    """
    origin = address or "/".join(white.url.split("/", 3)[:3])
    request: dict[str, Any] = {"opponent": "friend", "side": "white", "clock": {"kind": "days", "days": days}}
    game: str = white.request.post(f"{origin}/api/games", data=request).json()["game"]
    secret = white.request.get(f"{origin}/api/games/{game}").json()["invite"]
    assert black.request.post(f"{origin}/api/invitations", data={"secret": secret}).ok
    for ply, move in enumerate(moves):
        play_now((white, black)[ply % 2], game, moves[:ply], move)
    return game


def play_now(page: Page, game: str, before: list[str], move: str) -> None:
    """Make a move over a socket of its own."""
    board = Board("Base")
    for text in before:
        board.push_uhp(text)
    made = board.push_uhp(move)
    page.evaluate(SEND_MOVES, [game, [{"ply": len(before), "piece": str(made.piece), "to": list(made.to)}]])


def open_daily_game(page: Page, game: str, *, touch: bool = False) -> GamePage:
    """Open a game."""
    page.goto("/".join([*page.url.split("/", 3)[:3], "game", game]))
    return GamePage(page, touch=touch)
