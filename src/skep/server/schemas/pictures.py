"""Pictures of positions and games in the REST API."""

from __future__ import annotations

from typing import Literal, TypeAlias

from skep.server.schemas.records import Marks
from skep.server.schemas.study import StudyPosition

__all__ = ["PictureForm", "PictureRequest"]

PictureForm: TypeAlias = Literal["svg", "png", "gif", "txt", "card"]


class PictureRequest(StudyPosition, frozen=True, kw_only=True):
    """A picture of a position or of a whole game."""

    form: PictureForm = "svg"
    """A GIF shows the game move by move; the other forms show its last position.

    A card is a PNG of 1200 by 630 pixels, for the preview of a link.
    """
    marks: Marks = []
    theme: Literal["light", "dark"] = "light"
