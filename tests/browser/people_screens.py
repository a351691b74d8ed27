"""Screenshots of what people see who have an account: their games, the start page, Watch, and a profile."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Browser, Page, StorageState, expect

from skep.server.schemas.game import ClockRule
from tests.browser.board_page import PHONE
from tests.browser.game_page import LONG_GAME, QUICK_MLP, GamePage
from tests.browser.layout_positions import POSITIONS
from tests.browser.profile_games import register, store_game, store_rated_games
from tests.browser.screenshot_files import Scheme, take
from tests.browser.server import ServerProcess
from tests.browser.test_start import REMEMBER

__all__ = ["people_screens", "register_people"]

NAMES: Final = ("Mira", "Bechster", "Halictus", "Quodlibet", "Osmia", "Ligustica")
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "laptop": {"viewport": {"width": 1366, "height": 800}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "phone": PHONE,
    "landscape": {**PHONE, "viewport": {"width": 844, "height": 390}},
}
DAILY: Final = ClockRule(kind="days", days=3)


def register_people(browser: Browser, server: ServerProcess) -> dict[str, StorageState]:
    """Create the accounts, with some rated games, and return what their browsers store."""
    states = {}
    for name in NAMES:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(server.address)
        register(page, server.address, name)
        page.evaluate(REMEMBER)
        states[name] = context.storage_state()
        context.close()
    store_rated_games(server, "Mira", "Bechster", 40)
    return states


def people_screens(browser: Browser, server: ServerProcess, states: dict[str, StorageState], scheme: Scheme) -> None:
    """A rated game while it is played and at its end, the start page, Watch, a profile, and an invitation."""
    store_game(server, "Mira", "Ligustica", POSITIONS["engine 4"], DAILY)
    for white, black, number in (("Quodlibet", "Halictus", 7), ("Osmia", "Ligustica", 3), ("Ligustica", "Osmia", 6)):
        store_game(server, white, black, POSITIONS[f"engine {number}"])
    running, ended = (store_game(server, "Mira", "Bechster", moves) for moves in (LONG_GAME, QUICK_MLP))
    for device, options in DEVICES.items():
        name = f"{device}-{scheme}"
        look = {"locale": "en-GB", "color_scheme": scheme, "service_workers": "block", **options}
        context = browser.new_context(storage_state=states["Mira"], **look)
        page = context.new_page()
        _game_screens(page, server.address, running, ended, name)
        page.goto(server.address)
        page.get_by_role("list", name="Start a game").wait_for()
        page.get_by_test_id("live").first.wait_for()
        take(page, "home", name)
        page.goto(f"{server.address}/watch")
        page.get_by_test_id("live").first.wait_for()
        take(page, "watch", name)
        page.goto(f"{server.address}/player/Bechster")
        page.get_by_test_id("profile-game").first.wait_for()
        take(page, "profile", name)
        context.close()
        _invitation_screens(browser, server.address, name, look)


def _game_screens(page: Page, address: str, running: str, ended: str, name: str) -> None:
    page.goto(f"{address}/game/{running}")
    GamePage(page).wait_for_ply(len(LONG_GAME))
    take(page, "rated-game", name)
    page.goto(f"{address}/game/{ended}")
    expect(GamePage(page).result).to_be_visible()
    take(page, "ending", name)


def _invitation_screens(browser: Browser, address: str, name: str, look: dict[str, Any]) -> None:
    host, visitor = browser.new_context(**look), browser.new_context(**look)
    page, guest = host.new_page(), visitor.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    page.request.put(f"{address}/api/me", data={"name": "Anna"})
    game = page.request.post(f"{address}/api/games", data={"opponent": "friend", "expansions": "MLP"}).json()["game"]
    page.goto(f"{address}/game/{game}")
    link = page.locator("input[readonly]").first
    link.wait_for()
    take(page, "invite", name)
    guest.goto(link.input_value())
    guest.get_by_role("button", name="Join game").wait_for()
    take(guest, "join", name)
    host.close()
    visitor.close()
