"""The report: complete in every language, and one file that fetches nothing."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from hashlib import sha256
from html.parser import HTMLParser
from string import Formatter

import pytest

from skep.game import Game
from skep.hexes import Direction
from skep.outcomes import Termination
from skep.pieces import Color
from skep.review import EFFORTS, JUDGEMENTS, Review, ReviewedMove, positions, review
from skep.review.report import BAD, REPORT_WORDS, SIGNS, ReportWords, Teller, html_report
from skep.rules import Language
from tests.cli.helpers import PASSING
from tests.review.helpers import GLANCE, WIN_AT_HAND, reviewed, short_game

VOID = {"meta", "input", "br"}


class Parsed(HTMLParser):
    """Elements that close, and what they refer to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.said = ""
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
            self.said += data


@pytest.mark.parametrize("language", Language)
def test_the_page_is_whole_and_refers_to_nothing_outside(language: Language) -> None:
    page = html_report(short_game(), reviewed(), language)
    parsed = Parsed(page)
    assert parsed.open == []
    assert len(set(parsed.ids)) == len(parsed.ids)
    assert all(reference.startswith("#") for reference in parsed.references)
    assert not re.search(r"url\((?!#)|@import|<link|<img|<iframe|fetch\(|XMLHttp", page)
    assert f'<html lang="{language.value}">' in page


def test_no_inline_style_or_handler_which_the_policy_would_stop() -> None:
    attributes = Parsed(html_report(short_game(), reviewed())).attributes
    assert "style" not in attributes
    assert not any(name.startswith("on") for name in attributes)


def test_the_policy_allows_this_style_and_this_script_alone() -> None:
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


def test_names_are_told_as_they_are_and_do_nothing() -> None:
    game = short_game()
    game.tags["Black"] = "</script><script>alert(1)</script>"
    game.tags["Event"] = "<img src=x>"
    page = html_report(game, reviewed())
    assert page.count("<script") == 2
    parsed = Parsed(page)
    assert "Ann <b>&\"'" in parsed.said
    assert "</script><script>alert(1)</script>" in parsed.said
    assert "<img" not in page


def test_all_moves_and_turning_points_stand_on_the_page_without_the_script() -> None:
    game = Game.parse(WIN_AT_HAND)
    game.end().add_line(["wA3 -wA1"])
    found = review(game, GLANCE)
    assert found.turning_points
    said = Parsed(html_report(game, found)).said
    for move in found.moves:
        assert move.uhp in said
    assert "missed win" in said
    assert "Better: " in said


def test_in_a_long_game_only_the_heaviest_faults_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skep.review.report.page._MOST_DRAWN", 2)
    game = Game.parse(WIN_AT_HAND)
    found = review(game, GLANCE)
    faults = sorted((move for move in found.moves if move.judgement in BAD), key=lambda move: -move.lost)
    assert len(faults) > 2
    text = re.search(r'id="data">(.*?)</script>', html_report(game, found), re.DOTALL)
    assert text is not None
    told = json.loads(text[1])["moves"]
    drawn = {index - 1 for index, move in enumerate(told) if any(step[1] is not None for step in move.get("line", []))}
    assert drawn == {move.ply for move in faults[:2]}
    assert [step[0] for step in told[faults[-1].ply + 1]["line"]] == list(faults[-1].line[:6])


@pytest.mark.parametrize("text", ["Base", "Base;;;wS1", PASSING + ";pass"])
def test_short_games_have_a_report_too(text: str) -> None:
    game = Game("Base") if text == "Base" else Game.parse(text)
    page = html_report(game, review(game, GLANCE))
    assert Parsed(page).open == []


def test_a_game_without_times_shows_no_clock() -> None:
    game = Game.parse("Base;;;wS1;bS1 wS1-")
    assert 'class="clock"' not in html_report(game, review(game, GLANCE))
    assert 'class="clock"' in html_report(short_game(), reviewed())


# words


def texts(words: ReportWords) -> Iterator[tuple[str, str]]:
    for field in fields(words):
        value = getattr(words, field.name)
        if field.name in ("language", "reasons"):
            continue
        if isinstance(value, Mapping):
            yield from ((f"{field.name} {key}", text) for key, text in value.items())
        else:
            yield field.name, value


@pytest.mark.parametrize("language", Language)
def test_every_language_says_everything(language: Language) -> None:
    words = REPORT_WORDS[language]

    def wanted(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

    english = {name: wanted(text) for name, text in texts(REPORT_WORDS[Language.EN])}
    assert {name: wanted(text) for name, text in texts(words)} == english
    assert set(words.judgements) == set(words.explained) == set(SIGNS) == set(JUDGEMENTS)
    assert set(words.efforts) == set(EFFORTS)
    assert set(words.beside) == set(Direction)
    assert set(words.colors) == set(Color)
    assert words.code == language.value
    assert language is Language.EN or {ending.value for ending in Termination} <= set(words.reasons)


ENGLISH = Teller(REPORT_WORDS[Language.EN])
FRENCH = Teller(REPORT_WORDS[Language.FR])


def test_moves_in_words() -> None:
    game = short_game()
    told = [ENGLISH.move(board, node.uhp()) for board, node in zip(positions(game), game.mainline(), strict=False)]
    assert told == [
        "The spider wS1 opens the game",
        "The spider bS1 is placed to the right of the spider wS1",
        "The queen bee wQ is placed to the left of the spider wS1",
        "The queen bee bQ is placed to the upper right of the spider bS1",
        "The soldier ant wA1 is placed to the upper left of the queen bee wQ",
        "The soldier ant bA1 is placed to the upper right of the queen bee bQ",
        "The soldier ant wA1 goes to the lower right of the soldier ant bA1",
    ]
    assert FRENCH.move(positions(game)[6], "wA1 bQ-") == "La fourmi wA1 va à droite, contre la reine abeille bQ"
    assert ENGLISH.move(positions(game)[0], "pass") == "pass"


def test_values_in_words() -> None:
    assert ENGLISH.value(-1.5, None) == "−1.50 units"
    assert FRENCH.value(0.25, None) == "+0,25 unités"
    assert ENGLISH.explained("mistake") == "gave away 10% or more"
    assert FRENCH.explained("good") == "a cédé moins de 5\N{NO-BREAK SPACE}%"
    assert ENGLISH.value(300, 2) == "White wins by force in 2"
    assert ENGLISH.value(-300, 0) == "Black has won"
    assert FRENCH.share(0.456) == "46\N{NO-BREAK SPACE}%"
    assert [ENGLISH.time(seconds) for seconds in (7.25, 245, 3723)] == ["7.2\N{NO-BREAK SPACE}s", "4:05", "1:02:03"]


def test_chances_are_those_of_the_one_who_moved() -> None:
    move: ReviewedMove = reviewed().moves[1]
    told = ENGLISH.chances(replace(move, white_wins=0.7, lost=0.25))
    assert told == "Black's chance to win fell from 55% to 30%."


def test_bad_moves_are_judgements() -> None:
    assert set(JUDGEMENTS) > BAD
    assert isinstance(reviewed(), Review)
