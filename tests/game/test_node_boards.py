"""The board of a node: correct after every change of the tree, and without replaying the whole game."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from skep import Board, Game, GameNode, Move, SkepError
from skep.game.board_cache import BoardCache
from tests.game.helpers import grow, random_game


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the moves that boards make and take back."""
    calls = Counter[str]()

    def counted(name: str, method: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object) -> object:
            calls[name] += 1
            return method(*arguments)

        return call

    for name in ("push", "pop"):
        monkeypatch.setattr(Board, name, counted(name, getattr(Board, name)))
    return calls


def replayed(node: GameNode) -> Board:
    """Return the board of a node, replayed from the start."""
    game, moves = node.game, list[Move]()
    board = Board.from_position(game.start, threefold=game.threefold)
    while node.parent is not None:
        moves.append(node.move)
        node = node.parent
    for move in reversed(moves):
        board.push(move)
    return board


def check(node: GameNode) -> None:
    board, expected = node.board(), replayed(node)
    assert board == expected
    assert board.moves == expected.moves
    assert board.repetitions() == expected.repetitions()


def tree(seed: int, *, threefold: bool = False) -> Game:
    """Return a game with variations in every part."""
    rng = random.Random(seed)
    game = Game("Base+MLP", threefold=threefold)
    grow(game, rng, 40)
    for _ in range(12):
        grow(rng.choice([game, *game.nodes()]), rng, 5)
    return game


def test_walking_the_main_line_makes_each_move_once(count: Counter[str]) -> None:
    game = Game.from_board(random_game(3))
    length = len(game.mainline_moves())
    assert length > 30
    count.clear()
    for node in game.mainline():
        node.board()
    assert count == {"push": length}


def test_walking_back_takes_each_move_back_once(count: Counter[str]) -> None:
    game = Game.from_board(random_game(3))
    nodes = [game, *game.mainline()]
    nodes[-1].board()
    count.clear()
    for node in reversed(nodes):
        node.board()
    assert count == {"pop": len(nodes) - 1}


def test_walking_every_variation_is_linear(count: Counter[str]) -> None:
    game = tree(7)
    nodes = list(game.nodes())
    count.clear()
    for node in nodes:
        node.board()
        node.uhp()
    assert count["push"] <= 3 * len(nodes)
    assert count["pop"] <= 3 * len(nodes)


def test_adding_moves_one_by_one_is_linear(count: Counter[str]) -> None:
    moves = random_game(3).moves
    count.clear()
    node: GameNode = Game("Base+MLP")
    for move in moves:
        node = node.add_variation(move)
    assert count["push"] <= 2 * len(moves)  # one to check the move, one for the next board


@pytest.mark.parametrize("threefold", [False, True])
def test_boards_are_right_after_every_change_of_the_tree(threefold: bool) -> None:
    game, rng = tree(11, threefold=threefold), random.Random(5)
    for _ in range(150):
        node = rng.choice([game, *game.nodes()])
        change = rng.randrange(4)
        if change == 0:
            grow(node, rng, 2)
        elif node.parent is not None and change == 1:
            node.promote()
        elif node.parent is not None and change == 2 and not list(node.nodes())[4:]:
            node.remove()
        check(rng.choice([game, *game.nodes()]))


def test_returned_boards_are_independent() -> None:
    game = Game.from_board(random_game(3))
    node = list(game.mainline())[-9]
    first, second = node.board(), node.board()
    moves = first.moves
    first.pop()
    first.push(first.legal_moves.list()[0])
    second.agree_draw()
    assert node.board().moves == moves
    assert node.board().outcome() is None
    check(node)


def test_rules_of_the_game_can_change() -> None:
    game = Game.from_board(random_game(3))
    assert not game.end().board().threefold
    game.threefold = True
    assert game.end().board().threefold
    game.threefold = False
    check(game.end())


def test_copies_have_their_own_boards() -> None:
    game = Game("Base")
    game.add_line(["wS1", "bS1 wS1-"])
    game.end().board()
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        again.end().add_variation("wQ -wS1")
        check(again.end())
        check(game.end())
        assert game.end().board().ply == 2


def test_number_of_cached_boards_is_limited() -> None:
    cache = BoardCache(3)
    games = [Game("Base") for _ in range(10)]
    for game in games * 2:
        cache.board(id(game), game.start, (), threefold=False)
    assert len(cache) == 3


def test_threads_share_a_game() -> None:
    game = tree(13)
    nodes = [game, *game.nodes()] * 4
    random.Random(1).shuffle(nodes)
    with ThreadPoolExecutor(4) as pool:
        boards = list(pool.map(GameNode.board, nodes))
    for node, board in zip(nodes, boards, strict=True):
        assert board.moves == replayed(node).moves


def test_removed_nodes_say_so() -> None:
    game = Game("Base")
    node = game.add_line(["wS1", "bS1 wS1-"])
    first = game.variations[0]
    first.remove()
    for call in (first.board, first.uhp, node.board, lambda: node.game, lambda: node.ply, first.remove, first.promote):
        with pytest.raises(SkepError, match="removed from its game"):
            call()
    assert "removed" in repr(first)
    assert "removed" in repr(node)
