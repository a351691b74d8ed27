"""Reasons why a piece cannot move, and paths of legal moves."""

from __future__ import annotations

import pytest

from skep.board import Board
from skep.hexes import Hex
from skep.i18n import find_language
from skep.moves import Move
from skep.pieces import PIECES, Piece
from skep.rules import Language
from skep.server.schemas.views import path_of, paths_of
from skep.views import why_not
from tests.random_play import positions
from tests.sizes import small_and_large

CHAIN = r"Base+MLP;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wA1 \wQ;bA1 bQ/"
COVERED = r"Base;;;wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ"


@pytest.mark.parametrize(
    ("game", "edition", "piece", "rule"),
    [
        (CHAIN, "ultimate-2024", "wS1", "one-hive"),
        (CHAIN, "ultimate-2024", "wQ", "one-hive"),
        (CHAIN, "ultimate-2024", "bA1", "not-your-piece"),
        (CHAIN, "ultimate-2024", "bG1", "not-your-piece"),
        (COVERED, "hive-classic", "wQ", "covered"),
        ("Base;;;wS1;bS1 wS1-", "ultimate-2024", "wS1", "queen-bee-before-moving"),
        ("Base", "ultimate-2024", "wQ", "queen-bee-not-yet"),
        ("Base", "ultimate-2024", "wA2", "lower-number-first"),
        ("Base", "ultimate-2024", "wM", "not-in-this-game"),
        ("Base;;;wS1;bS1 wS1-;wS2 -wS1;bS2 bS1-;wB1 -wS2;bB1 bS2-", "ultimate-2024", "wG1", "queen-bee-due"),
    ],
)
def test_the_most_informative_rule_explains_why_a_piece_cannot_move(
    game: str, edition: str, piece: str, rule: str
) -> None:
    board = Board.from_game_string(game, edition=edition) if ";" in game else Board(game, edition=edition)
    why = why_not(board, Piece.parse(piece), None)
    assert why is not None
    assert (why.rule, why.piece, why.to) == (rule, piece, None)
    assert why.text[0].isupper()
    assert why.text.endswith(".")


def test_a_reason_shows_the_parts_of_a_split_hive() -> None:
    why = why_not(Board.from_game_string(CHAIN), Piece.parse("wS1"), None, Language.FR)
    assert why is not None
    assert len(why.parts) == 2
    assert why.title == "ruche unique"
    assert (
        why.text == "L’araignée wS1 doit rester en place\u00a0: sans cette pièce, la ruche se séparerait en 2 morceaux."
    )


@small_and_large("plies", 500, 1_500)
def test_only_a_gate_reason_shows_a_gate(plies: int) -> None:
    rules = set()
    for board, moves in positions(5, plies):
        free = {move.piece for move in moves if not move.is_pass}
        for piece in PIECES:
            if moves and board.where(piece) is not None and piece.color is board.turn and piece not in free:
                why = why_not(board, piece, None)
                assert why is not None, (board, piece)
                rules.add(why.rule)
                assert (why.gate is not None) == (why.rule in ("gate", "gate-above-the-ground"))
    assert {"one-hive", "covered", "gate", "queen-bee-before-moving"} <= rules
    assert not rules & {"stays-where-it-is", "game-over", "not-your-piece"}


def test_a_free_piece_has_no_reason() -> None:
    board = Board.from_game_string(CHAIN)
    assert why_not(board, Piece.parse("wA1"), None) is None
    assert why_not(board, Piece.parse("wA1"), next(iter(board.reachable(Piece.parse("wA1"))))) is None


def test_a_reason_names_the_destination() -> None:
    why = why_not(Board.from_game_string(CHAIN), Piece.parse("wA2"), Hex(1, 1))
    assert why is not None
    assert (why.rule, why.to, why.pieces) == ("placed-next-to-the-enemy", (1, 1), ["bS1"])


def test_unknown_languages_fall_back_to_english() -> None:
    assert [find_language(code) for code in ("en", "fr", "xx")] == [Language.EN, Language.FR, Language.EN]


def test_paths_are_found_without_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules take several milliseconds for a soldier ant, in which no other client is served."""

    def fail(*_arguments: object) -> None:
        raise AssertionError("the rules are too slow for a server")

    for name in ("routes", "throw_routes", "lift"):
        monkeypatch.setattr(f"skep.rules.paths.{name}", fail)
    board = Board.from_game_string(CHAIN)
    ant = Piece.parse("wA1")
    assert len(paths_of(board, ant)) == len(board.reachable(ant)) > 5
    assert path_of(board, Move(ant, min(board.reachable(ant)))).kind == "slide"


def test_paths_lead_to_every_destination() -> None:
    for board, moves in positions(3, 120):
        for piece in {move.piece for move in moves if not move.is_pass}:
            paths = paths_of(board, piece)
            assert {path.hexes[-1] for path in paths} == {tuple(to) for to in board.reachable(piece)}
        for move in moves[:3]:
            path = path_of(board, move)
            assert (path.kind == "pass") == move.is_pass
            if not move.is_pass:
                assert path.hexes[-1] == tuple(Move(move.piece, move.to).to)
