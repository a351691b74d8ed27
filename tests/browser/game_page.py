"""Playing games on the page, by mouse or touch."""

from __future__ import annotations

import asyncio
import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from skep.board import Board
from skep.moves import Move
from skep.pieces import Piece
from skep.server.play.live_game import LiveGame
from skep.server.store import SqlStore
from skep.server.store.records import Event
from tests.browser.board_page import BoardPage
from tests.browser.server import ServerProcess

__all__ = [
    "IN_A_ROW",
    "LONG_GAME",
    "QUICK",
    "QUICK_MLP",
    "SEND_MOVES",
    "GamePage",
    "open_game",
    "open_game_against_computer",
    "start_on_one_screen",
]

QUICK: Final = "wS1;bB1 /wS1;wB1 \\wS1;bQ -bB1;wQ -wB1;bQ -wS1;wA1 wQ/;bS1 -bB1;wA1 -bQ".split(";")
"""A game of nine turns that White wins."""
QUICK_MLP: Final = "wL;bP wL/;wQ wL\\;bQ \\bP;wG1 wQ-;bQ bP\\;wA1 wG1\\;bB1 bP-;wA1 bB1\\".split(";")
"""A game of nine turns with the expansions that White wins."""
LONG_GAME: Final = (
    "wB1;bA1 wB1/;wS1 -wB1;bP \\bA1;wQ wB1\\;bM bP-;wP -wQ;bQ bP/;wA1 wQ-;bM wA1-;wM /wA1;bA2 bQ\\;wM bA2-;"
    "bS1 bM-;wM bS1/;bA3 -bP;wS1 -bA3;bA2 /wA1;wA2 -wB1;bB1 bA1-;wA2 bQ/;bL /bS1;wP -wB1;bB2 /bA2"
).split(";")
"""The first twelve rounds of a game between two engines."""
IN_A_ROW: Final = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
"""Four pieces in a row, of which the two in the middle are pinned."""

SEND_MOVES: Final = """async ([game, moves]) => {
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  const response = () => new Promise((resolve) => (socket.onmessage = resolve));
  await new Promise((resolve) => (socket.onopen = resolve));
  for (const [ply, move] of moves.entries()) {
    socket.send(JSON.stringify({ kind: "move", id: ply, game, ply, ...move }));
    await response();
  }
  socket.close();
}"""


class GamePage(BoardPage):
    """The page of a game. Legal moves come from a board in the test, never from the page."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        super().__init__(page, touch=touch)
        page.wait_for_url(re.compile("/game/"))
        page.locator(".board").first.wait_for()

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.page.url.split("/game/")[1][:10]

    @property
    def result(self) -> Locator:
        """The banner with the result."""
        return self.page.get_by_test_id("banner")

    def board(self) -> Board:
        """Return the current position according to the server."""
        state = self.page.request.get(self.page.url.replace("/game/", "/api/games/")).json()
        board = Board(state["game_type"], edition=state["edition"], threefold=state["threefold"])
        for move in state["moves"]:
            board.push_uhp(move["uhp"])
        return board

    def play(self, *moves: str) -> None:
        """Make moves by picking each piece and then its destination."""
        for uhp in moves:
            board = self.board()
            self.make(board, board.parse_uhp(uhp))

    def make(self, board: Board, move: Move) -> None:
        self.wait_for_ply(board.ply)
        self.pick(board, str(move.piece))
        self.tap(self.space(move.to))
        # the computer may reply before the page is inspected
        self.wait_for_ply(board.ply + 1, board.ply + 2)

    def pick(self, board: Board, piece: str) -> None:
        """Tap a piece in the hand or on the board."""
        self.tap(self.piece(board, piece))

    def piece(self, board: Board, piece: str) -> Locator:
        return self.piece_at(piece, board.where(Piece.parse(piece)))

    def wait_for_ply(self, *plies: int) -> None:
        """Wait until the position after one of these numbers of turns is shown and nothing moves."""
        expect(self.main).to_have_attribute("data-shown", re.compile(f"^({'|'.join(map(str, plies))})$"))
        self.expect_landed()


def choose_opponent(page: Page, opponent: str) -> Locator:
    """Open the form for a new game from the start page, choose an opponent, and return the dialog."""
    newcomer, regular = (page.get_by_role("button", name=name) for name in ("One screen", "Other game"))
    newcomer.or_(regular).first.click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_text(opponent, exact=True).click()
    return dialog


def start_on_one_screen(page: Page, *, private: bool = True) -> GamePage:
    """Start a game for two players on one screen from the start page."""
    dialog = choose_opponent(page, "One screen")
    dialog.get_by_role("checkbox", name="Private").set_checked(private)
    dialog.get_by_role("button", name="Play").click()
    return GamePage(page)


def open_game(page: Page, address: str, moves: list[str], **options: Any) -> GamePage:
    """Open a game on one screen in which these moves have been made."""
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    request = {"opponent": "here", "expansions": "MLP", **options}
    game = page.request.post(f"{address}/api/games", data=request).json()["game"]
    board = Board("Base+MLP")
    played = [board.push_uhp(move) for move in moves]
    page.evaluate(SEND_MOVES, [game, [{"piece": str(move.piece), "to": list(move.to)} for move in played]])
    page.goto(f"{address}/game/{game}")
    table = GamePage(page)
    table.wait_for_ply(len(moves))
    return table


def open_game_against_computer(
    page: Page, server: ServerProcess, moves: list[str], *, level: int = 1, touch: bool = False
) -> GamePage:
    """Open a game against the computer, which plays Black, in which these moves have been made."""
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    request = {"opponent": "computer", "level": level, "side": "white", "expansions": ""}
    game = page.request.post(f"{server.address}/api/games", data=request).json()["game"]
    with ThreadPoolExecutor(1) as executor:  # Playwright occupies this thread's event loop
        executor.submit(asyncio.run, _store_moves(f"sqlite:///{server.folder / 'games.sqlite'}", game, moves)).result()
    page.goto(f"{server.address}/game/{game}")
    table = GamePage(page, touch=touch)
    table.wait_for_ply(len(moves))
    return table


async def _store_moves(database: str, game: str, moves: list[str]) -> None:
    """Store moves in the database before the server loads the game."""
    store = await SqlStore.open(database)
    try:
        stored = await store.load(game)
        assert stored is not None
        live_game = LiveGame.restore(stored)
        for uhp in moves:
            move = live_game.board.parse_uhp(uhp)
            event = live_game.decide_move(live_game.turn, str(move.piece), (move.to.q, move.to.r), time.time())
            assert isinstance(event, Event), event
            assert await store.append(event, live_game.status_after(event))
            live_game.apply(event)
    finally:
        await store.close()
