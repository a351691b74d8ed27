"""Tournaments and teams in the browser: an organiser and four players play an arena and a Swiss to the end."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check_accessibility, every_look
from tests.browser.board_page import PHONE
from tests.browser.conftest import PageOpener
from tests.browser.game_page import QUICK_MLP, GamePage
from tests.browser.server import ServerProcess

GAME: Final = re.compile("/game/")
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "Anna": {},
    "Ben": {"color_scheme": "dark"},
    "Chloé": {"locale": "fr-FR", **PHONE},
    "Dora": {"color_scheme": "dark", **PHONE},
}
_played: Final[set[str]] = set()
"""The addresses of the games that were played."""
_RESIGN: Final = re.compile("^(Resign|Abandonner)$")
_SURE: Final = re.compile("^(Resign|Abandonner cette partie)")
_MENU: Final = re.compile("^(Game|Partie)$")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on which many people play from one address."""
    folder = tmp_path_factory.mktemp("club")
    with ServerProcess(folder, SKEP_CONNECTIONS_PER_ADDRESS="0", SKEP_REQUEST_RATE="0") as process:
        yield process


def open_as(open_page: PageOpener, address: str, name: str, **options: Any) -> Page:
    """Open the tournaments with a new account."""
    page = open_page(f"{address}/tournaments", **options)
    page.wait_for_load_state("networkidle")  # simultaneous first requests would create two guests
    answer = page.request.post(f"{address}/api/accounts", data={"name": name, "password": "correct horse battery"})
    assert answer.ok, answer.text()
    page.reload()
    return page


def create(organiser: Page, address: str, system: str, name: str, *, rounds: int | None = None) -> str:
    """Fill in the form for a tournament that the organiser starts, and return its address."""
    organiser.goto(f"{address}/tournaments/new")
    organiser.get_by_role("radio", name=system).check(force=True)
    organiser.get_by_role("button", name="3+2").click()
    organiser.get_by_text("When I say so").click()
    if rounds is not None:
        organiser.get_by_label("Rounds", exact=True).fill(str(rounds))
    organiser.get_by_role("textbox", name="Name").fill(name)
    organiser.get_by_text("More settings").click()
    organiser.get_by_text("Casual").click()
    if rounds is not None:
        organiser.get_by_label("Break between rounds").select_option("0")
    organiser.get_by_role("button", name="Create the tournament").click()
    organiser.wait_for_url(re.compile("/tournament/"))
    return organiser.url


def start(organiser: Page, players: dict[str, Page], tournament: str) -> None:
    """Let the players join on the page, and start."""
    for player in players.values():
        player.goto(tournament)
        player.get_by_test_id("own-part").locator("button.primary").click()
        expect(player.get_by_test_id("own-part").locator("button.quiet")).to_be_visible()  # to withdraw
    expect(organiser.get_by_test_id("standings").locator("tbody tr")).to_have_count(len(players))
    organiser.get_by_role("button", name="Start now").click()
    organiser.get_by_role("dialog").get_by_role("button", name="Start now").click()
    expect(organiser.get_by_test_id("tournament")).to_have_attribute("data-status", "running")


def play_games(players: dict[str, Page], address: str) -> None:
    """Wait until every player's game has opened, and play it on their pages: the first in the alphabet wins.

    White wins by surrounding the queen bee, Black by White's resignation after a move of each.
    """
    pairs: dict[str, dict[str, Page]] = {}
    for name, page in players.items():
        page.wait_for_url(lambda url: bool(GAME.search(url)) and url not in _played)
        pairs.setdefault(page.url.split("/game/")[1][:10], {})[name] = page
    assert len(pairs) == len(players) // 2
    for game, pages in pairs.items():
        _played.update(page.url for page in pages.values())
        state = next(iter(pages.values())).request.get(f"{address}/api/games/{game}").json()
        white, black = state["white"]["name"], state["black"]["name"]
        tables = [GamePage(pages[name], touch=LOOKS[name].get("has_touch", False)) for name in (white, black)]
        if white < black:
            for ply, move in enumerate(QUICK_MLP):
                tables[ply % 2].play(move)
        else:
            for table, move in zip(tables, QUICK_MLP, strict=False):
                table.play(move)
            resign(pages[white])
        for table in tables:
            expect(table.result).to_be_visible()


def resign(page: Page) -> None:
    """Resign; on a phone, the button is in the menu."""
    size = page.viewport_size
    assert size is not None
    if size["width"] < 600:
        page.get_by_role("button", name=_MENU).click()
        page.get_by_role("dialog", name=_MENU).get_by_role("button", name=_RESIGN).click()
    else:
        page.get_by_role("button", name=_RESIGN).click()
    page.get_by_role("dialog", name=_SURE).get_by_role("button", name=_RESIGN).click()


def go_back(players: dict[str, Page]) -> None:
    """Follow the link from the end of a game to its tournament."""
    for page in players.values():
        page.get_by_test_id("banner").locator('a[href^="/tournament/"]').click()


def end_arena(server: ServerProcess, tournament: str) -> None:
    """Let the time of an arena run out now rather than after the five minutes that it lasts at least."""
    with closing(sqlite3.connect(server.folder / "games.sqlite", timeout=30)) as store, store:
        now = int(time.time() * 1_000_000)
        store.execute("UPDATE tournaments SET ends = ? WHERE id = ?", (now, tournament.rsplit("/", 1)[1]))


@pytest.mark.slow
def test_an_arena_and_a_swiss_are_played_to_the_end(club: ServerProcess, open_page: PageOpener) -> None:
    """An organiser and four players, each in a context of their own, on desktops and phones."""
    address = club.address
    organiser = open_as(open_page, address, "Mira")
    players = {name: open_as(open_page, address, name, **look) for name, look in LOOKS.items()}
    arena = create(organiser, address, "Arena", "Short evening")
    start(organiser, players, arena)
    boards = organiser.get_by_test_id("top-boards").get_by_test_id("live")
    expect(boards).to_have_count(2)
    check_accessibility(organiser, "a tournament in progress")
    play_games(players, address)
    go_back(players)
    play_games(players, address)
    end_arena(club, arena)
    go_back(players)
    for page in (organiser, *players.values()):
        expect(page.get_by_test_id("tournament")).to_have_attribute("data-status", "finished")
    expect(organiser.get_by_test_id("podium")).to_contain_text("Anna")
    rows = organiser.get_by_test_id("standings").locator("tbody tr")
    # Anna wins every game: two points each, so she is first
    expect(rows.first).to_contain_text("Anna")
    expect(rows).to_have_count(4)
    organiser.get_by_text("Cross-table", exact=True).click()
    expect(organiser.get_by_test_id("cross-table").get_by_role("link")).to_have_count(8)

    swiss = create(organiser, address, "Swiss", "Two rounds", rounds=2)
    start(organiser, players, swiss)
    play_games(players, address)
    go_back(players)
    play_games(players, address)
    expect(organiser.get_by_test_id("tournament")).to_have_attribute("data-status", "finished")
    organiser.get_by_text("Cross-table", exact=True).click()
    table = organiser.get_by_test_id("cross-table")
    expect(table.locator("tbody tr")).to_have_count(4)
    expect(table.locator("tbody tr").first).to_contain_text("Anna")
    expect(table.locator("tbody tr").first.get_by_role("link")).to_have_count(2)
    check_accessibility(organiser, "a cross-table")
    go_back(players)
    french = players["Chloé"]
    french.get_by_text("Appariements", exact=True).click()
    french.get_by_role("link", name="Ronde 1").click()
    expect(french).to_have_url(re.compile(r"\?round=1$"))
    expect(french.get_by_test_id("pairings").get_by_role("link")).to_have_count(2)
    check_accessibility(french, "the pairings in French on a phone")
    check_accessibility(players["Ben"], "a finished tournament in the dark")
    games = organiser.request.get(swiss.replace("/tournament/", "/api/tournament/") + "/games.pgn")
    assert games.text().count("[GameType") == 4


@pytest.mark.slow
def test_two_teams_play_a_battle(club: ServerProcess, open_page: PageOpener) -> None:
    """The organiser finds the teams in the form; the page shows their points live."""
    address = club.address
    hanna = open_as(open_page, address, "Hanna")
    igor = open_as(open_page, address, "Igor", locale="fr-FR", **PHONE)
    for page, name in ((hanna, "Derby Bees"), (igor, "Derby Ants")):
        answer = page.request.post(f"{address}/api/teams", data={"name": name})
        assert answer.ok, answer.text()
    hanna.goto(f"{address}/tournaments/new")
    hanna.get_by_role("button", name="3+2").click()
    hanna.get_by_text("When I say so").click()
    hanna.get_by_text("More settings").click()
    for name in ("Bees", "Ants"):
        hanna.get_by_label("Battle of teams").fill(f"Derby {name}")
        hanna.get_by_role("button", name=f"Add Derby {name}").click()
    check_accessibility(hanna, "the form of a battle")
    hanna.get_by_role("button", name="Create the tournament").click()
    hanna.wait_for_url(re.compile("/tournament/"))
    igor.goto(hanna.url)
    for page in (hanna, igor):
        page.get_by_test_id("own-part").locator("button.primary").click()
        expect(page.get_by_test_id("own-part").locator("button.quiet")).to_be_visible()
    tournament = hanna.url.rsplit("/", 1)[1]
    assert hanna.request.post(f"{address}/api/tournament/{tournament}/start").ok
    for page in (hanna, igor):
        page.wait_for_url(GAME)
    game = GamePage(hanna)
    state = hanna.request.get(f"{address}/api/games/{hanna.url.split('/game/')[1][:10]}").json()
    tables = [GamePage(hanna), GamePage(igor, touch=True)]
    if state["white"]["name"] == "Igor":
        tables.reverse()
    for table, move in zip(tables, QUICK_MLP, strict=False):
        table.play(move)
    resign(igor)
    expect(game.result).to_be_visible()
    igor.goto(f"{address}/tournament/{tournament}")
    teams = igor.get_by_test_id("team-standings").locator("tbody tr")
    expect(teams.first).to_contain_text("Derby Bees")
    expect(teams.first).to_contain_text("Hanna 2")
    expect(teams.last).to_contain_text("Derby Ants")
    check_accessibility(igor, "a battle in French on a phone")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "part", "shown"), [("Knockout", "Bracket", "bracket"), ("Round robin", "Cross-table", "cross-table")]
)
def test_a_bracket_and_a_cross_table_show_who_meets_whom(
    club: ServerProcess, open_page: PageOpener, system: str, part: str, shown: str
) -> None:
    address, kind = club.address, shown.split("-", maxsplit=1)[0]
    organiser = open_as(open_page, address, f"Nina {kind}")
    one = open_as(open_page, address, f"One {kind}", color_scheme="dark", **PHONE)
    two, three = (open_as(open_page, address, f"{name} {kind}") for name in ("Two", "Three"))
    tournament = create(organiser, address, system, f"{system} of three")
    for page in (one, two, three):
        assert page.request.post(tournament.replace("/tournament/", "/api/tournament/") + "/join").ok
    organiser.get_by_role("button", name="Start now").click()
    organiser.get_by_role("dialog").get_by_role("button", name="Start now").click()
    expect(organiser.get_by_test_id("top-boards").get_by_test_id("live")).to_have_count(1)
    one.goto(tournament)
    for page in (organiser, one):
        page.get_by_text(part, exact=True).click()
        for name in ("One", "Two", "Three"):
            expect(page.get_by_test_id(shown)).to_contain_text(f"{name} {kind}")
        check_accessibility(page, f"a {shown}")
    if shown == "bracket":
        # the one who has a bye is in the final already
        matches = organiser.get_by_test_id("bracket").locator(".match")
        expect(matches).to_have_count(3)
        expect(matches.first).to_contain_text("bye")
        expect(matches.last).to_contain_text(f"One {kind}")


@pytest.mark.slow
@every_look
def test_axe_finds_no_violations_on_the_forms_and_lists(
    club: ServerProcess, open_page: PageOpener, look: dict[str, Any]
) -> None:
    address = club.address
    name = f"Member {abs(hash(str(look))) % 1000}"
    page = open_as(open_page, address, name, reduced_motion="reduce", **look)
    page.get_by_role("heading", level=2).first.wait_for()
    check_accessibility(page, "tournaments")
    page.get_by_text("Calendar", exact=True).click()
    page.get_by_test_id("calendar").wait_for()
    check_accessibility(page, "the calendar")
    page.goto(f"{address}/tournaments/new")
    page.get_by_role("radio", name="Knockout").check(force=True)
    page.get_by_text("More settings").click()
    page.get_by_label("Lowest rating").fill("2000")
    page.get_by_label("Highest rating").fill("1000")
    page.get_by_role("button", name="Create the tournament").click()
    expect(page.get_by_label("Highest rating")).to_be_focused()
    check_accessibility(page, "the form with a problem")
    page.goto(f"{address}/teams")
    page.get_by_role("button", name="Create a team").click()
    page.get_by_role("textbox", name="Name").fill(f"Team of {name}")
    check_accessibility(page, "a new team")
    page.get_by_role("button", name="Create the team").click()
    page.get_by_test_id("team").wait_for()
    page.get_by_label("Message to the team").fill("Hello!")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("team-chat")).to_contain_text("Hello!")
    expect(page.get_by_test_id("members")).to_contain_text(name)
    check_accessibility(page, "a team")
    page.goto(f"{address}/teams")
    expect(page.get_by_test_id("team-row").first).to_be_visible()
    check_accessibility(page, "teams")
