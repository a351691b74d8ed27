"""Draw the icons of the installed app from the logo: ``python tools/app_icons.py`` writes them to ``web/public``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

__all__ = ["ICONS", "draw_icon"]

PUBLIC: Final = Path(__file__).resolve().parent.parent / "web" / "public"
ICONS: Final = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
}
"""Each icon with its size in pixels, and whether the system cuts it to a shape of its own."""
_FELT: Final = ("#5a947b", "#264d3e")


def draw_icon(size: int, *, fills: bool) -> bytes:
    """Return the logo on felt as PNG. If it ``fills`` its square, the logo stays inside the part that is never cut."""
    from resvg_py import svg_to_bytes

    logo = re.sub(r"</?svg[^>]*>", "", (PUBLIC / "favicon.svg").read_text(encoding="utf-8"))
    corner, share = (0, 0.5) if fills else (22, 0.66)
    place = (100 - 100 * share) / 2
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">'
        f'<defs><radialGradient id="felt" cx=".5" cy=".4" r=".75"><stop stop-color="{_FELT[0]}"/>'
        f'<stop offset="1" stop-color="{_FELT[1]}"/></radialGradient></defs>'
        f'<rect width="100" height="100" rx="{corner}" fill="url(#felt)"/>'
        f'<g transform="translate({place} {place}) scale({100 * share / 32})">{logo}</g></svg>'
    )
    return bytes(svg_to_bytes(svg_string=picture, width=size, skip_system_fonts=True))


if __name__ == "__main__":
    for name, (size, fills) in ICONS.items():
        (PUBLIC / name).write_bytes(draw_icon(size, fills=fills))
