"""Previews of links: what a game, a study, a puzzle or an invitation says about itself to whoever has its link.

The secret of an invitation is never part of a request for a page, so its preview is the same for all. Whoever has the
link of a private game may watch it, and a preview says no more.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from typing import Final

import msgspec

from skep.archive import ArchiveUnavailable
from skep.errors import SkepError
from skep.i18n import Catalog, Language, catalog, side_name
from skep.learn.puzzles import find_puzzle
from skep.notation.position import parse_position
from skep.server.engines.executor import ExecutorFull
from skep.server.http.preview_tags import LinkPreview
from skep.server.store.records import SeatRow, Store, StoredGame, StoreOverloaded, StoreUnavailable
from skep.server.study.services import StudyServices

__all__ = ["SITE_PICTURE", "LinkPreviews"]

SITE_PICTURE: Final = "/api/previews/hive.png"
_PATH: Final = re.compile(r"/(game|study|puzzles)/([A-Za-z0-9]{1,16})")
_NO_EVENTS: Final = 2**31 - 1
"""A sequence number after which there are no events."""
_TIMEOUT: Final = 2.0
"""Seconds after which a page is sent without its own preview."""
_MAX_STUDIES: Final = 500


class _Names(msgspec.Struct, frozen=True):
    white: str = msgspec.field(name="White", default="")
    black: str = msgspec.field(name="Black", default="")


class _StudyHead(msgspec.Struct):
    """The part of a shared study that its preview needs, and nothing else: many are kept."""

    tags: _Names = _Names()


_study_decoder: Final = msgspec.json.Decoder(_StudyHead)


class LinkPreviews:
    """Finds the previews of links."""

    def __init__(self, store: Store, study: StudyServices) -> None:
        self._store = store
        self._study_services = study
        self._studies: OrderedDict[str, _StudyHead] = OrderedDict()
        """The heads of the latest studies, which never change."""

    async def find(self, path: str, language: Language) -> LinkPreview:
        """Return the preview of a page. A page must not fail because of it, so errors lead to that of the site."""
        texts = catalog("previews", language)
        try:
            async with asyncio.timeout(_TIMEOUT):
                found = await self._find(path, texts, language)
        except (TimeoutError, SkepError, ArchiveUnavailable, StoreUnavailable, StoreOverloaded, ExecutorFull):
            found = None
        return found or _preview(texts, language, "site", SITE_PICTURE)

    async def _find(self, path: str, texts: Catalog, language: Language) -> LinkPreview | None:
        if path.rstrip("/") == "/join":
            return _preview(texts, language, "invitation", SITE_PICTURE)
        match = _PATH.fullmatch(path)
        if match is None:
            return None
        kind, id_ = match.groups()
        if kind == "game":
            stored = await self._store.load(id_, after=_NO_EVENTS)
            return None if stored is None else _of_game(stored, texts, language)
        if kind == "study":
            head = await self._study(id_)
            return None if head is None else _of_study(id_, head, texts, language)
        return _of_puzzle(id_, texts, language)

    async def _study(self, id_: str) -> _StudyHead | None:
        head = self._studies.get(id_)
        if head is None:
            services = self._study_services
            text = await services.quick.run(services.archive.study, id_)
            if text is None:
                return None
            head = self._studies[id_] = await services.quick.run(_study_decoder.decode, text)
            if len(self._studies) > _MAX_STUDIES:
                self._studies.popitem(last=False)
        return head


def _preview(texts: Catalog, language: Language, subject: str, picture: str) -> LinkPreview:
    return LinkPreview(texts[f"{subject}.title"], texts[f"{subject}.description"], picture, language.value)


def _of_game(game: StoredGame, texts: Catalog, language: Language) -> LinkPreview:
    row, status = game.row, game.status
    same_screen = row.seats[0].guest is not None and row.seats[0].guest == row.seats[1].guest
    white, black = (_player(seat, texts, language, anonymous=same_screen) for seat in row.seats)
    if status.ended:
        description = texts["game.ended" if status.ply >= 2 else "game.aborted"]
    elif any(seat.guest is None and seat.level is None for seat in row.seats):
        description = texts["game.waiting"]
    else:
        description = texts.format("game.running", turn=status.ply // 2 + 1)
    title = texts.format("game.title", white=white, black=black)
    # the number of turns makes sites fetch the picture again after a move
    return LinkPreview(title, description, f"/api/previews/game/{row.id}.png?turns={status.ply}", language.value)


def _player(seat: SeatRow, texts: Catalog, language: Language, *, anonymous: bool) -> str:
    if seat.level is not None:
        return texts.format("game.computer", level=seat.level)
    if seat.guest is None:
        return texts["game.open"]
    return (None if anonymous else seat.name) or side_name(seat.side, language)


def _of_study(id_: str, head: _StudyHead, texts: Catalog, language: Language) -> LinkPreview:
    white, black = (name.strip("? ") for name in (head.tags.white, head.tags.black))
    title = texts.format("study.players", white=white, black=black) if white and black else texts["study.title"]
    return LinkPreview(title, texts["study.description"], f"/api/previews/study/{id_}.png", language.value)


def _of_puzzle(id_: str, texts: Catalog, language: Language) -> LinkPreview:
    puzzle = find_puzzle(id_)
    side = side_name(parse_position(puzzle.position).turn, language)
    title = texts.format("puzzle.title", side=side)
    return LinkPreview(title, texts[f"puzzle.{puzzle.kind}"], f"/api/previews/puzzle/{puzzle.id}.png", language.value)
