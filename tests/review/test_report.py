"""The report: its texts, and an HTML file that loads nothing."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from skep.board import Board
from skep.game import Game, Result, ResultCode
from skep.hexes import Direction
from skep.i18n import Language, catalog
from skep.outcomes import Termination
from skep.pieces import Bug, Color
from skep.review import EFFORTS, JUDGEMENTS, ReviewedMove, positions, review
from skep.review.report import BAD, SYMBOLS, ReportText, html_report
from tests.cli.helpers import PASSING
from tests.review.helpers import GLANCE, WIN_AT_HAND, reviewed, short_game

VOID = {"meta", "input", "br"}


class Parsed(HTMLParser):
    """A page whose elements are all closed, with its ids, attributes, references and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes.update(name for name, _ in attrs)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.references += [value or "" for name, value in attrs if name in ("href", "src", "action", "data", "poster")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["script"], ["style"]):
            self.text += data


@pytest.mark.parametrize("language", Language)
def test_page_is_valid_and_loads_nothing(language: Language) -> None:
    page = html_report(short_game(), reviewed(), language)
    parsed = Parsed(page)
    assert parsed.open == []
    assert len(set(parsed.ids)) == len(parsed.ids)
    assert all(reference.startswith("#") for reference in parsed.references)
    assert not re.search(r"url\((?!#)|@import|<link|<img|<iframe|fetch\(|XMLHttp", page)
    assert f'<html lang="{language.value}">' in page


def test_page_has_no_inline_styles_or_handlers() -> None:
    attributes = Parsed(html_report(short_game(), reviewed())).attributes
    assert "style" not in attributes
    assert not any(name.startswith("on") for name in attributes)


def test_policy_allows_only_this_style_and_script() -> None:
    page = html_report(short_game(), reviewed())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none';")
    for tag in ("style", "script"):
        text = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert text is not None
        digest = b64encode(sha256(text[1].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy[1]
    assert "unsafe" not in policy[1]


def test_names_are_escaped() -> None:
    game = short_game()
    game.tags["Black"] = "</script><script>alert(1)</script>"
    game.tags["Event"] = "<img src=x>"
    page = html_report(game, reviewed())
    assert page.count("<script") == 2
    parsed = Parsed(page)
    assert "Ann <b>&\"'" in parsed.text
    assert "</script><script>alert(1)</script>" in parsed.text
    assert "<img" not in page


def test_moves_and_turning_points_are_readable_without_the_script() -> None:
    game = Game.parse(WIN_AT_HAND)
    game.end().add_line(["wA3 -wA1"])
    result = review(game, GLANCE)
    assert result.turning_points
    text = Parsed(html_report(game, result)).text
    for move in result.moves:
        assert move.uhp in text
    assert "missed win" in text
    assert "Better: " in text


def test_only_the_worst_errors_have_pictures_in_a_long_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.review.report.page._MAX_DRAWN_LINES", 2)
    game = Game.parse(WIN_AT_HAND)
    result = review(game, GLANCE)
    errors = sorted((move for move in result.moves if move.judgement in BAD), key=lambda move: -move.lost)
    assert len(errors) > 2
    text = re.search(r'id="data">(.*?)</script>', html_report(game, result), re.DOTALL)
    assert text is not None
    moves = json.loads(text[1])["moves"]
    drawn = {index - 1 for index, move in enumerate(moves) if any(step[1] is not None for step in move.get("line", []))}
    assert drawn == {move.ply for move in errors[:2]}
    assert [step[0] for step in moves[errors[-1].ply + 1]["line"]] == list(errors[-1].line[:6])


@pytest.mark.parametrize("text", ["Base", "Base;;;wS1", PASSING + ";pass"])
def test_short_games(text: str) -> None:
    game = Game("Base") if text == "Base" else Game.parse(text)
    page = html_report(game, review(game, GLANCE))
    assert Parsed(page).open == []


def test_chart_of_times_is_omitted_if_unknown() -> None:
    game = Game.parse("Base;;;wS1;bS1 wS1-")
    assert 'class="clock"' not in html_report(game, review(game, GLANCE))
    assert 'class="clock"' in html_report(short_game(), reviewed())


# texts

ENGLISH = ReportText(Language.EN)
FRENCH = ReportText(Language.FR)


@pytest.mark.parametrize("language", Language)
def test_catalogue_is_complete(language: Language) -> None:
    """Each value of an enumeration has a text. tests/i18n compares the languages."""
    texts = catalog("report", language)
    judgements = catalog("judgements", language)
    assert set(texts.table("meaning")) == set(judgements.table("name")) == set(SYMBOLS) == set(JUDGEMENTS)
    assert set(judgements.table("effort")) == set(EFFORTS)
    assert {direction.name for direction in Direction} <= set(texts.table("move"))
    assert set(texts.table("of")) == {bug.name.lower() for bug in Bug}
    assert set(texts.table("side")) == {color.name.lower() for color in Color}
    assert set(texts.table("result")) == {code.value for code in ResultCode}
    assert {termination.value for termination in Termination} <= set(texts.table("reason"))


def test_moves_in_words() -> None:
    game = short_game()
    texts = [ENGLISH.move(board, node.uhp()) for board, node in zip(positions(game), game.mainline(), strict=False)]
    assert texts == [
        "The spider wS1 opens the game",
        "The spider bS1 is placed to the right of the spider wS1",
        "The queen bee wQ is placed to the left of the spider wS1",
        "The queen bee bQ is placed to the upper right of the spider bS1",
        "The soldier ant wA1 is placed to the upper left of the queen bee wQ",
        "The soldier ant bA1 is placed to the upper right of the queen bee bQ",
        "The soldier ant wA1 moves to the lower right of the soldier ant bA1",
    ]
    assert FRENCH.move(positions(game)[6], "wA1 bQ-") == "La fourmi wA1 va à droite de la reine abeille bQ"
    assert ENGLISH.move(positions(game)[0], "pass") == "Pass"


def test_evaluations_in_words() -> None:
    assert ENGLISH.value(-1.5, None) == "−1.50 units"
    assert FRENCH.value(0.25, None) == "+0,25 unités"
    assert ENGLISH.meaning("mistake") == "gave away 10% or more"
    assert FRENCH.meaning("good") == "a cédé moins de 5\N{NO-BREAK SPACE}%"
    assert ENGLISH.value(300, 2) == "White has a forced win in 2 moves"
    assert FRENCH.value(-300, 1) == "gain forcé des Noirs en 1 coup"
    assert ENGLISH.value(-300, 0) == "Black has won"
    assert FRENCH.share(0.456) == "46\N{NO-BREAK SPACE}%"
    assert [ENGLISH.time(seconds) for seconds in (7.25, 245, 3723)] == ["7.2\N{NO-BREAK SPACE}s", "4:05", "1:02:03"]


def test_winning_chances_are_those_of_the_player_who_moved() -> None:
    move: ReviewedMove = reviewed().moves[1]
    text = ENGLISH.chances(replace(move, white_wins=0.7, lost=0.25))
    assert text == "Black's winning chances fell from 55% to 30%."


def test_results_in_words() -> None:
    game = short_game()
    game.result = Result(ResultCode.BLACK_WINS, "resignation")
    assert ENGLISH.result(game) == "Black won: resignation"
    assert FRENCH.result(game) == "Les Noirs ont gagné\u00a0: abandon"
    game.result = Result(ResultCode.UNFINISHED, "left the table")
    assert ENGLISH.result(game) == "No result: left the table"


def test_thrown_piece_in_words() -> None:
    board = Board.from_position_string(
        "pocket-2012 Base+MLP Black[14] -2,-3:.wG2wS1/..wMwG1bB1bS1/.bP.bMbA1/wA2bQwQ/.bA2wB1wA1bA3/..wP"
    )
    assert ENGLISH.move(board, "wA2 -bM") == "The soldier ant wA2 is thrown to the left of the mosquito bM"
    assert FRENCH.move(board, "wA2 -bM") == "Un lancer envoie la fourmi wA2 à gauche du moustique bM"


def test_bad_judgements() -> None:
    assert set(JUDGEMENTS) > BAD
