"""The limits and sanctions that edits of shared studies have to pass."""

from __future__ import annotations

import pytest

from skep.game import Glyph
from skep.server.http.client_limits import ClientLimits
from skep.server.schemas.records import RecordTree
from skep.server.schemas.study_edits import AddChapter, AnyStudyEdit, RenameChapter, SetComment, SetGlyph
from skep.server.shared_studies.checks import texts_of
from skep.server.shared_studies.clients import StudyGuards

CHAPTER = "chapter1"


def glyphs(count: int) -> list[AnyStudyEdit]:
    return [SetGlyph(id=f"glyph{number}", chapter=CHAPTER, node="root") for number in range(count)]


def test_edits_are_limited_per_player_and_address() -> None:
    guards = StudyGuards(None, ClientLimits(message_rate=50, games_per_hour=240, study_rate=1))
    for _ in range(6):
        assert guards.charge(glyphs(50), "ann", "192.0.2.1") is None
    refused = guards.charge(glyphs(50), "ann", "192.0.2.1")
    assert refused is not None
    assert refused.code == "too-fast"
    assert guards.charge(glyphs(50), "bob", "192.0.2.1") is None


def test_edits_count_towards_the_bytes_that_an_address_may_store() -> None:
    guards = StudyGuards(None, ClientLimits(message_rate=50, games_per_hour=240, study_rate=1))
    long: list[AnyStudyEdit] = [
        SetComment(id=f"long{number}", chapter=CHAPTER, node="root", text="x" * 16_000) for number in range(50)
    ]
    codes = set[str | None]()
    for number in range(30):
        refused = guards.charge(long, f"player {number}", "192.0.2.1")
        codes.add(None if refused is None else refused.text.partition(".")[0])
    assert "Your address has stored too much today" in codes


def test_a_local_server_limits_nobody() -> None:
    guards = StudyGuards(None, None)
    assert all(guards.charge(glyphs(50), "ann", "127.0.0.1") is None for _ in range(100))


@pytest.mark.parametrize(
    ("edit", "texts"),
    [
        (SetComment(id="edit1", chapter=CHAPTER, node="root", text="a pin"), ["a pin"]),
        (RenameChapter(id="edit1", chapter=CHAPTER, name="Pins"), ["Pins"]),
        (
            AddChapter(
                id="edit1", chapter=CHAPTER, name="Pins", tree=RecordTree(start="", comment="c", tags={"White": "Ann"})
            ),
            ["Pins", "Ann", "c"],
        ),
        (SetGlyph(id="edit1", chapter=CHAPTER, node="root", glyph=Glyph.GOOD), []),
    ],
)
def test_the_texts_that_others_read_are_checked(edit: AnyStudyEdit, texts: list[str]) -> None:
    assert texts_of(edit) == texts
