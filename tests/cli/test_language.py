"""The language of the output, and catalogues that cover every case."""

from __future__ import annotations

import pytest

from skep.cli.language import system_language
from skep.cli.terminal.commands import COMMANDS, command_names
from skep.editions import EDITIONS
from skep.i18n import Language, catalog
from skep.learn.puzzles import all_puzzles
from skep.outcomes import Termination
from skep.pieces import Color
from skep.rules import PathKind

KINDS = {"place", "move", "throw", "pass"}


def names(values: type[Color] | type[Termination]) -> set[str]:
    return {value.name.lower() for value in values}


@pytest.mark.parametrize("language", Language)
def test_every_case_has_a_text(language: Language) -> None:
    cli, terminal, puzzles = (catalog(subject, language) for subject in ("cli", "terminal", "puzzles"))
    assert set(cli.table("explain.legal")) == {kind.value for kind in PathKind}
    assert set(cli.table("ending")) == names(Termination)
    assert set(cli.table("queen")) == set(terminal.table("side")) == set(puzzles.table("side")) == names(Color)
    assert set(terminal.table("box")) == {edition.id for edition in EDITIONS}
    assert set(terminal.table("last")) == set(terminal.table("kind")) == KINDS
    assert set(catalog("themes", language).table("name")) >= {
        theme for puzzle in all_puzzles().values() for theme in puzzle.themes
    }


@pytest.mark.parametrize("language", Language)
def test_the_help_lists_every_command_and_fits_80_columns(language: Language) -> None:
    strings = catalog("terminal", language)
    words = [words.split()[0] for name, words in strings.table("command").items() if name != "help"]
    others = [other.value for other in Language if other is not language]
    assert [word for word in [*words, *others] if f"\n  {word} " not in strings["help"]] == []
    assert max(map(len, strings["help"].splitlines())) < 80


def test_every_command_has_a_word_and_no_word_has_two_meanings() -> None:
    assert set(command_names().values()) == set(COMMANDS)
    words = [
        word
        for language in Language
        for words in catalog("terminal", language).table("command").values()
        for word in words.split()
    ]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("value", "language"), [("fr_CA.UTF-8", "fr"), ("FR", "fr"), ("de_DE", "en"), ("C", "en")])
def test_system_language(value: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", value)
    assert system_language() is Language(language)
    monkeypatch.delenv("LC_ALL")
    assert system_language() is Language.EN
    monkeypatch.setenv("LANG", value)
    assert system_language() is Language(language)
