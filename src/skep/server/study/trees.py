"""Games as trees for the page: a list of nodes, each with the index of its parent."""

from __future__ import annotations

from collections.abc import Iterator

from skep.board import Board
from skep.errors import IllegalMove, NotationError, SkepError
from skep.game import Game, GameNode, Result, ResultCode
from skep.notation.position import format_position, parse_position
from skep.server.schemas.records import (
    MAX_COMMENT_LENGTH,
    MAX_NODES,
    MAX_REASON_LENGTH,
    MAX_TAG_LENGTH,
    MAX_TAGS,
    RecordNode,
    RecordTree,
)
from skep.views import move_parts

__all__ = ["to_game", "to_tree"]


def to_tree(game: Game) -> tuple[RecordTree, list[str]]:
    """Return a game as a tree, and remarks on the parts that were too long to include."""
    remarks = list[str]()
    result = game.result
    nodes = list(_nodes(game, remarks))
    if len(nodes) == MAX_NODES and sum(1 for _ in game.nodes()) > MAX_NODES:
        remarks.append(f"only the first {MAX_NODES} moves are included")
    if len(game.tags) > MAX_TAGS:
        remarks.append(f"only the first {MAX_TAGS} tags are included")
    tree = RecordTree(
        start=format_position(game.start),
        threefold=game.threefold,
        tags={name: value[:MAX_TAG_LENGTH] for name, value in list(game.tags.items())[:MAX_TAGS]},
        result=result.code,
        reason=result.reason[:MAX_REASON_LENGTH],
        comment=_comment(game, "the comment on the game", remarks),
        marks=list(game.marks),
        nodes=nodes,
    )
    return tree, remarks


def _nodes(game: Game, remarks: list[str]) -> Iterator[RecordNode]:
    """Yield parents before children and main lines before variations, moving one board from node to node."""
    board, path = Board.from_position(game.start), list[tuple[GameNode, int]]()
    for index, node in enumerate(game.nodes()):
        if index == MAX_NODES:
            return
        while path and path[-1][0] is not node.parent:
            path.pop()
            board.pop()
        parent = path[-1][1] if path else -1
        uhp = board.uhp(node.move)
        piece, origin, to = move_parts(board, node.move)
        board.push(node.move)
        path.append((node, index))
        yield RecordNode(
            parent=parent,
            uhp=uhp,
            piece=piece,
            origin=origin,
            to=to,
            comment=_comment(node, f"the comment at ply {board.ply}", remarks),
            glyph=node.glyph,
            clock=node.clock,
            spent=node.seconds_spent,
            marks=list(node.marks),
        )


def _comment(node: GameNode, name: str, remarks: list[str]) -> str:
    if len(node.comment) <= MAX_COMMENT_LENGTH:
        return node.comment
    remarks.append(f"{name} was cut to {MAX_COMMENT_LENGTH} characters")
    return node.comment[:MAX_COMMENT_LENGTH]


def to_game(tree: RecordTree) -> Game:
    """Return the game of a tree and check every move. Raises SkepError, whose message names the node."""
    game = Game.from_position(parse_position(tree.start), threefold=tree.threefold)
    for name, value in tree.tags.items():
        text = " ".join(value.split())
        if text:
            game.tags[name] = text
    game.comment = tree.comment
    game.marks = tree.marks
    _add_nodes(game, tree)
    reason = " ".join(tree.reason.split())
    # A result on the board takes precedence over the one that the client sent.
    if not game.result.is_decided and (tree.result is not ResultCode.UNFINISHED or reason):
        game.result = Result(tree.result, reason)
    return game


def _add_nodes(game: Game, tree: RecordTree) -> None:
    """Add each node to its parent, moving one board from node to node."""
    children: list[list[int]] = [[] for _ in range(len(tree.nodes) + 1)]
    for index, node in enumerate(tree.nodes):
        if not -1 <= node.parent < index:
            raise SkepError(f"node {index} follows node {node.parent}: parents are listed first, the start is -1")
        children[node.parent + 1].append(index)
    board = Board.from_position(game.start, threefold=game.threefold)
    added: dict[int, GameNode] = {-1: game}
    path = list[int]()
    waiting = children[0][::-1]
    while waiting:
        index = waiting.pop()
        parent = tree.nodes[index].parent
        while path and path[-1] != parent:
            path.pop()
            board.pop()
        added[index] = _add_node(added[parent], tree.nodes[index], index, board)
        path.append(index)
        waiting += reversed(children[index + 1])


def _add_node(parent: GameNode, source: RecordNode, index: int, board: Board) -> GameNode:
    try:
        node = parent.append_unchecked(board.push_uhp(source.uhp))
        node.comment = source.comment
        node.marks = source.marks
        node.glyph = source.glyph
        node.clock = source.clock
        node.seconds_spent = source.spent
    except (IllegalMove, NotationError) as error:
        raise SkepError(f"node {index}, ply {board.ply + 1}: {error}") from error
    except SkepError as error:
        raise SkepError(f"node {index}: {error}") from error
    return node
