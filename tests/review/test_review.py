"""Reviews of complete games by the engine."""

from __future__ import annotations

import random

import pytest

from skep import Position, SkepError
from skep.game import Game, Result, ResultCode
from skep.review import EFFORTS, Review, engine_signature, find_effort, review
from tests.cli.helpers import PASSING
from tests.game.helpers import random_game
from tests.review.helpers import GLANCE, SHORT, WIN_AT_HAND, reviewed, short_game


def test_reviews_are_repeatable() -> None:
    once = review(short_game(), GLANCE).to_json()
    assert review(short_game(), GLANCE).to_json() == once
    assert review(short_game(), GLANCE, threads=3).to_json() == once


def test_progress() -> None:
    calls = list[tuple[int, int]]()
    review(short_game(), GLANCE, progress=lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    assert calls[-1] == (15, 15)


def test_every_move_is_reviewed() -> None:
    game, result = short_game(), reviewed()
    assert [move.uhp for move in result.moves] == [node.uhp() for node in game.mainline()]
    assert [move.ply for move in result.moves] == list(range(7))
    first, *_, last = result.moves
    assert (first.piece, first.origin, first.to, first.spent, first.clock) == ("wS1", None, (0, 0), 0, 600)
    assert (last.piece, last.origin is None, last.spent, last.clock) == ("wA1", False, 9, 594)
    for move, board in zip(result.moves, [node.parent.board() for node in game.mainline() if node.parent], strict=True):
        assert 0 <= move.lost <= 1
        assert 0 <= move.white_wins <= 1
        assert move.line[0] == move.best
        for text in move.line:
            board.push_uhp(text)
    for side, turns in ((result.white, 4), (result.black, 3)):
        assert sum(side.counts.values()) == turns
        assert side.accuracy is not None


def test_missed_win_in_one() -> None:
    game = Game.parse(WIN_AT_HAND)
    game.end().add_line(["wA3 -wA1"])
    last = review(game, GLANCE).moves[-1]
    assert last.judgement == "missed-win"
    assert last.best in ("wA1 wB1-", "wA3 wB1-")
    assert last.line == (last.best,)
    assert last.lost > 0


def test_played_win_in_one() -> None:
    game = Game.parse(WIN_AT_HAND)
    game.end().add_line(["wA3 wB1-"])
    result = review(game, GLANCE)
    last = result.moves[-1]
    assert (last.judgement, last.lost, last.best) == ("best", 0, "wA3 wB1-")
    assert (last.value, last.white_wins, last.forced) == (300, 1, 0)
    assert result.moves[-2].judgement in ("blunder", "mistake", "inaccuracy", "good")
    assert result.moves[-2].forced == 1


def test_passes_are_forced() -> None:
    game = Game.parse(PASSING + ";pass")
    last = review(game, GLANCE).moves[-1]
    assert (last.uhp, last.piece, last.origin, last.to) == ("pass", None, None, None)
    assert (last.judgement, last.lost, last.best) == ("forced", 0, "pass")


def test_game_without_moves() -> None:
    result = review(Game("Base"), GLANCE)
    assert not result.moves
    assert not result.turning_points
    assert result.white.accuracy is result.black.accuracy is None
    assert set(result.white.counts.values()) == {0}
    assert 0 < result.white_wins < 1


def test_set_up_position_with_black_to_move() -> None:
    start = Game.parse(SHORT).end().board()
    position: Position = start.position()
    game = Game.from_position(position)
    game.add_line([start.legal_moves.list()[0]])
    result = review(game, GLANCE)
    assert [move.ply for move in result.moves] == [7]
    assert result.white.accuracy is None
    assert result.black.accuracy is not None
    assert result.start == start.position_string()
    assert result.move(7) is result.moves[0]
    with pytest.raises(SkepError, match="no move at ply 0"):
        result.move(0)


def test_results_and_variations_do_not_affect_the_review() -> None:
    game = short_game()
    game.result = Result(ResultCode.BLACK_WINS, "resignation")
    node = game.next()
    assert node is not None
    node.add_variation("bS1 -wS1").add_line(["wQ wS1-"])
    assert review(game, GLANCE) == reviewed()


@pytest.mark.parametrize("seed", range(2))
def test_random_games_can_be_reviewed(seed: int) -> None:
    board = random_game(seed, plies=random.Random(seed).randrange(10, 40))
    result = review(Game.from_board(board), GLANCE, threads=2)
    assert len(result.moves) == len(board.moves)
    assert Review.from_json(result.to_json()) == result


def test_json_round_trip() -> None:
    text = reviewed().to_json()
    assert Review.from_json(text) == Review.from_json(text.encode()) == reviewed()
    assert reviewed().engine == engine_signature()
    assert reviewed().effort == "quick"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "not a review"),
        ("{}", "not a review"),
        ("[1]", "not a review"),
        (reviewed().to_json().replace('"format":1', '"format":99'), "unsupported review format 99"),
        (reviewed().to_json().replace('"best":', '"worst":'), "not a review"),
    ],
)
def test_invalid_json(text: str, error: str) -> None:
    with pytest.raises(SkepError, match=error):
        Review.from_json(text)


def test_signature_contains_the_version() -> None:
    from skep import __version__

    assert engine_signature().startswith(f"skep {__version__} (")
    assert engine_signature() == engine_signature()


def test_efforts_by_name() -> None:
    assert find_effort(" Deep ") is EFFORTS["deep"]
    assert [effort.nodes for effort in EFFORTS.values()] == sorted(effort.nodes for effort in EFFORTS.values())
    with pytest.raises(SkepError, match="unknown effort: 'hard': expected quick, normal, deep"):
        find_effort("hard")


def test_number_of_threads_is_limited() -> None:
    with pytest.raises(SkepError, match="from 1 to 256, not 0"):
        review(short_game(), GLANCE, threads=0)
