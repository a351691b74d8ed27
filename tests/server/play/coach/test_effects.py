"""Effects of a move: the facts that say why it is good."""

from __future__ import annotations

import random

import pytest

from skep.board import Board
from skep.i18n import Language
from skep.pieces import Color, Piece
from skep.server.play.coach.board_queries import immobile_pieces, open_spaces
from skep.server.play.coach.effects import find_effects
from skep.server.play.coach.hints import Hint
from skep.server.play.coach.sentences import Phrasing, hint_sentence
from skep.server.play.coach.views import hint_view
from skep.server.schemas.coach import HintRequest
from tests.server.games import GAME
from tests.server.play.coach.positions import ABOUT_TO_LOSE, ABOUT_TO_WIN, SAVING, board_after

CROWDED = "wA1;bG1 wA1/;wA2 /wA1;bG2 \\bG1;wQ wA1\\;bQ bG1-"
"""White's second soldier ant stands next to White's queen bee."""


def effects_of(line: str, move: str) -> list[tuple[str, list[str], int, int]]:
    """Return the effects of a move, each with its pieces and the numbers of spaces after and before it."""
    board = board_after(line.split(";"))
    return [
        (effect.kind, [str(piece) for piece in effect.pieces], len(effect.spaces), effect.before)
        for effect in find_effects(board, board.parse_uhp(move))
    ]


@pytest.mark.parametrize(
    ("line", "move", "effects"),
    [
        ("wS1;bS1 -wS1", "wQ wS1-", [("queen", ["wQ"], 0, 0)]),
        (CROWDED, "wA2 -bG2", [("pin", ["bG2"], 0, 0), ("open", ["wQ"], 5, 4)]),
        (CROWDED, "wA2 /bQ", [("fill", ["bQ"], 4, 0), ("unpin", ["wA1"], 0, 0)]),
        ("wB1;bG1 wB1\\;wQ \\wB1;bG2 bG1\\;wG1 -wB1;bS1 bG1-", "wQ \\wG1", [("flee", ["wQ"], 5, 4)]),
        (";".join(ABOUT_TO_LOSE), SAVING, [("save", ["wQ"], 0, 0), ("open", ["wQ"], 2, 1)]),
    ],
)
def test_a_move_has_these_effects(line: str, move: str, effects: list[tuple[str, list[str], int, int]]) -> None:
    assert effects_of(line, move) == effects


def test_climbing_onto_the_queen_bee_is_not_also_called_holding_her_in_place() -> None:
    line = (
        "wB1;bA1 \\wB1;wQ /wB1;bG1 bA1/;wQ wB1\\;bS1 -bA1;wQ wB1-;bQ bG1-;wB2 wQ-;bQ bG1\\;wB2 wQ\\;bG1 wB2\\;wG1 wQ-;"
        "bA2 bS1/"
    )
    kinds = [kind for kind, *_ in effects_of(line, "wB1 bQ")]
    assert "cover" in kinds
    assert not {"pin", "fill", "aim"} & set(kinds)


def test_a_winning_move_needs_no_other_reason() -> None:
    assert effects_of(";".join(ABOUT_TO_WIN), "wA1 -bQ") == []


def test_the_effects_of_random_moves_are_true() -> None:
    rng = random.Random(16)
    kinds = set()
    for _ in range(6):
        board = Board("Base+MLP")
        while not board.is_game_over() and board.ply < 30:
            move = rng.choice(board.legal_moves.list())
            side = board.turn
            before = {color: len(open_spaces(board, color)) for color in Color}
            effects = find_effects(board, move)
            held = immobile_pieces(board.position())
            board.push(move)
            for effect in effects:
                kinds.add(effect.kind)
                match effect.kind:
                    case "fill":
                        assert len(effect.spaces) == len(open_spaces(board, side.other)) < before[side.other]
                    case "flee" | "open":
                        assert (len(effect.spaces), effect.before) == (len(open_spaces(board, side)), before[side])
                        assert effect.before < len(effect.spaces)
                    case "pin":
                        assert {*effect.pieces} <= immobile_pieces(board.position())
                    case "unpin":
                        assert {*effect.pieces} <= held - immobile_pieces(board.position())
                    case "aim":
                        assert {*effect.spaces} <= {*open_spaces(board, side.other)}
    assert {"fill", "open", "pin", "unpin", "aim", "queen"} <= kinds


def test_the_second_step_of_a_hint_says_why() -> None:
    board = board_after(CROWDED.split(";"))
    move = board.parse_uhp("wA2 -bG2")
    effects = find_effects(board, move)
    hint = Hint("pin", move, (Piece.parse("wA2"),), effects=effects, choices=20)
    assert hint_sentence(hint, Phrasing(Color.WHITE), step=1) == (
        "You can hold the black grasshopper in place. Look at your ant."
    )
    assert hint_sentence(hint, Phrasing(Color.WHITE), step=2) == (
        "With your ant here, the black grasshopper can no longer move. Your queen bee also gets more room."
    )
    assert hint_sentence(hint, Phrasing(Color.WHITE, Language.FR), step=2) == (
        "Votre fourmi va ici, ce qui immobilise la sauterelle noire. Votre reine abeille y gagne aussi de la place."
    )


def test_a_move_without_effects_does_not_pretend_to_have_any() -> None:
    board = board_after(["wS1", "bS1 wS1-"])
    move = board.parse_uhp("wG1 -wS1")
    assert find_effects(board, move) == ()
    sentence = hint_sentence(Hint("place", move, (move.piece,), choices=31), Phrasing(Color.WHITE), step=2)
    assert sentence == (
        "Place your grasshopper here. It achieves nothing at once, but the engine found nothing better among 31 moves."
    )


def test_the_first_step_does_not_give_the_effects_away() -> None:
    board = board_after(CROWDED.split(";"))
    move = board.parse_uhp("wA2 -bG2")
    hint = Hint("pin", move, (Piece.parse("wA2"),), effects=find_effects(board, move))
    assert hint_view(HintRequest(id=1, game=GAME, ply=6), board, hint).effects == []
    second = hint_view(HintRequest(id=1, game=GAME, ply=6, step=2), board, hint)
    assert [(effect.kind, effect.pieces) for effect in second.effects] == [("pin", ["bG2"]), ("open", ["wQ"])]
    assert len(second.effects[1].spaces) == 5
