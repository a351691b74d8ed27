"""``skep explore``."""

from __future__ import annotations

import pytest

from tests.cli.helpers import skep, text


@pytest.mark.usefixtures("imported")
def test_shows_how_a_position_was_played() -> None:
    ran = skep("explore", "Base")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == text("""
        Games: 2. White won 1, Black won 1, drawn 0, unfinished 0.

        move  games  share  White █  draw ▒  Black ░                 players
        wS1       2   100%  ████████████░░░░░░░░░░░░  50%   0%  50%  Cid, Ann

        Latest games
              2  2025-02-03  Cid - Ann  BlackWins  3 plies  ultimate-2024  stdin
              1  2025-01-02  Ann - Bob  WhiteWins  3 plies  ultimate-2024  stdin
    """)


@pytest.mark.usefixtures("imported")
def test_in_french_with_a_filter() -> None:
    ran = skep("explore", "Base;;;wS1;bS1 wS1/", "--player", "cid", "--games", "0", "--lang", "fr")
    assert [line.replace("\u00a0", " ") for line in ran.lines] == text("""
        Parties : 1. Victoires des Blancs : 0, des Noirs : 1 ; nulles : 0, inachevées : 0.

        coup     parties  part  Blancs █  nulle ▒  Noirs ░               joueurs
        wQ -wS1        1  100%  ░░░░░░░░░░░░░░░░░░░░░░░░   0%   0% 100%  Cid
    """)


@pytest.mark.usefixtures("imported")
def test_accepts_moves_without_a_game_type() -> None:
    assert "bS1 wA1" in skep("explore", "wA1").out
    assert skep("explore", "wA1; bS1 wA1-").lines[0].startswith("Games: 1.")
    assert skep("explore", "wB1").lines == ["This position does not occur in the database."]


@pytest.mark.usefixtures("imported")
def test_engine_evaluations_are_stored() -> None:
    assert "engine" not in skep("explore", "Base").out
    evaluated = skep("explore", "Base", "--nodes", "300")
    assert evaluated.lines[2].split()[-2:] == ["engine", "players"]
    assert skep("explore", "Base").lines[3] == evaluated.lines[3]
    assert skep("explore", "Base", "--time", "0.05").code == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--since", "soon"], "skep: not a date: 'soon': expected a date like 2026, 2026-11 or 2026-11-15"),
        (["--side", "white"], "skep: --side white needs --player"),
        (["nonsense"], "skep: not a game: 'nonsense'"),
        (["wS1;bS1 bQ-"], "skep: not a GameString"),
    ],
)
def test_invalid_options_are_reported_as_one_line(arguments: list[str], error: str) -> None:
    ran = skep("explore", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(error)
    assert ran.err.count("\n") == 1
