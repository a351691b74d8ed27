"""Games as the page holds them: a list of nodes, each with the number of the one before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from skep.board import Board
from skep.errors import IllegalMove, NotationError, SkepError
from skep.game import Game, GameNode, Glyph, Mark, MarkColor, Result, ResultCode
from skep.hexes import Hex
from skep.notation.position import format_position, parse_position
from skep.server.schemas import archive as models
from skep.server.schemas.archive import RecordNode, RecordTree
from skep.server.study.lines import played

__all__ = ["MOST_NODES", "game_of", "marks_of", "tree_of"]

MOST_NODES: Final = 5000
_LONGEST_COMMENT: Final = 4000
_LONGEST_TAG: Final = 1000
_MOST_TAGS: Final = 64
_LONGEST_REASON: Final = 200


def tree_of(game: Game) -> tuple[RecordTree, list[str]]:
    """A game for the page, and what of it was too much to be told."""
    cut = list[str]()
    result = game.result
    nodes = list(_nodes(game, cut))
    if len(nodes) == MOST_NODES and sum(1 for _ in game.nodes()) > MOST_NODES:
        cut.append(f"only the first {MOST_NODES} moves are told here")
    if len(game.tags) > _MOST_TAGS:
        cut.append(f"only the first {_MOST_TAGS} tags are told here")
    tags = {name: value[:_LONGEST_TAG] for name, value in list(game.tags.items())[:_MOST_TAGS]}
    tree = RecordTree(
        start=format_position(game.start),
        threefold=game.threefold,
        tags=tags,
        result=result.code.value,
        reason=result.reason[:_LONGEST_REASON],
        comment=_comment(game, "the comment of the game", cut),
        marks=_marks(game),
        nodes=nodes,
    )
    return tree, cut


def _nodes(game: Game, cut: list[str]) -> Iterator[RecordNode]:
    """Every node, parents first, each main line before its variations; on one board that follows."""
    board, way = Board.from_position(game.start), list[tuple[GameNode, int]]()
    for number, node in enumerate(game.nodes()):
        if number == MOST_NODES:
            return
        while way and way[-1][0] is not node.parent:
            way.pop()
            board.pop()
        parent = way[-1][1] if way else -1
        (turn,) = played(board, [node.move])
        way.append((node, number))
        yield RecordNode(
            parent=parent,
            uhp=turn.uhp,
            piece=turn.piece,
            origin=turn.origin,
            to=turn.to,
            comment=_comment(node, f"the comment at ply {board.ply}", cut),
            glyph=None if node.glyph is None else node.glyph.value,
            clock=node.clock,
            spent=node.seconds_spent,
            marks=_marks(node),
        )


def _marks(node: GameNode) -> list[models.Mark]:
    return [
        models.Mark(
            at=(mark.at.q, mark.at.r),
            to=None if mark.to is None else (mark.to.q, mark.to.r),
            color=mark.color.value,
        )
        for mark in node.marks
    ]


def marks_of(told: Iterable[models.Mark]) -> list[Mark]:
    """Rings and arrows as a client tells them."""
    return [Mark(Hex(*mark.at), None if mark.to is None else Hex(*mark.to), MarkColor(mark.color)) for mark in told]


def _comment(node: GameNode, what: str, cut: list[str]) -> str:
    if len(node.comment) <= _LONGEST_COMMENT:
        return node.comment
    cut.append(f"{what} is longer than {_LONGEST_COMMENT} characters, and cut here")
    return node.comment[:_LONGEST_COMMENT]


def game_of(tree: RecordTree) -> Game:
    """The game that a client tells, every move checked; raises SkepError, which names the node."""
    game = Game.from_position(parse_position(tree.start), threefold=tree.threefold)
    for name, value in tree.tags.items():
        words = " ".join(value.split())
        if words:
            game.tags[name] = words
    game.comment = tree.comment
    game.marks = marks_of(tree.marks)
    _grow(game, tree)
    reason = " ".join(tree.reason.split())
    score = ResultCode(tree.result)
    shown = game.result
    # what the board shows is no matter of opinion
    if not shown.is_decided and (score is not ResultCode.UNFINISHED or reason):
        game.result = Result(score, reason)
    return game


def _grow(game: Game, tree: RecordTree) -> None:
    """Add the nodes, each after its parent: one board follows from node to node."""
    children: list[list[int]] = [[] for _ in range(len(tree.nodes) + 1)]
    for number, told in enumerate(tree.nodes):
        if not -1 <= told.parent < number:
            raise SkepError(f"node {number} follows node {told.parent}: parents are listed first, the start is -1")
        children[told.parent + 1].append(number)
    board = Board.from_position(game.start, threefold=game.threefold)
    nodes: dict[int, GameNode] = {-1: game}
    way = list[int]()
    waiting = children[0][::-1]
    while waiting:
        number = waiting.pop()
        parent = tree.nodes[number].parent
        while way and way[-1] != parent:
            way.pop()
            board.pop()
        nodes[number] = _node(nodes[parent], tree.nodes[number], number, board)
        way.append(number)
        waiting += reversed(children[number + 1])


def _node(parent: GameNode, told: RecordNode, number: int, board: Board) -> GameNode:
    try:
        node = parent.append_unchecked(board.push_uhp(told.uhp))
        node.comment = told.comment
        node.marks = marks_of(told.marks)
        node.glyph = None if told.glyph is None else Glyph(told.glyph)
        node.clock = told.clock
        node.seconds_spent = told.spent
    except (IllegalMove, NotationError) as error:
        raise SkepError(f"node {number}, ply {board.ply + 1}: {error}") from error
    except SkepError as error:
        raise SkepError(f"node {number}: {error}") from error
    return node
