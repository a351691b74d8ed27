"""Chapters as records: for exports, for copies of studies and for the pictures in lists."""

from __future__ import annotations

from collections.abc import Sequence

from skep.errors import SkepError
from skep.game import Game
from skep.server.schemas.records import RecordNode, RecordTree
from skep.server.schemas.study import StudyPosition
from skep.server.schemas.study_edits import StudyChapter, StudyNode
from skep.server.shared_studies.documents import ROOT, path_to, visible
from skep.server.study.lines import InvalidPosition, follow
from skep.server.study.trees import to_game
from skep.views import StackView, place

__all__ = ["game_of", "pgn_of", "picture_of", "position_after", "record_of"]


def record_of(chapter: StudyChapter) -> RecordTree:
    """Return the moves of a chapter that are not deleted, as a record."""
    root, *moves = visible(chapter)
    indices = {ROOT: -1, **{node.id: index for index, node in enumerate(moves)}}
    return RecordTree(
        start=chapter.start,
        threefold=chapter.threefold,
        tags=chapter.tags,
        result=chapter.result,
        reason=chapter.reason,
        comment=_comment(root),
        marks=root.marks,
        nodes=[_record_node(node, indices[node.parent or ROOT]) for node in moves],
    )


def _record_node(node: StudyNode, parent: int) -> RecordNode:
    return RecordNode(
        parent=parent,
        uhp=node.uhp,
        piece=node.piece,
        origin=node.origin,
        to=node.to,
        comment=_comment(node),
        glyph=node.glyph,
        clock=node.clock,
        spent=node.spent,
        marks=node.marks,
    )


def _comment(node: StudyNode) -> str:
    return "\n".join(comment.text for comment in node.comments)


def game_of(chapter: StudyChapter, study: str) -> Game:
    """Return a chapter as a game whose event is the study."""
    game = to_game(record_of(chapter))
    game.tags["Event"] = f"{study}: {chapter.name}"
    return game


def pgn_of(chapters: Sequence[StudyChapter], study: str) -> str:
    """Return chapters as the games of one PGN file."""
    return "\n".join(game_of(chapter, study).text() for chapter in chapters)


def position_after(chapter: StudyChapter, node: StudyNode) -> StudyPosition:
    """Return the moves to a move of a chapter."""
    moves = [one.uhp for one in path_to(chapter, node)]
    return StudyPosition(start=chapter.start, moves=moves, threefold=chapter.threefold)


def picture_of(chapters: Sequence[StudyChapter]) -> list[StackView]:
    """Return the stacks at the end of the main line of the first chapter."""
    shown = next((chapter for chapter in chapters if chapter.deleted is None), None)
    if shown is None:
        return []
    node = shown.nodes[ROOT]
    while (child := _first(shown, node)) is not None:
        node = child
    try:
        board = follow(position_after(shown, node)).board
    except (InvalidPosition, SkepError):
        return []
    stacks = board.position().stacks
    return [StackView(place=place(hex_), pieces=[str(piece) for piece in stack]) for hex_, stack in stacks.items()]


def _first(chapter: StudyChapter, node: StudyNode) -> StudyNode | None:
    return next((child for id_ in node.children if (child := chapter.nodes[id_]).deleted is None), None)
