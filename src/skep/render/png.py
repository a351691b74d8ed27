"""Pictures made of pixels: an SVG as PNG, the same on every machine."""

from __future__ import annotations

import re
from typing import Final

from skep.errors import SkepError
from skep.render.figures import with_drawn_figures

__all__ = ["MOST_PIXELS", "render_png"]

MOST_PIXELS: Final = 6_000_000
"""Of one picture: some three seconds of work, in which no other thread of the program runs."""
_SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', re.ASCII)


def render_png(picture: str, *, scale: float = 1.0) -> bytes:
    """An SVG picture of :func:`skep.render.svg.render_svg` as PNG, at its own size times ``scale``.

    Raises SkepError when it would have more than :data:`MOST_PIXELS`.

    >>> from skep.position import Position
    >>> from skep.render.svg import render_svg
    >>> render_png(render_svg(Position.start(), size=200))[:4]
    b'\\x89PNG'
    """
    from resvg_py import svg_to_bytes

    found = _SIZE.match(picture)
    assert found is not None, "a picture says its size"
    width, height = (round(float(side) * scale) for side in found.groups())
    if not 0 < width * height <= MOST_PIXELS:
        raise SkepError(f"a picture of {width} by {height} pixels is too large: at most {MOST_PIXELS:,} pixels")
    return bytes(svg_to_bytes(svg_string=with_drawn_figures(picture), width=width, skip_system_fonts=True))
