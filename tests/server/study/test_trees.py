"""Games as the page holds them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.errors import SkepError
from skep.game import Game, GameNode, Glyph, Mark, MarkColor, Result, ResultCode
from skep.hexes import Hex
from skep.server.schemas.archive import RecordNode, RecordTree
from skep.server.study.trees import MOST_NODES, game_of, tree_of

START = "ultimate-2024 Base+MLP White[1] -"


def grown(seed: int, nodes: int = 60) -> Game:
    """A random tree with everything in it."""
    chance = random.Random(seed)
    game = Game("Base+MLP", threefold=chance.random() < 0.5)
    game.tags["White"] = "Ann"
    game.comment = "a game\nof two lines"
    game.marks = [Mark(Hex(0, 0), color=MarkColor.BLUE)]
    known: list[GameNode] = [game]
    while len(known) < nodes:
        node = known[-1] if chance.random() < 0.8 else chance.choice(known)
        board = node.board()
        if board.is_game_over():
            continue
        move = chance.choice(board.legal_moves.list())
        if any(other.move == move for other in node.variations):
            continue
        new = node.add_variation(move, comment=chance.choice(["", "hm", "ä{}\n"]), glyph=chance.choice([None, *Glyph]))
        new.marks = chance.choice([[], [Mark(Hex(0, 1)), Mark(Hex(0, 0), Hex(-1, 2), MarkColor.RED)]])
        new.clock = chance.choice([None, 1.5, 600])
        new.seconds_spent = chance.choice([None, 0.25])
        known.append(new)
    if not game.result.is_decided:
        game.result = Result(ResultCode.WHITE_WINS, "resignation")
    return game


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_a_game_comes_back_as_it_was(seed: int) -> None:
    game = grown(seed)
    tree, cut = tree_of(game)
    assert not cut
    again = game_of(RecordTree.model_validate_json(tree.model_dump_json()))
    assert again.text() == game.text()
    assert tree_of(again)[0] == tree


def test_nodes_are_listed_with_the_main_line_first() -> None:
    game = Game("Base")
    first = game.add_line(["wS1"])
    first.add_variation("bS1 wS1-")
    first.add_variation("bG1 wS1-")
    first.variations[0].add_variation("wQ -wS1")
    tree, _ = tree_of(game)
    assert [(node.parent, node.uhp) for node in tree.nodes] == [
        (-1, "wS1"),
        (0, "bS1 wS1-"),
        (1, "wQ -wS1"),
        (0, "bG1 wS1-"),
    ]
    assert tree.nodes[1].to == (1, 0)


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([(-1, "wS1"), (0, "wQ wS1-")], "node 1, ply 2: "),
        ([(-1, "wS1"), (0, "rubbish")], "node 1, ply 2: "),
        ([(0, "wS1")], "node 0 follows node 0"),
        ([(-2, "wS1")], "node 0 follows node -2"),
        ([(-1, "wS1"), (5, "bS1 wS1-")], "node 1 follows node 5"),
    ],
)
def test_what_is_wrong_with_a_tree_is_told_with_its_node(nodes: list[tuple[int, str]], words: str) -> None:
    tree = RecordTree(start=START, nodes=[RecordNode(parent=parent, uhp=uhp) for parent, uhp in nodes])
    with pytest.raises(SkepError) as caught:
        game_of(tree)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize(
    "odd",
    [
        {"start": "0,0:wS1..bQ"},
        {"tags": {"Result": "1-0"}},
        {"tags": {"a tag": "x"}},
        {"nodes": [RecordNode(parent=-1, uhp="wS1", clock=-1.0)]},
        {"nodes": [RecordNode(parent=-1, uhp="wS1", spent=float("nan"))]},
    ],
)
def test_what_cannot_be_recorded_is_refused(odd: dict[str, object]) -> None:
    with pytest.raises(SkepError):
        game_of(RecordTree(**{"start": START, **odd}))  # type: ignore[arg-type]


def test_what_is_too_much_is_cut_and_said() -> None:
    game = Game("Base")
    game.comment = "x" * 5000
    for number in range(70):
        game.tags[f"Tag{number}"] = "y"
    line = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
    node: GameNode = game.add_line(line)
    for _ in range(700):
        node = node.add_variation(random.Random(1).choice(node.board().legal_moves.list()))
        if node.board().is_game_over():
            break
    tree, cut = tree_of(game)
    assert len(tree.nodes) <= MOST_NODES
    assert len(tree.comment) == 4000
    assert len(tree.tags) == 64
    assert len(cut) == 2


def test_the_board_decides_over_what_is_said() -> None:
    told = RecordTree(start=START, result="WhiteWins", reason="  time \n out ", tags={"Event": " a  b ", "Site": " "})
    game = game_of(told)
    assert game.result == Result(ResultCode.WHITE_WINS, "time out")
    assert dict(game.tags) == {"Event": "a b"}
