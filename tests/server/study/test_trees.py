"""Games as trees for the page, and back."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.errors import SkepError
from skep.game import Game, GameNode, Glyph, Mark, MarkColor, Result, ResultCode
from skep.hexes import Hex
from skep.server.schemas.records import MAX_NODES, RecordNode, RecordTree
from skep.server.study.trees import to_game, to_tree

START = "ultimate-2024 Base+MLP White[1] -"


def random_tree(seed: int, nodes: int = 60) -> Game:
    """Return a random tree with every kind of annotation."""
    rng = random.Random(seed)
    game = Game("Base+MLP", threefold=rng.random() < 0.5)
    game.tags["White"] = "Ann"
    game.comment = "a game\nof two lines"
    game.marks = [Mark(Hex(0, 0), color=MarkColor.BLUE)]
    known: list[GameNode] = [game]
    while len(known) < nodes:
        node = known[-1] if rng.random() < 0.8 else rng.choice(known)
        board = node.board()
        if board.is_game_over():
            continue
        move = rng.choice(board.legal_moves.list())
        if any(other.move == move for other in node.variations):
            continue
        new = node.add_variation(move, comment=rng.choice(["", "hm", "ä{}\n"]), glyph=rng.choice([None, *Glyph]))
        new.marks = rng.choice([[], [Mark(Hex(0, 1)), Mark(Hex(0, 0), Hex(-1, 2), MarkColor.RED)]])
        new.clock = rng.choice([None, 1.5, 600])
        new.seconds_spent = rng.choice([None, 0.25])
        known.append(new)
    if not game.result.is_decided:
        game.result = Result(ResultCode.WHITE_WINS, "resignation")
    return game


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_a_game_survives_the_round_trip_through_json(seed: int) -> None:
    game = random_tree(seed)
    tree, remarks = to_tree(game)
    assert not remarks
    decoded = msgspec.json.decode(msgspec.json.encode(tree), type=RecordTree)
    assert decoded == tree
    again = to_game(decoded)
    assert again.text() == game.text()
    assert to_tree(again)[0] == tree


def test_main_lines_are_listed_before_their_variations() -> None:
    game = Game("Base")
    first = game.add_line(["wS1"])
    first.add_variation("bS1 wS1-")
    first.add_variation("bG1 wS1-")
    first.variations[0].add_variation("wQ -wS1")
    tree, _ = to_tree(game)
    assert [(node.parent, node.uhp) for node in tree.nodes] == [
        (-1, "wS1"),
        (0, "bS1 wS1-"),
        (1, "wQ -wS1"),
        (0, "bG1 wS1-"),
    ]
    assert tree.nodes[1].to == (1, 0)


@pytest.mark.parametrize(
    ("nodes", "start"),
    [
        ([(-1, "wS1"), (0, "wQ wS1-")], "node 1, ply 2: "),
        ([(-1, "wS1"), (0, "rubbish")], "node 1, ply 2: "),
        ([(0, "wS1")], "node 0 follows node 0"),
        ([(-2, "wS1")], "node 0 follows node -2"),
        ([(-1, "wS1"), (5, "bS1 wS1-")], "node 1 follows node 5"),
    ],
)
def test_errors_name_the_node(nodes: list[tuple[int, str]], start: str) -> None:
    tree = RecordTree(start=START, nodes=[RecordNode(parent=parent, uhp=uhp) for parent, uhp in nodes])
    with pytest.raises(SkepError) as caught:
        to_game(tree)
    assert str(caught.value).startswith(start)


@pytest.mark.parametrize(
    "fields",
    [
        {"start": "0,0:wS1..bQ"},
        {"tags": {"Result": "1-0"}},
        {"tags": {"a tag": "x"}},
        {"nodes": [RecordNode(parent=-1, uhp="wS1", clock=-1.0)]},
        {"nodes": [RecordNode(parent=-1, uhp="wS1", spent=float("nan"))]},
    ],
)
def test_invalid_values_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(SkepError):
        to_game(RecordTree(**{"start": START, **fields}))  # type: ignore[arg-type]


def test_long_games_are_cut_with_a_remark() -> None:
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
    tree, remarks = to_tree(game)
    assert len(tree.nodes) <= MAX_NODES
    assert len(tree.comment) == 4000
    assert len(tree.tags) == 64
    assert len(remarks) == 2


def test_whitespace_in_tags_and_reasons_is_normalised() -> None:
    tree = RecordTree(
        start=START, result=ResultCode.WHITE_WINS, reason="  time \n out ", tags={"Event": " a  b ", "Site": " "}
    )
    game = to_game(tree)
    assert game.result == Result(ResultCode.WHITE_WINS, "time out")
    assert dict(game.tags) == {"Event": "a b"}
