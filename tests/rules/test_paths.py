from __future__ import annotations

import pytest

from skep.errors import IllegalMove
from skep.moves import PASS
from skep.pieces import Bug
from skep.position import Position
from skep.rules import MovePath, PathKind, path

from .cases import BEETLE_GATE, IN_HAND, JUMPER, PINNED, SPIDER
from .helpers import Diagram, draw


@pytest.mark.parametrize(
    ("diagram", "piece", "route", "kind"),
    [
        (IN_HAND, "wS1", "n", PathKind.PLACE),
        (SPIDER, "wS1", "wS1 b c d", PathKind.SLIDE),
        (JUMPER, "wG1", "wG1 bA1 bQ a", PathKind.JUMP),
        (BEETLE_GATE, "wB1", "wB1 wA1", PathKind.CLIMB),
    ],
)
def test_path_in_order(diagram: Diagram, piece: str, route: str, kind: PathKind) -> None:
    hexes = tuple(diagram.at(name) for name in route.split())
    assert path(diagram.position, diagram.move(piece, route.split()[-1])) == MovePath(kind, hexes)


def test_ant_takes_the_shortest_path() -> None:
    diagram = draw("""
          b   c   d
        wA1 wQ  bQ  e
          h   g   f
    """)
    for route in ("wA1 b", "wA1 b c", "wA1 b c d", "wA1 h g f"):
        hexes = tuple(diagram.at(name) for name in route.split())
        assert path(diagram.position, diagram.move("wA1", route.split()[-1])) == MovePath(PathKind.SLIDE, hexes)


def test_ladybug_goes_over_the_top() -> None:
    diagram = draw("""
                  x
        wL  wQ  bQ  bA1
    """)
    hexes = tuple(diagram.at(name) for name in ("wL", "wQ", "bQ", "x"))
    assert path(diagram.position, diagram.move("wL", "x")) == MovePath(PathKind.CLIMB, hexes)


def test_own_motion_is_preferred_to_a_throw() -> None:
    diagram = draw("""
          x
        wQ  wP  bQ  bA1
    """)
    assert path(diagram.position, diagram.move("wQ", "x")).kind is PathKind.SLIDE


def test_pass_has_no_path() -> None:
    diagram = draw(
        """
          bA1 bS1
        bQ  wA1 bG1
          bA2 bS2
        """,
        on={"wA1": "bB1"},
        game_type="Base",
    )
    assert path(diagram.position, PASS) == MovePath(PathKind.PASS)


def test_mosquito_path_names_the_copied_bug() -> None:
    diagram = draw("""
          b   c   d   e
        wM  bA1 bQ  wQ
    """)
    route = path(diagram.position, diagram.move("wM", "e"))
    assert route == MovePath(
        PathKind.SLIDE, tuple(diagram.at(n) for n in ("wM", "b", "c", "d", "e")), copied=Bug.SOLDIER_ANT
    )


def test_illegal_move_has_no_path_but_a_reason() -> None:
    with pytest.raises(IllegalMove, match=r"wA1 to \(0, 0\): the soldier ant wA1 has to stay: "):
        path(PINNED.position, PINNED.move("wA1", "x"))
    with pytest.raises(IllegalMove, match="pass: you can only pass when you cannot place or move"):
        path(Position.start(), PASS)
