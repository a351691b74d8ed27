"""Digits drawn as paths, so that PNG and GIF images need no fonts.

An SVG leaves text to the viewer. A renderer without fonts would omit the numbers on the tiles.
"""

from __future__ import annotations

import re
from typing import Final

from skep.render.tiles import num

__all__ = ["draw_digits"]

_TEXT: Final = re.compile(r"<text ([^>]*)>([-\d,]+)</text>", re.ASCII)
_SIZE: Final = re.compile(r'font-size="([\d.]+)"', re.ASCII)
_PLACE: Final = re.compile(r'\b([xy])="(-?[\d.]+)"', re.ASCII)
_GROUP: Final = re.compile(r'<g [^>]*font-size="([\d.]+)"[^>]*>', re.ASCII)
_FILL: Final = re.compile(r"\bfill(-opacity)?=", re.ASCII)

# On a grid four wide and seven high; y grows downwards from the top of a digit.
_PATHS: Final = {
    "0": "M2 .3C.6 .3 .3 2 .3 3.5S.6 6.7 2 6.7 3.7 5 3.7 3.5 3.4 .3 2 .3",
    "1": "M.7 1.7L2.3 .3V6.7",
    "2": "M.4 2C.4 .9 1.1 .3 2 .3S3.6 .9 3.6 2C3.6 3.3 2.2 4.2 .4 6.7H3.7",
    "3": "M.5 1.3C.8 .7 1.3 .3 2 .3C3 .3 3.5 1 3.5 1.8S2.9 3.3 1.6 3.3C3 3.3 3.7 4 3.7 5S3 6.7 2 6.7"
    "C1.2 6.7 .6 6.2 .4 5.6",
    "4": "M2.9 6.7V.3L.3 4.8H3.8",
    "5": "M3.5 .3H.9L.6 3.3C1 2.9 1.5 2.7 2 2.7C3 2.7 3.7 3.5 3.7 4.7S3 6.7 2 6.7C1.2 6.7 .6 6.3 .4 5.6",
    "6": "M3.3 .5C1.5 .5 .3 2.3 .3 4.6C.3 5.9 1 6.7 2 6.7S3.7 5.9 3.7 4.7 3 2.7 2.1 2.7C1.2 2.7 .6 3.3 .4 4",
    "7": "M.3 .3H3.7C2.5 2.3 1.7 4.4 1.5 6.7",
    "8": "M2 3.3C1.1 3.3 .6 2.7 .6 1.8S1.1 .3 2 .3 3.4 .9 3.4 1.8 2.9 3.3 2 3.3C1 3.3 .3 4 .3 5S1 6.7 2 6.7"
    "S3.7 6 3.7 5 3 3.3 2 3.3",
    "9": "M3.6 3C3.4 3.7 2.8 4.3 1.9 4.3C1 4.3 .3 3.5 .3 2.3S1 .3 2 .3 3.7 1.1 3.7 2.4C3.7 4.7 2.5 6.5 .7 6.5",
    "-": "M.7 4H3.3",
    ",": "M1.3 6.2L.7 7.9",
}
_ADVANCE: Final = {",": 2.6}
_STEP: Final = 5.2
"""The distance from one digit to the next; a comma takes less."""
_HEIGHT: Final = 0.72
"""The height of a digit, as a fraction of the font size."""


def draw_digits(picture: str) -> str:
    """Return a picture with its numbers and coordinates as paths.

    >>> draw_digits('<text x="5" y="9" fill="#000" font-size="10">1</text>')[:41]
    '<g fill="none" stroke="#000" stroke-width'
    """
    size = 10.5
    parts, at = list[str](), 0
    for match in re.finditer(f"{_GROUP.pattern}|{_TEXT.pattern}", picture, re.ASCII):
        if match[1] is not None:
            size = float(match[1])
            continue
        parts += [picture[at : match.start()], _draw(match[2], match[3], size)]
        at = match.end()
    return "".join([*parts, picture[at:]])


def _draw(attributes: str, text: str, size: float) -> str:
    own = _SIZE.search(attributes)
    scale = (size if own is None else float(own[1])) * _HEIGHT / 7
    place = {name: float(value) for name, value in _PLACE.findall(attributes)}
    steps = [_ADVANCE.get(character, _STEP) for character in text]
    x = place.get("x", 0.0) - (sum(steps) - (_STEP - 4)) * scale / 2
    ink = _FILL.sub(lambda match: f"stroke{match[1] or ''}=", _SIZE.sub("", _PLACE.sub("", attributes)))
    paths = list[str]()
    for character, step in zip(text, steps, strict=True):
        paths.append(f'<path d="{_PATHS[character]}" transform="translate({x / scale:.2f})"/>')
        x += step * scale
    return (
        f'<g fill="none" {" ".join(ink.split())} stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate(0 {num(place.get("y", 0.0) - 7 * scale)}) scale({scale:.4f})">{"".join(paths)}</g>'
    )
