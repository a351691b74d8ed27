"""The screen of a game: its geometry, and what must not move the hive or be hidden."""

from __future__ import annotations

from io import TextIOWrapper

import pytest
from playwright.sync_api import Locator, Page, expect

from skep.archive.starter import open_starter_set
from skep.game import read_game
from skep.outcomes import Termination
from tests.browser.board_page import PHONE, REDUCED_MOTION, settle, settled_view
from tests.browser.conftest import PageOpener
from tests.browser.game_page import IN_A_ROW, LONG_GAME, QUICK_MLP, GamePage, open_game, open_game_against_computer
from tests.browser.layout_positions import POSITIONS
from tests.browser.profile_games import register, store_rated_games
from tests.browser.server import ServerProcess
from tests.server.play.coach.positions import ABOUT_TO_WIN

DESKTOP = {"viewport": {"width": 1366, "height": 800}}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}


def size(target: Locator) -> tuple[int, int]:
    """Return the width and height of an element."""
    box = target.bounding_box()
    assert box is not None
    return round(box["width"]), round(box["height"])


def stage(page: Page) -> Locator:
    return page.locator("[data-stage]")


def test_the_stage_has_the_size_of_the_design_and_notices_do_not_move_the_hive(
    server: ServerProcess, open_page: PageOpener
) -> None:
    table = open_game(open_page(server.address, **DESKTOP), server.address, LONG_GAME)
    page = table.page
    assert size(stage(page)) == (742, 720)
    view = settled_view(page)
    table.pick(table.board(), "bQ")
    expect(table.notice.get_by_role("heading")).to_be_visible()
    assert settled_view(page) == view
    assert size(stage(page)) == (742, 720)
    page.keyboard.press("z")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_role("complementary")).to_have_count(0)
    assert size(stage(page))[0] > 1000
    page.keyboard.press("z")
    settle(page)
    assert size(stage(page)) == (742, 720)


@pytest.mark.slow
def test_the_table_does_not_scroll(server: ServerProcess, open_page: PageOpener) -> None:
    """Bringing something into view, such as a text for screen readers in the list of moves, does not move the table."""
    page = open_game(open_page(server.address, **DESKTOP), server.address, POSITIONS["engine 8"]).page
    main = page.get_by_role("main")
    assert main.evaluate("(table) => table.scrollHeight > table.clientHeight")
    assert main.evaluate("(table) => (table.scrollTop = 3, table.scrollTop)") == 0


@pytest.mark.slow
def test_the_panel_can_be_resized_and_remembers_its_width(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_game(open_page(server.address, **DESKTOP), server.address, IN_A_ROW).page
    handle = page.get_by_role("separator", name="Width of the panel")
    handle.focus()
    page.keyboard.press("ArrowLeft")
    assert size(stage(page)) == (726, 720)
    page.reload()
    GamePage(page).wait_for_ply(len(IN_A_ROW))
    assert size(stage(page)) == (726, 720)


@pytest.mark.slow
@pytest.mark.parametrize("device", [PHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_a_game_on_a_phone_has_no_site_header_and_cuts_nothing_off(
    server: ServerProcess, open_page: PageOpener, device: dict[str, object]
) -> None:
    clock = {"kind": "minutes", "minutes": 10, "increment": 5}
    page = open_game(open_page(server.address, **device), server.address, LONG_GAME, clock=clock).page
    expect(page.locator("header.site")).to_be_hidden()
    width, height = page.evaluate("[innerWidth, innerHeight]")
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    for part in page.locator(".plate, .tray, [data-stage], nav.nav").all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width + 1
        assert box["y"] + box["height"] <= height + 1
    names = page.locator(".plate .name")
    assert names.evaluate_all("(names) => names.every((name) => name.scrollWidth <= name.clientWidth)")
    assert min(size(pile)[0] for pile in page.locator("button.pile").all()) >= 44


@pytest.mark.slow
def test_tiles_in_hand_are_large_on_a_phone_on_its_side(server: ServerProcess, open_page: PageOpener) -> None:
    clock = {"kind": "minutes", "minutes": 10, "increment": 5}
    page = open_game(open_page(server.address, **ON_ITS_SIDE), server.address, LONG_GAME, clock=clock).page
    assert {size(pile) for pile in page.locator(".lower button.pile svg").all()} == {(50, 63)}
    hand, buttons = page.locator(".lower .tray").bounding_box(), page.locator("nav.nav").bounding_box()
    assert hand is not None
    assert buttons is not None
    assert hand["y"] >= buttons["y"] + buttons["height"]


@pytest.mark.slow
@pytest.mark.parametrize("device", [PHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_long_names_are_whole_on_a_phone(
    server: ServerProcess, open_page: PageOpener, device: dict[str, object]
) -> None:
    clock = {"kind": "minutes", "minutes": 10, "increment": 5}
    page = open_page(server.address, **device)
    page.wait_for_load_state("networkidle")
    page.request.put(f"{server.address}/api/me", data={"name": "Clémentine de la Ruche"})
    request = {"opponent": "friend", "side": "white", "clock": clock}
    game = page.request.post(f"{server.address}/api/games", data=request).json()["game"]
    other = open_page(server.address, **device)
    other.wait_for_load_state("networkidle")
    other.request.put(f"{server.address}/api/me", data={"name": "Wolfgangamadeusmozartius"})
    invite = page.request.get(f"{server.address}/api/games/{game}").json()["invite"]
    other.request.post(f"{server.address}/api/invitations", data={"secret": invite})
    for player in (page, other):
        player.goto(f"{server.address}/game/{game}")
        names = player.locator(".plate .name")
        expect(names).to_have_count(2)
        expect(names.first).not_to_be_empty()
        assert names.evaluate_all(
            """(names) => names.every((name) => name.scrollWidth <= name.clientWidth
              && name.scrollHeight <= name.clientHeight + 1
              && name.getBoundingClientRect().right <= name.closest(".plate").getBoundingClientRect().right)"""
        )


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_ratings_and_the_end_of_a_game_have_room(server: ServerProcess, open_page: PageOpener, locale: str) -> None:
    page, other = (open_page(server.address, locale=locale, **DESKTOP) for _ in range(2))
    name, opponent = f"Quodlibetta {locale[:2]}", f"Bechster {locale[:2]}"
    register(page, server.address, name)
    register(other, server.address, opponent)
    # the first is against the computer, and the second may have too few moves for its rating to have settled
    game = store_rated_games(server, name, opponent, 2)[1]
    for width, height in ((1366, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.address}/game/{game}")
        expect(GamePage(page).result.locator(".change")).to_be_visible()
        settle(page)
        assert page.evaluate(_OUTSIDE, [".plate", "*"]) == []
        assert page.evaluate(_OUTSIDE, [".banner .said", "h2, p"]) == []
        texts, buttons = (page.locator(f".banner {part}").bounding_box() for part in (".said", ".acts"))
        assert texts is not None
        assert buttons is not None
        beside, above = texts["x"] + texts["width"] <= buttons["x"], texts["y"] + texts["height"] <= buttons["y"]
        assert beside or above


_OUTSIDE = """([box, parts]) => [...document.querySelectorAll(box)].flatMap((one) => {
  const { right, bottom } = one.getBoundingClientRect();
  return [...one.querySelectorAll(parts)]
    .filter((part) => !part.closest(".visually-hidden, svg"))
    .filter((part) => part.getBoundingClientRect().right > right + 1 || part.scrollWidth > part.clientWidth + 1
      && getComputedStyle(part).display !== "inline")
    .map((part) => `${part.className}: ${part.textContent}`);
})"""
"""The parts of a box that stick out of it, or whose text does."""


@pytest.mark.slow
@pytest.mark.parametrize("device", [PHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_zen_mode_can_be_left_on_a_phone_without_covering_anything(
    server: ServerProcess, open_page: PageOpener, device: dict[str, object]
) -> None:
    clock = {"kind": "minutes", "minutes": 10, "increment": 5}
    page = open_game(open_page(server.address, **device), server.address, LONG_GAME, clock=clock).page
    page.get_by_role("button", name="Game", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Zen mode").tap()
    expect(page.get_by_role("navigation")).to_have_count(0)
    leave = page.get_by_role("button", name="Leave zen mode")
    box = leave.bounding_box()
    assert box is not None
    covered = """([x, y, width, height]) => [...document.querySelectorAll(".clock, .tray, .name, .tile")]
      .map((part) => part.getBoundingClientRect())
      .filter((part) => part.left < x + width && x < part.right && part.top < y + height && y < part.bottom).length"""
    assert page.evaluate(covered, [box["x"], box["y"], box["width"], box["height"]]) == 0
    leave.tap()
    expect(page.get_by_role("navigation")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("device", [PHONE, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_a_move_to_confirm_and_a_hint_of_where_a_piece_was_stay_in_view_on_a_phone(
    server: ServerProcess, open_page: PageOpener, device: dict[str, object]
) -> None:
    page = open_page(server.address, **device, **REDUCED_MOTION)
    page.evaluate("""localStorage.setItem("skep.settings", '{"confirm": true}')""")
    table = open_game(page, server.address, LONG_GAME)
    before = settled_view(page)
    table.pick(table.board(), "wA2")
    settle(page)
    page.locator(".target.ghost").first.click()
    card = page.locator("[data-stage] .card")
    expect(card).to_be_visible()
    settle(page)
    covered = """() => {
      const card = document.querySelector("[data-stage] .card").getBoundingClientRect();
      return [...document.querySelectorAll("[data-stage] .tile, [data-stage] .target.ghost")]
        .filter((one) => one.getBoundingClientRect().bottom > card.top + 2).length;
    }"""
    assert page.evaluate(covered) == 0
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_have_count(0)
    assert settled_view(page) == before
    # the space that the last piece has left
    table.pick(table.board(), "wA2")
    page.locator(".target.ghost").nth(8).click()
    card.get_by_role("button", name="Play").click()
    table.wait_for_ply(len(LONG_GAME) + 1)
    settle(page)
    trace, board = (page.locator(selector).bounding_box() for selector in ("g .trace", "[data-stage] .board"))
    assert trace is not None
    assert board is not None
    assert trace["x"] >= board["x"]
    assert trace["y"] >= board["y"]
    assert trace["x"] + trace["width"] <= board["x"] + board["width"]
    assert trace["y"] + trace["height"] <= board["y"] + board["height"]


@pytest.mark.slow
@pytest.mark.parametrize("device", [DESKTOP, PHONE, ON_ITS_SIDE], ids=["desktop", "upright", "on its side"])
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_win_that_opens_the_next_level_is_celebrated_beside_the_banner(
    server: ServerProcess, open_page: PageOpener, device: dict[str, object], motion: str
) -> None:
    page = open_page(server.address, **device, reduced_motion=motion)
    table = open_game_against_computer(page, server, ABOUT_TO_WIN)
    table.pick(table.board(), "wA1")
    page.locator('.target.ghost[data-place="-2,0"]').click()
    expect(table.result.get_by_role("button", name="Try level 2")).to_be_visible()
    # on the board, which lies below the banner: it covers none of the texts
    celebration = page.locator("[data-stage] .board").get_by_test_id("celebration")
    expect(celebration).to_have_attribute("data-still", str(motion == "reduce").lower())
    expect(page.get_by_test_id("celebration")).to_have_count(1)
    settle(page)
    banner = table.result.bounding_box()
    assert banner is not None
    assert banner["height"] < 0.45 * size(stage(page))[1]


@pytest.mark.slow
@pytest.mark.parametrize("device", [DESKTOP, PHONE, ON_ITS_SIDE], ids=["desktop", "upright", "on its side"])
def test_the_banner_covers_none_of_the_six_sides(
    server: ServerProcess, open_page: PageOpener, device: dict[str, object]
) -> None:
    page = open_page(server.address, **device, **REDUCED_MOTION)
    for moves in (QUICK_MLP, *long_finished_games(3)):
        table = open_game(page, server.address, moves)
        expect(table.result).to_be_visible()
        settle(page)
        room, banner = stage(page).bounding_box(), table.result.bounding_box()
        assert room is not None
        assert banner is not None
        lights = page.get_by_test_id("ending").locator(".light").all()
        assert len(lights) in (6, 12)
        for box in (light.bounding_box() for light in lights):
            assert box is not None
            assert box["y"] + box["height"] <= banner["y"]
            assert box["y"] >= room["y"]
            assert room["x"] <= box["x"]
            assert box["x"] + box["width"] <= room["x"] + room["width"]


def long_finished_games(count: int) -> list[list[str]]:
    """Return the moves of games of more than thirty turns with all bugs in which a queen bee is surrounded."""
    file = TextIOWrapper(open_starter_set(), "utf-8")
    games: list[list[str]] = []
    while len(games) < count and (game := read_game(file)) is not None:
        nodes = list(game.mainline())
        board = nodes[-1].board()
        outcome = board.outcome()
        surrounded = outcome is not None and outcome.termination is Termination.SURROUNDED
        if len(nodes) > 30 and surrounded and str(board.game_type) == "Base+MLP":
            games.append([node.uhp() for node in nodes])
    assert len(games) == count
    return games


@pytest.mark.slow
def test_a_game_fills_the_screen(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_game(open_page(server.address, **DESKTOP), server.address, IN_A_ROW).page
    for is_full in (True, False):
        page.get_by_role("button", name="Options of the move list").click()
        page.get_by_role("button", name="Full screen").click()
        page.wait_for_function("(full) => !!document.fullscreenElement === full", arg=is_full)


@pytest.mark.slow
def test_the_moves_of_a_phone_open_at_the_latest_one(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_game(open_page(server.address, **PHONE), server.address, LONG_GAME).page
    page.get_by_role("navigation").get_by_role("button", name="Moves").tap()
    latest = page.locator(f'dialog [data-move="{len(LONG_GAME)}"]')
    expect(latest).to_be_in_viewport()
    assert latest.evaluate(
        """(move) => move.getBoundingClientRect().bottom <= move.closest("ol").getBoundingClientRect().bottom"""
    )


@pytest.mark.slow
def test_a_french_panel_has_its_icons_on_one_line_and_a_reason_shows_its_parts(
    server: ServerProcess, open_page: PageOpener
) -> None:
    table = open_game(open_page(server.address, locale="fr-FR", **DESKTOP), server.address, LONG_GAME)
    tops = table.page.locator(".acts svg").evaluate_all(
        "(icons) => icons.map((icon) => Math.round(icon.getBoundingClientRect().top))"
    )
    assert len(tops) == 3
    assert len(set(tops)) == 1
    table.pick(table.board(), "wB1")
    card = table.notice.locator(".card")
    expect(card.get_by_role("img", name="Des parties de")).to_have_count(1)
    assert card.evaluate(
        """(card) => [...card.querySelectorAll("*")].every((one) =>
          one.getBoundingClientRect().right <= card.getBoundingClientRect().right
            && (getComputedStyle(one).overflowX === "visible" || one.scrollWidth <= one.clientWidth))"""
    )


@pytest.mark.slow
def test_chips_are_drawn_in_the_tile_set_of_the_board(server: ServerProcess, open_page: PageOpener) -> None:
    page = open_page(server.address, **DESKTOP)
    page.evaluate("""localStorage.setItem("skep.settings", '{"tiles": "engraved"}')""")
    open_game(page, server.address, IN_A_ROW)
    expect(page.locator('#skep-chip-wQ use[href="#skep-line-Q"]')).to_have_count(1)
    page.evaluate("""localStorage.setItem("skep.settings", '{"contrast": "high"}')""")
    page.reload()
    expect(page.locator('#skep-chip-wQ use[href="#skep-Q"]')).to_have_attribute("fill", "#000000")


@pytest.mark.slow
def test_a_rematch_is_offered_and_answered_in_the_banner_even_behind_a_dialog(
    server: ServerProcess, open_page: PageOpener
) -> None:
    anna = open_page(server.address)
    anna.wait_for_load_state("networkidle")
    request = {"opponent": "friend", "side": "white", "expansions": ""}
    game = anna.request.post(f"{server.address}/api/games", data=request).json()["game"]
    anna.goto(f"{server.address}/game/{game}")
    ben = open_page(anna.locator("input[readonly]").first.input_value())
    ben.get_by_role("button", name="Join game").click()
    white, black = GamePage(anna), GamePage(ben)
    for number, move in enumerate(IN_A_ROW):
        (white, black)[number % 2].play(move)
    black.wait_for_ply(len(IN_A_ROW))
    ben.get_by_role("button", name="Resign").click()
    ben.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(white.result).to_contain_text("You win")
    anna.get_by_role("button", name="Share", exact=True).click()
    expect(anna.get_by_role("dialog")).to_be_visible()
    black.result.get_by_role("button", name="Rematch").click()
    expect(anna.get_by_role("dialog")).to_have_count(0)
    white.result.get_by_role("button", name="Accept").click()
    anna.wait_for_url(lambda address: game not in address)
    ben.wait_for_url(lambda address: game not in address)
