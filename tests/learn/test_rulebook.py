"""The rulebook states and shows every rule and names its source in every edition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from skep.editions import EDITIONS
from skep.learn.rulebook import (
    RulebookError,
    RulebookView,
    build_entry,
    build_rulebook,
    chapters,
    entry_for,
    find_entry,
    links,
    parse_chapter,
)
from skep.learn.rulebook.keywords import load_keywords
from skep.learn.rulebook.views import RuleView
from skep.pieces import Bug
from skep.rules import SUBJECTS, Language, Rule
from skep.rules.sources import SECTIONS
from tests.learn.test_course import localized_texts, reasons_in

ENTRIES = [entry for chapter in chapters() for entry in chapter.entries]
NEVER_SHOWN = {Rule.FIRST_IN_CENTRE, Rule.PLACED_AWAY}
"""MoveStrings cannot name a space away from every piece."""
ROOT = Path(__file__).parents[2]


def entry_views(language: Language = Language.EN) -> Iterator[RuleView]:
    for chapter in build_rulebook(language).chapters:
        yield from chapter.entries


def test_every_rule_module_and_section_has_an_entry() -> None:
    assert {rule.partition("/")[0] for rule in links()} == {rule.value for rule in Rule}
    assert {rule.value for rule in Rule} <= set(links()), "a rule needs an entry for every bug"
    assert {module for entry in ENTRIES for module in entry.modules} == set(SUBJECTS)
    cited = {section for entry in ENTRIES for section in entry.sections}
    assert cited == {section for sections in SECTIONS.values() for section in sections}


@pytest.mark.parametrize("language", list(Language))
def test_every_entry_has_keywords_that_are_listed_once(language: Language) -> None:
    keywords = load_keywords(language).entries
    assert list(keywords) == [entry.id for entry in ENTRIES]
    for words in keywords.values():
        assert words
        assert len(words) == len(set(words))


def test_every_reason_links_to_an_entry() -> None:
    ids = [entry.id for entry in ENTRIES]
    assert len(ids) == len(set(ids))
    for rule in Rule:
        for bug in (None, *Bug):
            assert entry_for(rule, bug) in ids
    assert entry_for(Rule.TOO_FAR, Bug.SPIDER) == "spider"
    assert entry_for(Rule.TOO_FAR, Bug.MOSQUITO) == entry_for(Rule.TOO_FAR)


def test_a_rule_with_the_name_of_an_entry_links_to_it() -> None:
    """A URL contains either of them and must not be ambiguous."""
    for entry in ENTRIES:
        assert links().get(entry.id, entry.id) == entry.id


def test_lesson_titles_follow_the_language() -> None:
    for language, title in ((Language.EN, "One hive"), (Language.FR, "ruche")):
        entry = build_entry("one-hive", language)
        assert [lesson.id for lesson in entry.lessons] == ["one-hive"]
        assert title.lower() in entry.lessons[0].title.lower()


def test_every_rule_is_shown_by_the_board_of_its_entry() -> None:
    shown = dict[str, set[str]]()
    for entry in entry_views():
        for reason in reasons_in(msgspec.to_builtins(entry)):
            shown.setdefault(reason, set()).add(entry.id)
    assert set(Rule) - set(map(Rule, shown)) == NEVER_SHOWN
    for rule in set(Rule) - NEVER_SHOWN:
        own = {entry for key, entry in links().items() if key.partition("/")[0] == rule.value}
        assert shown[rule.value] & own, rule


@pytest.mark.parametrize("language", Language)
def test_the_rulebook_survives_json(language: Language) -> None:
    book = build_rulebook(language)
    assert msgspec.json.decode(msgspec.json.encode(book), type=RulebookView) == book


def test_every_entry_has_a_source_and_nearly_every_one_a_board() -> None:
    for entry in entry_views():
        assert entry.sources
        assert entry.boards or entry.id in ("agreed-draw", "repetition")
        for board in entry.boards:
            assert board.moves or board.highlights
            for highlight in board.highlights:
                assert highlight.places


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_texts_are_complete_in_both_languages(entry: object) -> None:
    for text in localized_texts(entry):
        assert text.en[-1] in ".?!" or len(text.en) < 60
        assert text.en == text.en.strip()
        assert text.fr == text.fr.strip()
        assert len(text.fr) > len(text.en) / 2
        assert not re.search(r"\w[:;?!]", text.fr), text.fr


def test_every_position_is_reachable_in_a_game() -> None:
    for chapter in chapters():
        for entry in chapter.entries:
            for source in (*entry.boards, *(ruling for ruling in entry.rulings if ruling.move is not None)):
                assert not source.read(chapter.game_type, None).history_faults(), entry.id


@pytest.mark.parametrize("entry", ["queen-bee-placing", "gates-above-the-ground", "throw-gates"])
def test_boards_compare_editions_that_differ(entry: str) -> None:
    boards = [board for board in build_entry(entry).boards if board.editions]
    assert boards
    for board in boards:
        assert [row.edition for row in board.editions] == [edition.id for edition in EDITIONS]
        newest, *older = ([move.legal for move in row.moves] for row in board.editions)
        assert all(row != newest for row in older)
        assert board.moves == board.editions[0].moves


def test_the_highlight_of_a_reach_names_the_piece_and_has_paths() -> None:
    highlights = [highlight for entry in entry_views() for board in entry.boards for highlight in board.highlights]
    reaches = [highlight for highlight in highlights if highlight.what == "reach"]
    assert len(reaches) > 8
    for highlight in reaches:
        assert highlight.of is not None
        assert [way.hexes[-1] for way in highlight.paths] == highlight.places
        assert len({way.hexes[0] for way in highlight.paths}) == 1
    assert all(highlight.of is None and not highlight.paths for highlight in highlights if highlight.what != "reach")


def test_the_answers_of_rulings_agree_with_the_rules() -> None:
    rulings = [ruling for entry in entry_views() for ruling in entry.rulings if ruling.move is not None]
    assert len(rulings) > 10
    for ruling in rulings:
        assert ruling.move is not None
        yes = ruling.answer.startswith("Yes")
        if ruling.question.startswith("Does a gate stop"):
            yes = not yes
        assert ruling.move.legal == yes, ruling.question


def test_comparisons_agree_with_the_rules_page() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    comparisons = {comparison.what: comparison for entry in entry_views() for comparison in entry.comparisons}
    for what, line in (("pieces", "pieces of each player"), ("queen-bee", "queen bee placed on turns")):
        cells = next(row for row in page.splitlines() if row.startswith(f"| {line}"))
        assert [cell.strip() for cell in cells.strip("|").split("|")[1:]] == [
            row.value for row in comparisons[what].rows
        ]


PLAYING = {
    "ultimate-2024": ["Playing the Game"],
    "pocket-2012": ["Playing the Game"],
    "pocket-fr": ["Règles du jeu"],
    "hive-2016": ["Playing the Game"],
    "hive-classic": ["Placing"],
}
MOVING = {
    "ultimate-2024": ["Moving"],
    "pocket-2012": ["Moving"],
    "pocket-fr": ["Déplacer"],
    "hive-2016": ["Moving"],
}
END = {
    "ultimate-2024": ["The End of the Game"],
    "pocket-2012": ["The End of the Game"],
    "pocket-fr": ["Fin de partie"],
    "hive-2016": ["The End of the Game"],
}
SOURCES = {
    "hive": {"pocket-fr": ["La Ruche"], "hive-2016": ["The Hive"], "hive-classic": ["What is Hive"]},
    "first-pieces": PLAYING,
    "moving": {**MOVING, "hive-classic": ["Moving", "Placing"]},
    "ways-of-moving": {**MOVING, "hive-classic": ["What is Hive"]},
    "gates-above-the-ground": {
        "ultimate-2024": ["Freedom To Move"],
        "pocket-2012": ["Freedom to Move"],
        "hive-2016": ["Freedom to Move"],
        "hive-classic": ["Freedom to move"],
    },
    "throw-gates": {"ultimate-2024": ["Pillbug"]},
    "end": {**END, "hive-classic": ["The object of Hive"]},
    "draw": {**END, "hive-classic": ["Ending on a draw"]},
    "agreed-draw": {**END, "hive-classic": ["Ending on a draw"]},
}
"""The sections of each rulebook, read in the books. A book that is missing does not state the rule."""


@pytest.mark.parametrize("entry", SOURCES)
def test_sources_per_edition(entry: str) -> None:
    sections = dict[str | None, list[str]]()
    for source in build_entry(entry).sources:
        sections.setdefault(source.edition, []).append(source.section)
    assert sections == SOURCES[entry]


COMPARISONS = {
    "starts": {
        Language.EN: ["White", *["one player, whom we call White"] * 3, "not mentioned; here White starts"],
        Language.FR: [
            "les Blancs",
            *["un joueur, que nous appelons les Blancs"] * 3,
            "non précisé\u00a0; ici, les Blancs commencent",
        ],
    },
    "gates": {
        Language.EN: [
            "stop climbing bugs and thrown pieces",
            "let beetles and ladybugs pass",
            "not mentioned; here climbing bugs pass",
            *["let beetles pass"] * 2,
        ],
        Language.FR: [
            "arrêtent les insectes qui grimpent et les pièces lancées",
            "laissent passer les scarabées et les coccinelles",
            "non précisé\u00a0; ici, les insectes qui grimpent passent",
            *["laissent passer les scarabées"] * 2,
        ],
    },
}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("what", COMPARISONS)
def test_comparisons_say_where_a_book_is_silent(what: str, language: Language) -> None:
    found = [
        [row.value for row in comparison.rows]
        for entry in entry_views(language)
        for comparison in entry.comparisons
        if comparison.what == what
    ]
    assert len(found) == 2
    assert found == [COMPARISONS[what][language]] * 2


def test_texts_name_the_exceptions_of_the_books() -> None:
    """The list of sources cannot show that a book differs from the text of the rule."""
    for entry, language, words in [
        (
            "gates-above-the-ground",
            Language.EN,
            ["older ones exempt the beetle", "the ladybug too", "French one doesn't"],
        ),
        ("gates-above-the-ground", Language.FR, ["le scarabée", "la coccinelle aussi", "français n’en parle pas"]),
        ("first-pieces", Language.EN, ["classic rulebook doesn't say where"]),
        ("first-pieces", Language.FR, ["classique ne dit pas où"]),
        ("agreed-draw", Language.EN, ["in one case", "Here they can agree to one at any time"]),
        ("agreed-draw", Language.FR, ["dans un seul cas", "Ici, ils peuvent en convenir à tout moment"]),
    ]:
        text = build_entry(entry, language).text
        assert all(word in text for word in words), text


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("title =", "chapter mine: Invalid value"),
        ("title = { en = 'A', fr = 'B' }\n", "chapter mine: Object missing required field `entries`"),
    ],
)
def test_errors_name_the_chapter(text: str, error: str) -> None:
    with pytest.raises(RulebookError) as raised:
        parse_chapter(text, "mine")
    assert error in str(raised.value)


def test_an_unknown_entry_is_an_error() -> None:
    with pytest.raises(RulebookError, match="there is no entry 'dance'"):
        find_entry("dance")
