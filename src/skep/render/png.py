"""SVG pictures as PNG, the same on every machine."""

from __future__ import annotations

import re
from typing import Final

from skep.errors import SkepError
from skep.render.digits import draw_digits

__all__ = ["MAX_PIXELS", "render_png"]

MAX_PIXELS: Final = 6_000_000
"""The largest picture: about three seconds of work, during which no other thread of the program runs."""
_SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', re.ASCII)


def render_png(picture: str, *, scale: float = 1.0) -> bytes:
    """Return a picture made by :func:`skep.render.svg.render_svg` as PNG, at its own size times ``scale``.

    Raises SkepError if it would have more than :data:`MAX_PIXELS`.

    >>> from skep.position import Position
    >>> from skep.render.svg import render_svg
    >>> render_png(render_svg(Position.start(), size=200))[:4]
    b'\\x89PNG'
    """
    from resvg_py import svg_to_bytes

    match = _SIZE.match(picture)
    assert match is not None, "the picture has no size"
    width, height = (round(float(side) * scale) for side in match.groups())
    if not 0 < width * height <= MAX_PIXELS:
        raise SkepError(f"a picture of {width} by {height} pixels is too large: at most {MAX_PIXELS:,} pixels")
    return bytes(svg_to_bytes(svg_string=draw_digits(picture), width=width, skip_system_fonts=True))
