"""Checks of edits before they are stored: legal moves, existing moves and chapters, and limits."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from skep.errors import SkepError
from skep.notation.characters import replace_unsafe
from skep.server.accounts.texts import clean_text
from skep.server.schemas.records import MAX_NODES
from skep.server.schemas.refusals import Refusal
from skep.server.schemas.study import MAX_MOVES
from skep.server.schemas.study_edits import (
    MAX_CHAPTERS,
    AddChapter,
    AddMove,
    AnyStudyEdit,
    DeleteMoves,
    OrderMove,
    RenameChapter,
    RestoreMoves,
    SetComment,
    SetGlyph,
    SetMark,
    StudyChapter,
)
from skep.server.shared_studies.documents import ROOT, find_chapter, find_node
from skep.server.shared_studies.records import position_after
from skep.server.study.lines import InvalidPosition, Lines
from skep.server.study.trees import to_game, to_tree

__all__ = ["MAX_MOVES_PER_STUDY", "EditRefused", "check_edit", "clean_chapter_name", "texts_of"]

MAX_MOVES_PER_STUDY: Final = 20_000
"""Moves of all chapters of a study, including deleted ones."""
_MAX_NAME: Final = 100
_MAX_INLINE_NODES: Final = 60
"""Reading more moves takes longer than one or two milliseconds and runs on another thread."""

_NO_CHAPTER: Final = Refusal("not-possible", "This chapter does not exist.")
_NO_MOVE: Final = Refusal("not-possible", "This move does not exist in this chapter.")
_TAKEN: Final = Refusal("not-possible", "This id is in use.")
_NO_NAME: Final = Refusal("malformed", "A chapter needs a name.")
_NO_ROOT: Final = Refusal("not-possible", "The start of a chapter can be neither moved, rated nor deleted.")
_CHAPTERS_FULL: Final = Refusal(
    "not-possible", f"A study has at most {MAX_CHAPTERS} chapters. A copy of it has no deleted ones."
)
_MOVES_FULL: Final = Refusal(
    "not-possible",
    f"A chapter has at most {MAX_NODES} moves and a study {MAX_MOVES_PER_STUDY}. A copy has no deleted ones.",
)
_LINE_FULL: Final = Refusal("not-possible", f"A line has at most {MAX_MOVES} moves.")


class EditRefused(Exception):
    """An edit that is not stored."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal


def texts_of(edit: AnyStudyEdit) -> list[str]:
    """Return the texts that an edit shows to others."""
    match edit:
        case SetComment():
            return [edit.text]
        case RenameChapter():
            return [edit.name]
        case AddChapter():
            comments = [edit.tree.comment, *(node.comment for node in edit.tree.nodes)]
            return [edit.name, *edit.tree.tags.values(), *filter(None, comments)]
    return []


async def check_edit(chapters: list[StudyChapter], edit: AnyStudyEdit, lines: Lines, client: object) -> AnyStudyEdit:
    """Return an edit as it is stored. Raises EditRefused.

    ``lines`` caches the position of the last move of ``client``, so that the next move is checked quickly. Raises
    ExecutorFull if a long chapter or line would have to wait too long.
    """
    chapter = find_chapter(chapters, edit.chapter)
    if isinstance(edit, AddChapter):
        _check_room(chapters, chapter, edit)
        if len(edit.tree.nodes) > _MAX_INLINE_NODES:
            return await lines.executor.run(_read_chapter, edit)
        return _read_chapter(edit)
    if chapter is None:
        raise EditRefused(_NO_CHAPTER)
    match edit:
        case RenameChapter():
            return replace(edit, name=clean_chapter_name(edit.name))
        case AddMove():
            return await _check_move(chapters, chapter, edit, lines, client)
        case SetComment():
            _check_node(chapter, edit)
            return replace(edit, text=replace_unsafe(edit.text))
        case DeleteMoves() | OrderMove() | SetGlyph() | SetMark():
            _check_node(chapter, edit)
        case RestoreMoves():
            pass
    return edit


def clean_chapter_name(name: str) -> str:
    """Return the name of a chapter or a study on one line. Raises EditRefused if nothing is left."""
    cleaned = clean_text(name, _MAX_NAME)
    if not cleaned:
        raise EditRefused(_NO_NAME)
    return cleaned


def _check_room(chapters: list[StudyChapter], there: StudyChapter | None, edit: AddChapter) -> None:
    if there is not None:
        raise EditRefused(_TAKEN)
    if len(chapters) >= MAX_CHAPTERS:
        raise EditRefused(_CHAPTERS_FULL)
    if _count_moves(chapters) + len(edit.tree.nodes) > MAX_MOVES_PER_STUDY:
        raise EditRefused(_MOVES_FULL)


def _read_chapter(edit: AddChapter) -> AddChapter:
    """Return a new chapter as it is stored, with every move checked."""
    name = clean_chapter_name(edit.name)
    try:
        tree, _remarks = to_tree(to_game(edit.tree))
    except SkepError as error:
        raise EditRefused(Refusal("malformed", str(error)[:300])) from error
    return replace(edit, name=name, tree=tree)


def _count_moves(chapters: list[StudyChapter]) -> int:
    return sum(len(chapter.nodes) - 1 for chapter in chapters)


def _check_node(chapter: StudyChapter, edit: DeleteMoves | OrderMove | SetComment | SetGlyph | SetMark) -> None:
    node = find_node(chapter, edit.node)
    if node is None:
        raise EditRefused(_NO_MOVE)
    if node.id == ROOT and isinstance(edit, DeleteMoves | OrderMove | SetGlyph):
        raise EditRefused(_NO_ROOT)


async def _check_move(
    chapters: list[StudyChapter], chapter: StudyChapter, edit: AddMove, lines: Lines, client: object
) -> AddMove:
    parent = find_node(chapter, edit.parent)
    if parent is None:
        raise EditRefused(_NO_MOVE)
    if find_node(chapter, edit.node) is not None:
        raise EditRefused(_TAKEN)
    if len(chapter.nodes) > MAX_NODES or _count_moves(chapters) >= MAX_MOVES_PER_STUDY:
        raise EditRefused(_MOVES_FULL)
    position = position_after(chapter, parent)
    if len(position.moves) >= MAX_MOVES:
        raise EditRefused(_LINE_FULL)
    try:
        line = await lines.follow(client, replace(position, moves=[*position.moves, edit.uhp]))
    except InvalidPosition as error:
        raise EditRefused(error.refusal) from error
    move = line.moves[-1]
    return replace(edit, uhp=move.uhp, piece=move.piece, origin=move.origin, to=move.to)
