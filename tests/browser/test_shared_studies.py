"""Shared studies in several browsers: people edit, some without a connection, and all end with the same moves."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from skep.board import Board
from tests.browser.accessibility import check_accessibility
from tests.browser.conftest import PageOpener
from tests.browser.server import ServerProcess
from tests.browser.study_page import StudyPage

pytestmark = pytest.mark.slow

START = "ultimate-2024 Base+MLP White[1] -"
_numbers = count(1)


class Scholar:
    """Someone with an account, in a browser of their own."""

    def __init__(self, server: ServerProcess, open_page: PageOpener, **options: Any) -> None:
        self.address = server.address
        given = {"reduced_motion": "reduce", "notation": True, **options}
        self.page: Page = open_page(f"{server.address}/studies", **given)
        self.name = f"Scholar {next(_numbers)}"
        self._sockets: list[WebSocketRoute] = []
        self._offline = False
        self.page.route_web_socket("**/api/socket", self._on_socket)

    def _on_socket(self, socket: WebSocketRoute) -> None:
        if self._offline:
            socket.close()
            return
        socket.connect_to_server()
        self._sockets.append(socket)

    def lose_connection(self) -> None:
        """Break the connection, and every attempt to connect again."""
        self._offline = True
        while self._sockets:
            self._sockets.pop().close()
        expect(self.page.get_by_test_id("sync")).to_have_attribute("data-connected", "false")

    def restore_connection(self) -> None:
        self._offline = False
        self.page.evaluate("() => dispatchEvent(new Event('online'))")

    def register(self) -> None:
        assert self.post("accounts", {"name": self.name, "password": "correct horse battery"}).status == 201
        self.page.reload()

    def post(self, path: str, body: Any) -> Any:
        return self.page.request.post(f"{self.address}/api/{path}", data=body)

    def create(self, *moves: str) -> str:
        nodes = [{"parent": number - 1, "uhp": move} for number, move in enumerate(moves)]
        body = {"name": "Pins", "chapter": "First", "tree": {"start": START, "nodes": nodes}}
        study: str = self.post("shared-studies", body).json()["study"]
        return study

    def open(self, study: str, secret: str = "") -> StudyPage:
        self.page.goto(f"{self.address}/study/{study}" + (f"#{secret}" if secret else ""))
        opened = StudyPage(self.page)
        self.expect_saved()
        return opened

    def expect_saved(self) -> None:
        """Wait until everything is stored on the server."""
        status = self.page.get_by_test_id("sync")
        expect(status).to_have_attribute("data-connected", "true")
        expect(status).to_have_attribute("data-waiting", "0")


def test_two_people_edit_and_one_of_them_offline(server: ServerProcess, open_page: PageOpener) -> None:
    anna, ben = Scholar(server, open_page), Scholar(server, open_page)
    anna.register()
    ben.register()
    study = anna.create("wS1", "bS1 wS1-")
    one = anna.open(study)
    anna.page.get_by_role("button", name="Share", exact=True).click()
    anna.page.get_by_test_id("make-edit").click()
    link = anna.page.get_by_label("Link to edit").input_value()
    check_accessibility(anna.page, "sharing a study")
    anna.page.keyboard.press("Escape")
    two = ben.open(study, link.partition("#")[2])
    assert "#" not in ben.page.url
    expect(anna.page.get_by_role("button", name=f"Follow {ben.name}").first).to_be_visible()

    # a move of one appears at the other, who keeps the position that they look at
    one.page.keyboard.press("End")
    one.wait_for_ply(2)
    one.play("wQ -wS1", before=("wS1", "bS1 wS1-"))
    expect(two.moves).to_have_text(["wS1", "bS1 wS1-", "wQ -wS1"])
    expect(two.main).to_have_attribute("data-shown", "0")

    # both annotate the same move and continue differently, one of them without a connection
    ben.page.keyboard.press("End")
    two.wait_for_ply(3)
    ben.lose_connection()
    two.annotate().fill("Ben was here")
    expect(ben.page.get_by_test_id("sync")).to_have_attribute("data-waiting", "1")
    one.annotate().fill("Anna was here")
    anna.expect_saved()
    one.play("bQ bS1-", before=("wS1", "bS1 wS1-", "wQ -wS1"))
    anna.expect_saved()
    ben.restore_connection()
    ben.expect_saved()
    expect(two.moves).to_have_text(["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"])
    expect(two.annotate()).to_have_value("Anna was here\nBen was here")
    expect(one.page.locator(".tree .remark")).to_have_text("Anna was here\nBen was here")
    check_accessibility(anna.page, "a shared study")

    # following shows what the other one looks at
    ben.page.get_by_role("button", name=f"Follow {anna.name}").first.click()
    expect(two.main).to_have_attribute("data-shown", "4")
    anna.page.keyboard.press("Home")
    expect(two.main).to_have_attribute("data-shown", "0")


def test_two_of_three_come_back_with_variations_and_comments(server: ServerProcess, open_page: PageOpener) -> None:
    anna, ben, cleo = people = [Scholar(server, open_page) for _ in range(3)]
    for person in people:
        person.register()
    start = ("wS1", "bS1 wS1-")
    study = anna.create(*start)
    secret = anna.post(f"shared-studies/{study}/links", {"role": "edit"}).json()["links"]["edit"]
    pages = [person.open(study, "" if person is anna else secret) for person in people]
    for page in pages:
        page.page.keyboard.press("End")
        page.wait_for_ply(2)
    ben.lose_connection()
    cleo.lose_connection()
    moves = ("wB1 -wS1", "wQ -wS1", "wA1 -wS1")
    for person, page, move in zip(people, pages, moves, strict=True):
        board = Board("Base+MLP")
        for uhp in start:
            board.push_uhp(uhp)
        target = board.parse_uhp(move).to
        page.piece_at(move[:3].strip(), None).click()
        page.space(target).click()
        if person is anna:
            page.wait_for_ply(3)
            page.annotate().fill(f"{person.name} was here")
        else:
            # the server names moves, so this one waits; it is drawn meanwhile
            expect(page.piece_at(move[:3].strip(), target)).to_be_visible()
    anna.expect_saved()
    # longer than a request waits
    ben.page.wait_for_timeout(11_000)
    for person, page in ((cleo, pages[2]), (ben, pages[1])):
        person.restore_connection()
        page.wait_for_ply(3)
        page.annotate().fill(f"{person.name} was here")
        person.expect_saved()
    for person, page in zip(people, pages, strict=True):
        expect(page.moves).to_have_count(5)
        assert set(page.moves.all_text_contents()) == {*start, *moves}
        # the comment of the current move is in its field
        expect(page.annotate()).to_have_value(f"{person.name} was here")
        remarks = person.page.locator(".tree .remark")
        expect(remarks).to_have_count(2)
        assert {text.strip() for text in remarks.all_text_contents()} == {
            f"{other.name} was here" for other in people if other is not person
        }
    one, *others = (page.moves.all_text_contents() for page in pages)
    assert others == [one, one]


def test_a_viewer_sees_edits_but_makes_none(server: ServerProcess, open_page: PageOpener) -> None:
    anna, guest = Scholar(server, open_page), Scholar(server, open_page)
    anna.register()
    study = anna.create("wS1")
    secret = anna.post(f"shared-studies/{study}/links", {"role": "view"}).json()["links"]["view"]
    one, two = anna.open(study), guest.open(study, secret)
    two.page.keyboard.press("End")
    two.wait_for_ply(1)
    two.piece_at("bS1", None).click()
    two.space((1, 0)).click()
    expect(two.page.get_by_text("You can view this study but not edit it")).to_be_visible()
    one.page.keyboard.press("End")
    one.wait_for_ply(1)
    one.play("bA1 wS1-", before=("wS1",))
    expect(two.moves).to_have_text(["wS1", "bA1 wS1-"])
    # the owner removes the guest, who can no longer see the study
    members = anna.page.request.get(f"{server.address}/api/shared-studies/{study}/access").json()["members"]
    anna.page.request.delete(f"{server.address}/api/shared-studies/{study}/members/{members[0]['id']}")
    expect(two.page.get_by_role("heading", name="This study is closed")).to_be_visible()
