"""The promises of the layout, measured: the stage, the size of tiles, and that nothing moves or covers the hive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from skep.board import Board
from skep.hexes import Hex
from skep.pieces import Piece
from tests.browser.board_page import settle, settled_view
from tests.browser.conftest import TIMEOUT
from tests.browser.game_page import GamePage, open_game
from tests.browser.layout_positions import POSITIONS
from tests.browser.measuring import Measures, fewest_covered, measure, possible_pitch
from tests.browser.server import ServerProcess
from tests.browser.study_page import StudyPage

_TOUCH: Final[dict[str, Any]] = {"has_touch": True, "is_mobile": True}
SIZES: Final[dict[str, tuple[int, int, dict[str, Any]]]] = {
    "laptop": (1366, 800, {}),
    "desktop": (1920, 1080, {}),
    "upright": (390, 844, _TOUCH),
    "landscape": (844, 390, _TOUCH),
}
"""Windows by name, with the options of their browser context."""
STAGES: Final = {"laptop": (742, 720), "desktop": (1204, 1000), "upright": (390, 500), "landscape": (470, 370)}
"""The size of the stage; on phones its minimum."""
SAMPLE: Final = {("upright", "row")}
"""The case that runs with every change."""
STUDIED: Final = ("ring", "stack", "column", "middle", "engine 5", "engine 7")
"""The positions that are opened on the analysis board."""
_PASTE: Final = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""
CASES: Final = [
    pytest.param(size, name, marks=() if (size, name) in SAMPLE else pytest.mark.slow, id=f"{size}-{name}")
    for size in SIZES
    for name in POSITIONS
]


@pytest.fixture(scope="module")
def pages(chromium: Browser, server: ServerProcess) -> Iterator[dict[str, Page]]:
    """One page for each size, opened when it is first needed."""
    opened = _Pages(chromium, server)
    yield opened
    for page in opened.values():
        page.context.close()


class _Pages(dict[str, Page]):
    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self._browser, self._server = browser, server

    def __missing__(self, size: str) -> Page:
        width, height, options = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            service_workers="block",
            **options,
        )
        context.set_default_timeout(TIMEOUT)
        page = self[size] = context.new_page()
        page.goto(self._server.address)
        return page


@pytest.mark.parametrize(("size", "name"), CASES)
def test_the_hive_fills_the_stage_and_nothing_covers_it(
    size: str, name: str, pages: dict[str, Page], server: ServerProcess
) -> None:
    page = pages[size]
    table = open_game(page, server.address, POSITIONS[name])
    board = table.board()
    before = settled_view(page)
    resting = measure(page)
    check_stage(size, resting)
    check_tiles(size, resting, board)
    check_clear(resting)
    check_ghosts(size, table, board, before)
    if board.position().stacks:
        check_notice(size, table, board, before)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_analysis_board_shows_hive_and_ghosts_too(size: str, pages: dict[str, Page], server: ServerProcess) -> None:
    page = pages[size]
    for name in STUDIED:
        page.goto(f"{server.address}/study")
        study = StudyPage(page)
        page.evaluate(_PASTE, ";".join(POSITIONS[name]))
        study.wait_for_ply(len(POSITIONS[name]))
        board = Board("Base+MLP")
        for uhp in POSITIONS[name]:
            board.push_uhp(uhp)
        before = settled_view(page)
        resting = measure(page)
        check_clear(resting)
        assert resting.pitch >= 43.9
        assert resting.board.is_inside(resting.stage)
        piece, spaces = farthest_reaching(board, whole=False)
        study.tap(study.piece_at(str(piece), board.where(piece)))
        expect(page.locator("[data-stage] .target.ghost")).to_have_count(len(spaces))
        settle(page)
        shown = measure(page)
        assert all(ghost.is_inside(shown.stage) for ghost in shown.ghosts), name
        page.keyboard.press("Escape")
        expect(page.locator("[data-stage] .target.ghost")).to_have_count(0)
        assert settled_view(page) == before
        # the view is fitted again to the first position
        page.keyboard.press("Home")
        study.wait_for_ply(0)
        settle(page)
        assert measure(page).scale >= resting.scale


def check_stage(size: str, measures: Measures) -> None:
    width, height = STAGES[size]
    if size in ("laptop", "desktop"):
        assert (measures.stage.width, measures.stage.height) == (width, height)
    else:
        assert measures.stage.width >= width
        assert measures.stage.height >= height
    assert measures.board.is_inside(measures.stage)


def check_tiles(size: str, measures: Measures, board: Board) -> None:
    """Tiles are as large as the shape of the hive allows, at most 92 pixels (116 on a large screen), at least 44."""
    most = 116.0 if size == "desktop" else 92.0
    assert 43.9 <= measures.pitch <= most + 0.1
    stage = measures.stage
    possible = max(possible_pitch(board, stage, sixths=sixths, most=most) for sixths in range(3))
    # the board is turned only if that enlarges tiles by 15%
    assert measures.pitch >= min(possible / 1.15, most) - 0.1
    if size == "laptop" and (possible >= 60 * 1.15 or possible_pitch(board, stage) >= 60):
        assert measures.pitch >= 60
    if possible >= 44 * 1.15:
        assert all(tile.is_inside(stage, slack=3) for tile in measures.tiles)


def check_clear(measures: Measures) -> None:
    """Seats, tools, panel and navigation cover no tile."""
    for rect in measures.around:
        assert measures.covered_by(rect) == 0, rect


def check_ghosts(size: str, table: GamePage, board: Board, before: str) -> None:
    """All destinations of the piece with most of them are on the stage; on a large stage nothing moves for that."""
    resting = measure(table.page)
    whole = all(tile.is_inside(resting.stage, slack=3) for tile in resting.tiles)
    piece, spaces = farthest_reaching(board, whole=whole)
    table.pick(board, str(piece))
    expect(table.page.locator("[data-stage] .target.ghost")).to_have_count(len(spaces))
    after = settled_view(table.page)
    measures = measure(table.page)
    assert all(ghost.is_inside(measures.stage) for ghost in measures.ghosts)
    if size in ("laptop", "desktop") and possible_pitch(board, measures.stage) >= 44:
        assert after == before
    table.page.keyboard.press("Escape")
    expect(table.page.locator("[data-stage] .target.ghost")).to_have_count(0)
    assert settled_view(table.page) == before


def check_notice(size: str, table: GamePage, board: Board, before: str) -> None:
    """A reason covers as few tiles as possible and moves nothing; on phones the hive glides above it instead."""
    assert board.last_move is not None
    resting = measure(table.page)
    whole = all(tile.is_inside(resting.stage, slack=3) for tile in resting.tiles)
    table.tap(table.space(board.last_move.to))  # the other side's piece
    expect(table.notice.locator(".card")).to_be_visible()
    after = settled_view(table.page)
    measures = measure(table.page)
    (notice,) = measures.notices
    assert notice.is_inside(measures.stage)
    if size in ("laptop", "desktop"):
        assert after == before
        assert measures.covered_by(notice, margin=0) <= fewest_covered(measures, notice)
    elif whole:
        assert measures.covered_by(notice) == 0
    table.page.keyboard.press("Escape")
    expect(table.notice.locator(".card")).to_have_count(0)
    settle(table.page)
    assert settled_view(table.page) == before


def farthest_reaching(board: Board, *, whole: bool) -> tuple[Piece, set[Hex]]:
    """Return the piece with most destinations, and these. Only if the whole hive is in view can it be in play."""
    reach: dict[Piece, set[Hex]] = {}
    for move in board.legal_moves:
        assert move.piece is not None
        if whole or board.where(move.piece) is None:
            reach.setdefault(move.piece, set()).add(move.to)
    return max(reach.items(), key=lambda item: (len(item[1]), item[0]))
