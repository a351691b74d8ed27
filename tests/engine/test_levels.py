"""Ten levels: each plays legal moves, plays as its description says, and beats the levels below it."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from skep import Board, Color, SkepError
from skep.engine import LEVELS, Engine, Level, Limit
from skep.engine.choosing import CANDIDATES, OPENING, noticed_moves, sample_move
from skep.i18n import Language, catalog
from tests.engine.test_search import wins_at_once
from tests.random_play import EVERY_GAME, positions

DOCS = Path(__file__).parents[2] / "docs" / "levels.md"
FAST = Limit(nodes=2_000)
HANDICAPPED = LEVELS[:-1]


def by_name(level: Level) -> str:
    return level.name


def play(white: Level, black: Level, seed: int, board: Board) -> Board:
    """Play a game between two levels, to the end or for at most 200 plies."""
    engines = [Engine(level=level, seed=seed, table_mb=1) for level in (white, black)]
    while not board.is_game_over() and board.ply < 200:
        board.push_checked(engines[board.turn].play(board, FAST).move)
    return board


@cache
def decided_positions() -> tuple[Board, ...]:
    """Return random positions in which the side to move can win in one move and has other moves."""
    found = []
    for board, moves in positions(4, 20_000):
        if len(moves) > 10 and wins_at_once(board):
            found.append(Board.from_position(board.position()))
        if len(found) == 6:
            break
    return tuple(found)


def test_there_are_ten_levels_in_order() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert len({level.name for level in LEVELS}) == 10
    assert all(level.description for level in LEVELS)


def test_each_level_is_restricted_less_than_the_one_below() -> None:
    for lower, upper in pairwise(HANDICAPPED):
        assert lower.attention <= upper.attention
        assert (lower.nodes or 0) <= (upper.nodes or 0)
        assert lower.temperature >= upper.temperature
        assert lower.opening_temperature >= upper.opening_temperature
        assert lower.sees_wins <= upper.sees_wins
        assert (lower.attention, lower.nodes) != (upper.attention, upper.nodes)


def test_the_last_level_is_full_strength() -> None:
    assert [level for level in LEVELS if level.is_full_strength] == [LEVELS[-1]]
    for board in decided_positions():
        board = board.copy()
        best = Engine(table_mb=1).play(board, FAST).move
        assert Engine(level=LEVELS[-1], seed=1, table_mb=1).play(board, FAST).move == best


@pytest.mark.parametrize("level", LEVELS, ids=by_name)
def test_moves_are_legal_in_every_edition_and_game_type(level: Level) -> None:
    engine = Engine(level=level, table_mb=1)
    games = random.Random(level.number).sample(EVERY_GAME, len(EVERY_GAME))
    for edition, game_type in games:
        board = Board(game_type, edition=edition)
        for _ in range(10):
            move = engine.play(board, Limit(nodes=300)).move
            assert move in board.legal_moves, repr(board)
            board.push(move)
    for number, (board, moves) in enumerate(positions(level.number, 1_500)):
        if moves and number % 50 == 0:
            assert engine.play(board, Limit(nodes=300)).move in moves, repr(board)


@pytest.mark.parametrize("level", LEVELS, ids=by_name)
@pytest.mark.parametrize("limit", [Limit(nodes=0), Limit(nodes=1), Limit(seconds=0.0), Limit(seconds=0.001)], ids=str)
def test_the_smallest_limits_still_give_a_move(level: Level, limit: Limit) -> None:
    engine = Engine(level=level, table_mb=1)
    for board in (Board(), *decided_positions()):
        assert engine.play(board, limit).move in board.legal_moves


@pytest.mark.parametrize("level", HANDICAPPED, ids=by_name)
def test_play_with_a_seed_is_reproducible(level: Level) -> None:
    def opening(threads: int, table_mb: int) -> tuple[object, ...]:
        engine, board = Engine(level=level, seed=7, threads=threads, table_mb=table_mb), Board("Base+MLP")
        for _ in range(OPENING + 6):
            board.push(engine.play(board, Limit()).move)
        return tuple(board.moves)

    assert opening(threads=1, table_mb=1) == opening(threads=2, table_mb=2)


@pytest.mark.parametrize("level", HANDICAPPED, ids=by_name)
def test_without_a_seed_openings_vary(level: Level) -> None:
    engine, openings = Engine(level=level, table_mb=1), set()
    for _ in range(8):
        board = Board("Base+MLP")
        for _ in range(8):
            board.push(engine.play(board, FAST).move)
        openings.add(board.symmetric_key())
    assert len(openings) >= 4


@pytest.mark.parametrize("level", LEVELS[2:], ids=by_name)
def test_levels_from_the_third_on_take_a_win_in_one(level: Level) -> None:
    assert len(decided_positions()) == 6
    for seed, board in enumerate(decided_positions()):
        after = board.copy()
        after.push(Engine(level=level, seed=seed, table_mb=1).play(board, Limit(nodes=5_000)).move)
        outcome = after.outcome()
        assert outcome is not None, repr(board)
        assert outcome.winner is board.turn


def test_the_first_level_can_overlook_a_win() -> None:
    winning = []
    for board in decided_positions():
        for seed in range(5):
            after = board.copy()
            after.push(Engine(level=LEVELS[0], seed=seed, table_mb=1).play(board, FAST).move)
            winning.append(after.is_game_over())
    assert 0 < sum(winning) < len(winning)


def test_moves_near_a_queen_bee_are_noticed_more_often() -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wG1 /wS1;bG1 bS1/;wA1 -wQ;bA1 bQ-")
    queens = [board.where(piece) for stack in board.stacks.values() for piece in stack if str(piece)[1:] == "Q"]
    near, far = list[int](), list[int]()
    noticed = [move for seed in range(200) for move in noticed_moves(board, LEVELS[0], random.Random(seed))]
    for move in board.legal_moves:
        beside = any(queen is not None and move.to.distance(queen) <= 1 for queen in queens)
        (near if beside else far).append(noticed.count(move))
    assert sum(near) / len(near) > 1.5 * sum(far) / len(far)
    assert min(far) > 0


def test_a_move_is_sampled_from_the_best_few() -> None:
    moves = Board("Base+MLP").legal_moves.list()
    scored = [(-10 * number, move) for number, move in enumerate(moves)]
    assert {sample_move(scored, 0.0, random.Random(seed)) for seed in range(20)} == {moves[0]}
    sampled = [sample_move(scored, 20.0, random.Random(seed)) for seed in range(400)]
    assert set(sampled) == set(moves[:CANDIDATES])
    assert sampled.count(moves[0]) > sampled.count(moves[1]) > sampled.count(moves[3])


def test_the_fourth_level_beats_the_first() -> None:
    wins = 0
    for seed in range(6):
        fourth = Color(seed % 2)
        players = (LEVELS[3], LEVELS[0]) if fourth is Color.WHITE else (LEVELS[0], LEVELS[3])
        outcome = play(*players, seed, Board(("Base", "Base+MLP")[seed // 2 % 2])).outcome()
        wins += outcome is not None and outcome.winner is fourth
    assert wins >= 5


def test_the_documentation_has_the_names_and_descriptions_of_the_catalogue() -> None:
    rows = re.findall(r"^\| (\d+) \| ([a-z ]+) \| (.*?) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(int(number), name, description) for number, name, description in rows] == [
        (level.number, level.name, level.description) for level in LEVELS
    ]


def test_the_catalogues_name_and_describe_exactly_the_ten_levels() -> None:
    keys = {f"{level.number}.{key}" for level in LEVELS for key in ("name", "description")}
    for language in Language:
        assert set(catalog("levels", language)) == keys
    assert (LEVELS[0].name_in(Language.FR), LEVELS[8].description_in(Language.FR)) == (
        "œuf",
        "Voit sept tours à l’avance. Il vous faudra un plan.",
    )


def test_the_documented_scores_between_levels_are_within_bounds() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (\d+) \| (\d+) \| [\d, ]+ \| ([\d.]+) % \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [(int(upper), int(lower)) for upper, lower, _games, _score in rows] == [(n + 1, n) for n in range(1, 10)]
    for _upper, _lower, games, score in rows:
        assert int(games) >= 100
        assert 65 <= float(score) <= 85


@pytest.mark.parametrize("number", range(1, 11))
def test_a_level_can_be_given_by_its_number(number: int) -> None:
    engine = Engine(table_mb=1, level=number)
    assert engine.level is LEVELS[number - 1]
    engine.level = None
    assert engine.level is None
    engine.level = LEVELS[number - 1]
    assert engine.level is LEVELS[number - 1]
    engine.level = 11 - number
    assert engine.level is LEVELS[10 - number]


@pytest.mark.parametrize("level", [0, 11, -1, True, 3.0, "3", LEVELS])
def test_other_levels_are_rejected(level: object) -> None:
    with pytest.raises(SkepError, match="expected a Level or a number from 1 to 10"):
        Engine(table_mb=1, level=level)  # type: ignore[arg-type]
    engine = Engine(table_mb=1, level=3)
    with pytest.raises(SkepError, match="expected a Level or a number from 1 to 10"):
        engine.level = level  # type: ignore[assignment]
    assert engine.level is LEVELS[2]
