"""``skep rules``."""

from __future__ import annotations

from tests.cli.helpers import skep


def test_lists_all_rules() -> None:
    ran = skep("rules", "--lang", "fr")
    assert (ran.code, ran.err) == (0, "")
    assert "  one-hive                  La ruche unique" in ran.lines


def test_shows_a_rule_with_its_board() -> None:
    ran = skep("rules", "gate", "--lang", "en")
    assert ran.code == 0
    assert ran.lines[0] == "Freedom to move"
    assert any(line.startswith("bA1 -wS1: illegal. ") and "Your ant cannot slide" in line for line in ran.lines)
    assert "  Hive Pocket (French) – Libertés de déplacement" in ran.lines


def test_compares_editions() -> None:
    lines = skep("rules", "queen-bee-placing", "--lang", "en").lines
    assert "  Hive (2016) – 1–4" in lines
    assert lines[lines.index("Hive (2016)") + 2] == "  wQ: legal"


def test_rejects_an_unknown_rule() -> None:
    ran = skep("rules", "dance")
    assert (ran.code, ran.err) == (2, "skep: there is no entry 'dance' in the rulebook\n")
