"""The effects of edits on the chapters of a shared study.

Everyone applies the same edits in the order of their numbers, so that everyone has the same chapters. These rules keep
what people add at the same time; ``web/src/features/study/shared/document.ts`` has the same ones, and both are tested
with the same recorded cases.

- A move that is there already is not added again: the new id becomes an alias of the first one.
- Deleting moves spares those that someone else has added or annotated since the author last heard from the server, and
  the moves that lead to them. Adding to or annotating a deleted move restores it and the moves that lead to it.
- A comment replaces only the texts that its author saw. Two texts written at the same time both remain.
- Arrows and rings are drawn and erased one by one. Of two names, glyphs or orders, the one with the last number wins.
- The only chapter of a study cannot be deleted. Otherwise chapters are deleted and restored like moves.
- Edits that make no sense any longer, such as moving a variation before one of another move, have no effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skep.server.schemas.records import MAX_MARKS, RecordTree
from skep.server.schemas.study_edits import (
    AddChapter,
    AddMove,
    AnyStudyEdit,
    DeleteChapter,
    DeleteMoves,
    MoveChapter,
    OrderMove,
    RenameChapter,
    RestoreMoves,
    SetComment,
    SetGlyph,
    SetMark,
    StudyChange,
    StudyChapter,
    StudyComment,
    StudyNode,
    StudyTouch,
    TurnChapter,
)

__all__ = ["ROOT", "apply", "child_by", "find_chapter", "find_node", "new_chapter", "path_to", "visible"]

ROOT: Final = "root"
"""The id of the start of every chapter."""


def apply(chapters: list[StudyChapter], change: StudyChange) -> None:
    """Apply an edit to the chapters of a study. Edits of unknown chapters and moves have no effect."""
    edit = change.edit
    touch = StudyTouch(client=change.client, seq=change.seq)
    chapter = find_chapter(chapters, edit.chapter)
    if isinstance(edit, AddChapter):
        if chapter is None:
            _insert(chapters, new_chapter(edit, touch), edit.before)
        return
    if chapter is None:
        return
    if isinstance(edit, DeleteChapter):
        _delete_chapter(chapters, chapter, edit, touch)
        return
    chapter.deleted = None
    chapter.touches = _add_touch(chapter.touches, touch)
    _edit_chapter(chapters, chapter, edit, touch)


def _edit_chapter(chapters: list[StudyChapter], chapter: StudyChapter, edit: AnyStudyEdit, touch: StudyTouch) -> None:
    match edit:
        case RenameChapter():
            chapter.name = edit.name
        case TurnChapter():
            chapter.orientation = edit.orientation
        case MoveChapter():
            chapters.remove(chapter)
            _insert(chapters, chapter, edit.before)
        case AddMove():
            _add_move(chapter, edit, touch)
        case RestoreMoves():
            _restore_moves(chapter, edit, touch)
        case DeleteMoves() | OrderMove() | SetComment() | SetGlyph() | SetMark():
            node = find_node(chapter, edit.node)
            if node is not None:
                _edit_node(chapter, node, edit, touch)


def _edit_node(
    chapter: StudyChapter,
    node: StudyNode,
    edit: DeleteMoves | OrderMove | SetComment | SetGlyph | SetMark,
    touch: StudyTouch,
) -> None:
    match edit:
        case DeleteMoves():
            _delete_moves(chapter, node, edit, touch)
        case OrderMove():
            _order_move(chapter, node, edit)
        case SetComment():
            _set_comment(chapter, node, edit, touch)
        case SetGlyph():
            node.glyph = edit.glyph
            if edit.glyph is not None:
                _keep(chapter, node, touch)
        case SetMark():
            others = [mark for mark in node.marks if (mark.at, mark.to) != (edit.mark.at, edit.mark.to)]
            node.marks = [*others, edit.mark][-MAX_MARKS:] if edit.on else others
            if edit.on:
                _keep(chapter, node, touch)


# finding


def find_chapter(chapters: list[StudyChapter], id_: str) -> StudyChapter | None:
    """Return the chapter with an id, deleted or not."""
    return next((chapter for chapter in chapters if chapter.id == id_), None)


def find_node(chapter: StudyChapter, id_: str) -> StudyNode | None:
    """Return the move with an id or an alias, deleted or not."""
    return chapter.nodes.get(chapter.aliases.get(id_, id_))


def path_to(chapter: StudyChapter, node: StudyNode) -> list[StudyNode]:
    """Return the moves from the first one to a move, without the start."""
    path = list[StudyNode]()
    while node.parent is not None:
        path.append(node)
        node = chapter.nodes[node.parent]
    return path[::-1]


def visible(chapter: StudyChapter) -> Iterator[StudyNode]:
    """Yield the start and the moves that are not deleted: parents first, the main line before its variations."""
    waiting = [chapter.nodes[ROOT]]
    while waiting:
        node = waiting.pop()
        yield node
        children = (chapter.nodes[child] for child in reversed(node.children))
        waiting += [child for child in children if child.deleted is None]


def child_by(chapter: StudyChapter, parent: StudyNode, move: AddMove) -> StudyNode | None:
    """Return the move that is already there after a parent and not deleted, or None."""
    for id_ in parent.children:
        child = chapter.nodes[id_]
        same = child.uhp == move.uhp or (child.to is not None and (child.piece, child.to) == (move.piece, move.to))
        if child.deleted is None and same:
            return child
    return None


# adding


def new_chapter(edit: AddChapter, touch: StudyTouch | None) -> StudyChapter:
    """Return the chapter that an edit adds."""
    tree, touches = edit.tree, [] if touch is None else [touch]
    return StudyChapter(
        id=edit.chapter,
        name=edit.name,
        start=tree.start,
        threefold=tree.threefold,
        orientation=edit.orientation,
        tags=tree.tags,
        result=tree.result,
        reason=tree.reason,
        nodes=_nodes_of(tree, edit, touches),
        aliases={},
        touches=touches,
    )


def _nodes_of(tree: RecordTree, edit: AddChapter, touches: list[StudyTouch]) -> dict[str, StudyNode]:
    root = StudyNode(id=ROOT, parent=None, marks=tree.marks, comments=_comments(edit, tree.comment), touches=touches)
    nodes = {ROOT: root}
    for index, move in enumerate(tree.nodes):
        id_ = f"{edit.chapter}-{index}"
        parent = ROOT if move.parent < 0 else f"{edit.chapter}-{move.parent}"
        nodes[id_] = StudyNode(
            id=id_,
            parent=parent,
            uhp=move.uhp,
            piece=move.piece,
            origin=move.origin,
            to=move.to,
            comments=_comments(edit, move.comment),
            glyph=move.glyph,
            clock=move.clock,
            spent=move.spent,
            marks=move.marks,
            touches=touches,
        )
        nodes[parent].children = [*nodes[parent].children, id_]
    return nodes


def _comments(edit: AddChapter, text: str) -> list[StudyComment]:
    return [StudyComment(id=edit.id, text=text)] if text else []


def _insert(chapters: list[StudyChapter], chapter: StudyChapter, before: str | None) -> None:
    index = next((index for index, other in enumerate(chapters) if other.id == before), len(chapters))
    chapters.insert(index, chapter)


def _add_move(chapter: StudyChapter, edit: AddMove, touch: StudyTouch) -> None:
    parent = find_node(chapter, edit.parent)
    if parent is None or find_node(chapter, edit.node) is not None:
        return
    _restore(chapter, parent)
    there = child_by(chapter, parent, edit)
    if there is not None:
        chapter.aliases[edit.node] = there.id
        _keep(chapter, there, touch)
        return
    node = StudyNode(
        id=edit.node,
        parent=parent.id,
        uhp=edit.uhp,
        piece=edit.piece,
        origin=edit.origin,
        to=edit.to,
    )
    chapter.nodes[node.id] = node
    parent.children = [*parent.children, node.id]
    _keep(chapter, node, touch)


def _set_comment(chapter: StudyChapter, node: StudyNode, edit: SetComment, touch: StudyTouch) -> None:
    if any(comment.id == edit.id for comment in node.comments):
        return
    replaced = [index for index, comment in enumerate(node.comments) if comment.id in edit.replaces]
    index = replaced[0] if replaced else len(node.comments)
    comments = [comment for comment in node.comments if comment.id not in edit.replaces]
    if edit.text:
        comments.insert(index, StudyComment(id=edit.id, text=edit.text))
        _keep(chapter, node, touch)
    node.comments = comments


def _order_move(chapter: StudyChapter, node: StudyNode, edit: OrderMove) -> None:
    if node.parent is None:
        return
    parent = chapter.nodes[node.parent]
    before = None if edit.before is None else find_node(chapter, edit.before)
    if before is node or (edit.before is not None and (before is None or before.parent != parent.id)):
        return
    others = [child for child in parent.children if child != node.id]
    index = len(others) if before is None else others.index(before.id)
    parent.children = [*others[:index], node.id, *others[index:]]


# deleting and restoring


def _add_touch(touches: list[StudyTouch], touch: StudyTouch) -> list[StudyTouch]:
    """Return the latest touch, and the latest one from any other browser tab."""
    return [touch, *[other for other in touches if other.client != touch.client][:1]]


def _is_unseen(touches: list[StudyTouch], seen: int, client: str) -> bool:
    """Return whether someone else has added something that the author of a deletion had not received."""
    return any(touch.client != client and touch.seq > seen for touch in touches)


def _keep(chapter: StudyChapter, node: StudyNode, touch: StudyTouch) -> None:
    """Note that something was added to a move, and restore it with the moves that lead to it."""
    node.touches = _add_touch(node.touches, touch)
    _restore(chapter, node)


def _restore(chapter: StudyChapter, node: StudyNode) -> None:
    while node.deleted is not None:
        node.deleted = None
        assert node.parent is not None, "the start of a chapter cannot be deleted"
        node = chapter.nodes[node.parent]


def _restore_moves(chapter: StudyChapter, edit: RestoreMoves, touch: StudyTouch) -> None:
    for node in [node for node in chapter.nodes.values() if node.deleted == edit.deletion]:
        _keep(chapter, node, touch)


def _delete_moves(chapter: StudyChapter, node: StudyNode, edit: DeleteMoves, touch: StudyTouch) -> None:
    if node.parent is None or node.deleted is not None:
        return
    found = [node]
    for one in found:
        found += [child for id_ in one.children if (child := chapter.nodes[id_]).deleted is None]
    spared = set[str]()
    for one in reversed(found):
        if one.id in spared or _is_unseen(one.touches, edit.seen, touch.client):
            spared |= {one.id, one.parent or ROOT}
        else:
            one.deleted = edit.id


def _delete_chapter(
    chapters: list[StudyChapter], chapter: StudyChapter, edit: DeleteChapter, touch: StudyTouch
) -> None:
    others = any(other.deleted is None for other in chapters if other is not chapter)
    if others and chapter.deleted is None and not _is_unseen(chapter.touches, edit.seen, touch.client):
        chapter.deleted = edit.id
