"""The readable rules and the kernel agree on legal moves, outcomes and the effect of a move."""

from __future__ import annotations

import random

import pytest

from skep import EDITIONS, PASS, PIECES, Board, Bug, Edition, Hex, Move, Piece, Termination, rules
from tests.random_play import positions
from tests.rules import games
from tests.rules.random_positions import random_position
from tests.rules.test_rulings import ILLEGAL, LEGAL
from tests.sizes import small_and_large


def check_agreement(seed: int, plies: int) -> None:
    """Compare legal moves, outcome and next position at every ply of random games."""
    last = None
    for board, moves in positions(seed, plies):
        position = board.position()
        assert len(set(moves)) == len(moves), f"a move is listed twice: {board!r}"
        assert set(moves) == rules.legal_moves(position), repr(board)
        assert board.outcome() == rules.outcome(position), repr(board)
        assert bool(moves) == (board.outcome() is None), repr(board)
        if last is not None and board.last_move is not None:
            assert rules.play(last, board.last_move) == position, repr(board)
        last = position


@pytest.mark.parametrize("seed", range(8))
def test_rules_and_kernel_agree(seed: int) -> None:
    check_agreement(seed, 400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_rules_and_kernel_agree_in_long_random_play(seed: int) -> None:
    check_agreement(seed, 5_000)


@small_and_large("count", 300, 5_000)
def test_rules_and_kernel_agree_on_positions_that_were_set_up(count: int) -> None:
    """Set-up positions have more stacks than games, and any uppermost piece can be the one that just moved."""
    rng = random.Random(17)
    resting_on_a_stack = 0
    for _ in range(count):
        position = random_position(rng)
        board, legal = Board.from_position(position), rules.legal_moves(position)
        moves = board.legal_moves.list()
        assert len(set(moves)) == len(moves), f"a move is listed twice: {board!r}"
        assert set(moves) == legal, repr(board)
        for move in rng.sample(moves, min(5, len(moves))):
            assert board.explain(move) is None, f"{move} in {board!r}"
            assert len(board.path(move).hexes) == len(rules.path(position, move).hexes), f"{move} in {board!r}"
        rests = position.just_moved
        if rests is not None and rests.color is position.turn and len(position.stack(place_of(board, rests))) > 1:
            resting_on_a_stack += 1
            assert not any(move.piece == rests for move in moves if not move.is_pass)
    assert resting_on_a_stack > count // 50, "the law covers the case that games never reach"


def test_a_piece_on_a_stack_rests_if_it_has_just_moved() -> None:
    board = Board.from_position_string("ultimate-2024 Base+P White[14] 0,0:wQbQ^wB1bA1/.wPbS1 () !wB1")
    assert not any(move.piece == Piece.parse("wB1") for move in board.legal_moves)
    assert set(board.legal_moves) == rules.legal_moves(board.position())


def place_of(board: Board, piece: Piece) -> Hex:
    return board.where(piece) or pytest.fail(f"{piece} is not in play")


@small_and_large("plies", 800, 3_000)
def test_a_move_has_a_reason_exactly_if_the_kernel_rejects_it(plies: int) -> None:
    rng = random.Random(7)
    for board, moves in positions(200, plies):
        if rng.random() > 0.1:
            continue
        near = [hex_ for stack in board.stacks for hex_ in (stack, *stack.neighbours())] or [Hex(0, 0)]
        candidates = {Move(rng.choice(PIECES), rng.choice(near)) for _ in range(60)} | {PASS} | set(moves)
        for move in candidates:
            assert (board.explain(move) is None) == (move in moves), f"{move!r} in {board!r}"


@small_and_large("plies", 2_000, 4_000)
def test_symmetric_keys_and_canonical_positions_agree(plies: int) -> None:
    """Two positions have the same symmetric key if and only if the rules treat them as the same."""
    by_key: dict[object, object] = {}
    by_form: dict[object, object] = {}
    for board, _moves in positions(300, plies):
        key, form = board.symmetric_key(), rules.canonical(board.position())
        assert by_key.setdefault(key, form) == form, repr(board)
        assert by_form.setdefault(form, key) == key, repr(board)
    assert plies // 2 < len(by_form) < plies


def test_rules_and_kernel_count_repetitions_alike() -> None:
    """The queen bees move back and forth."""
    rng = random.Random(11)
    endings = set()
    for _ in range(20):
        board = Board("Base+P", threefold=True)
        history = [board.position()]
        while not board.is_game_over() and board.ply < 80:
            moves = board.legal_moves.list()
            queens = [move for move in moves if not move.is_pass and is_queen_in_play(board, move.piece)]
            board.push(rng.choice(queens or moves))
            history.append(board.position())
            assert board.repetitions() == rules.repetitions(history)
            over = rules.outcome(history[-1]) is not None or rules.repetitions(history) >= 3
            assert board.is_game_over() == over
        endings.add(getattr(board.outcome(), "termination", None))
    assert Termination.REPETITION in endings


def is_queen_in_play(board: Board, piece: Piece) -> bool:
    return piece.bug is Bug.QUEEN_BEE and board.where(piece) is not None


KNOWN_GAMES = {
    **{name: game for name, game in vars(games).items() if isinstance(game, str) and game.startswith("Base")},
    **{name: case[0] for name, case in {**LEGAL, **ILLEGAL}.items()},
}


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("game", KNOWN_GAMES.values(), ids=KNOWN_GAMES.keys())
def test_agreement_on_the_diagrams_and_rulings(game: str, edition: Edition) -> None:
    """The kernel has the legal moves of the rules at every ply of the games in tests/rules."""
    board = Board.from_game_string(game, edition=edition)
    while True:
        assert set(board.legal_moves) == rules.legal_moves(board.position()), repr(board)
        if not board.moves:
            break
        board.pop()
