"""Games as animated GIFs: one frame per move, all with the same view of the table.

Every kind of tile is drawn once, as a sprite, and each frame is composed of sprites. For games of sixty moves this
takes at most a fifteenth of the time of sixty complete pictures. Sprites are placed on whole pixels, so that all rows
look the same.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from skep.errors import SkepError
from skep.hexes import Hex
from skep.pieces import Piece
from skep.position import Position
from skep.render.digits import draw_digits
from skep.render.frames import Frame
from skep.render.marks import mark_defs
from skep.render.theme import Ground, Theme
from skep.render.tiles import FACE, PITCH, RISE, hexagon, num, tile, tile_defs, use
from skep.render.tilesets import TileSet

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["MAX_FRAMES", "MAX_SIZE", "render_gif"]

MAX_FRAMES: Final = 600
"""The largest number of frames in an animation."""
MAX_SIZE: Final = 1200
"""The largest size of the longer side, in pixels."""
_MIN_SIZE: Final = 120
_MARGIN: Final = 0.9
"""The margin around all frames, as a fraction of a tile."""
_HALF_PITCHES: Final = range(26, 3, -1)
"""Half the distance between neighbouring tiles, in pixels, largest first."""
_TILE_COLORS: Final = 191
_GROUND_STEPS: Final = 32
"""Of the 256 colours of a GIF, 191 are for tiles and twice 32 for the table, in light and in shadow."""
_CHIP: Final = 0.36
"""The scale of the small tiles that show the covered pieces of a stack."""


def render_gif(
    frames: Sequence[Frame],
    *,
    size: int = 560,
    seconds: float = 0.9,
    theme: Theme = Theme.FELT,
    tiles: TileSet = TileSet.CLASSIC,
) -> bytes:
    """Return the frames as an animated GIF that loops.

    ``size`` is the maximum length of the longer side in pixels. Each frame is shown for ``seconds``, the first one
    longer and the last one longest.

    Raises SkepError for more than :data:`MAX_FRAMES` frames or :data:`MAX_SIZE` pixels.
    """
    if not frames:
        raise SkepError("an animation needs at least one position")
    if len(frames) > MAX_FRAMES:
        raise SkepError(f"an animation can have at most {MAX_FRAMES} positions, not {len(frames)}")
    if not _MIN_SIZE <= size <= MAX_SIZE:
        raise SkepError(f"the size of an animation must be {_MIN_SIZE} to {MAX_SIZE} pixels, not {size}")
    if not 0.05 <= seconds <= 60:
        raise SkepError(f"the time per frame must be 0.05 to 60 seconds, not {seconds}")
    view = _View.of(frames, size)
    sprites = _Sprites(view, frames, theme.value, tiles)
    palette = sprites.palette()
    return _encode(map(sprites.draw, frames), palette, _durations(len(frames), seconds))


def _durations(count: int, seconds: float) -> list[int]:
    """Return the milliseconds for each frame, in the multiples of ten that GIFs support."""
    usual = round(seconds * 100) * 10
    times = [usual] * count
    times[0] = round(usual * 1.5)
    times[-1] = usual * 4
    return times


def _encode(images: Iterator[Image.Image], palette: Image.Image, durations: list[int]) -> bytes:
    from PIL import Image

    frames = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images)
    first = next(frames)
    file = io.BytesIO()
    # Optimising would give each frame its own palette.
    first.save(file, "GIF", save_all=True, append_images=frames, duration=durations, loop=0, disposal=1, optimize=False)
    return file.getvalue()


@dataclass(frozen=True, slots=True)
class _View:
    """The visible part of the table, in whole pixels."""

    half: int
    """Half the distance between neighbouring tiles in a row, in pixels."""
    left: int
    top: int
    width: int
    height: int

    @classmethod
    def of(cls, frames: Sequence[Frame], size: int) -> _View:
        """Return the largest view of all frames that the size allows; small hives are not enlarged."""
        hexes = {hex_ for frame in frames for hex_ in frame.position.stacks} or {Hex(0, 0)}
        tallest = max((len(stack) for frame in frames for stack in frame.position.stacks.values()), default=1)
        for half in _HALF_PITCHES:
            view = cls._at(half, hexes, tallest)
            if max(view.width, view.height) <= size:
                return view
        raise SkepError(f"the hive moves too far for an animation of {size} pixels: {len(hexes)} hexes")

    @classmethod
    def _at(cls, half: int, hexes: set[Hex], tallest: int) -> _View:
        across = [half * (2 * hex_.q + hex_.r) for hex_ in hexes]
        down = [_row(half) * hex_.r for hex_ in hexes]
        room = round(half * (1 + _MARGIN))
        left, top = min(across) - room, min(down) - room - _rise(half) * (tallest - 1)
        return cls(half, left, top, max(across) + room - left, max(down) + room + 2 * _rise(half) - top)

    def place(self, hex_: Hex, level: int = 0) -> tuple[int, int]:
        """Return the pixel at the centre of a tile's face."""
        x = self.half * (2 * hex_.q + hex_.r) - self.left
        return x, _row(self.half) * hex_.r - _rise(self.half) * level - self.top


def _scale(half: int) -> float:
    return 2 * half / PITCH


def _row(half: int) -> int:
    return round(75 * _scale(half))


def _rise(half: int) -> int:
    return round(RISE * _scale(half))


class _Sprites:
    """The sprites of an animation, each drawn once, and the composition of frames from them."""

    def __init__(self, view: _View, frames: Sequence[Frame], ground: Ground, tiles: TileSet) -> None:
        self._view = view
        self._ground = ground
        pieces = sorted({piece for frame in frames for piece in frame.position.in_play()})
        drawings = {"ring": use("ring"), "trace": use("trace")}
        for piece in pieces:
            drawings[str(piece)] = tile("", piece, tiles)
            drawings[f"under {piece}"] = use(piece.color.letter)
            drawings[f"chip {piece}"] = f'<g transform="scale({_CHIP})">{tile("", piece, tiles, numbered=False)}</g>'
        self._sprites = self._sheet(drawings, tile_defs("", pieces, tiles, ground) + mark_defs("", ground))
        self._table = self._empty_table()
        shape = f'<path d="{hexagon(FACE)}"/>'
        self._shape = self._sheet({"shape": shape}, "")["shape"].getchannel("A")

    def _sheet(self, drawings: dict[str, str], defs: str) -> dict[str, Image.Image]:
        """Render drawings side by side in one picture and cut them out of it."""
        scale = _scale(self._view.half)
        cell = 2 * (round(62 * scale) + 1)
        parts = [
            f'<g transform="translate({cell * index + cell // 2} {cell // 2}) scale({scale:.5f})">{drawing}</g>'
            for index, drawing in enumerate(drawings.values())
        ]
        font = 'font-size="10.5" font-weight="600"'
        sheet = _rasterize(cell * len(parts), cell, f"<defs>{defs}</defs><g {font}>{''.join(parts)}</g>")
        cut = (sheet.crop((cell * index, 0, cell * (index + 1), cell)) for index in range(len(parts)))
        return dict(zip(drawings, cut, strict=True))

    def _empty_table(self) -> Image.Image:
        centre, rim = self._ground.centre, self._ground.rim
        body = (
            f'<defs><radialGradient id="ground" cx=".5" cy=".42" r=".8"><stop stop-color="{centre}"/>'
            f'<stop offset="1" stop-color="{rim}"/></radialGradient></defs>'
            f'<rect width="{self._view.width}" height="{self._view.height}" fill="url(#ground)"/>'
        )
        return _rasterize(self._view.width, self._view.height, body).convert("RGB")

    def draw(self, frame: Frame) -> Image.Image:
        """Draw one frame."""
        position, last = frame.position, frame.last_move
        image = self._draw_shadow(position)
        if last is not None and last[0] is not None and not position.height(last[0]):
            self._put(image, "trace", last[0])
        for hex_ in sorted(position.stacks, key=lambda hex_: (hex_.r, hex_.q)):
            stack = position.stack(hex_)
            for level, piece in enumerate(stack[:-1]):
                self._put(image, f"under {piece}", hex_, level)
            self._put(image, str(stack[-1]), hex_, len(stack) - 1)
            if last is not None and last[1] == hex_:
                self._put(image, "ring", hex_, len(stack) - 1)
        for hex_ in sorted(position.stacks, key=lambda hex_: (hex_.r, hex_.q)):
            self._put_chips(image, hex_, position.stack(hex_))
        return image

    def palette(self) -> Image.Image:
        """Return one palette for all frames, with the colours of all tiles and of the ground in light and shadow."""
        from PIL import Image

        tiles = [sprite for name, sprite in self._sprites.items() if not name.startswith("under")]
        side = tiles[0].height
        swatch = Image.new("RGB", (side * len(tiles), side), self._ground.centre)
        for index, sprite in enumerate(tiles):
            swatch.paste(sprite, (side * index, 0), sprite)
        colors = swatch.quantize(_TILE_COLORS, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
        palette = Image.new("P", (1, 1))
        palette.putpalette([*colors[: 3 * _TILE_COLORS], *self._ground_colors()])
        return palette

    def _ground_colors(self) -> Iterator[int]:
        """Yield the colour values from the centre of the table to its rim, and from there to the darkest shadow."""
        from PIL import ImageColor

        centre, rim = ImageColor.getrgb(self._ground.centre)[:3], ImageColor.getrgb(self._ground.rim)[:3]
        dark = tuple(round(part * (1 - self._ground.shadow)) for part in rim)
        for one, other in ((centre, rim), (rim, dark)):
            for step in range(_GROUND_STEPS):
                share = step / _GROUND_STEPS
                yield from (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))

    def _put(self, image: Image.Image, name: str, hex_: Hex, level: int = 0, shift: tuple[int, int] = (0, 0)) -> None:
        sprite = self._sprites[name]
        x, y = self._view.place(hex_, level)
        image.paste(sprite, (x - sprite.width // 2 + shift[0], y - sprite.height // 2 + shift[1]), sprite)

    def _put_chips(self, image: Image.Image, hex_: Hex, stack: tuple[Piece, ...]) -> None:
        """Draw the covered pieces of a stack, bottom piece lowest."""
        scale = _scale(self._view.half)
        for index, piece in enumerate(stack[:-1]):
            shift = round(37 * scale), round((20 + 27 * (len(stack) - 2 - index)) * scale)
            self._put(image, f"chip {piece}", hex_, len(stack) - 1, shift)

    def _draw_shadow(self, position: Position) -> Image.Image:
        """Return the table with the soft shadow of the hive; higher stacks cast a longer one."""
        from PIL import Image, ImageFilter

        scale = _scale(self._view.half)
        shadow = Image.new("L", self._table.size)
        for hex_ in position.stacks:
            x, y = self._view.place(hex_)
            reach = 4.0 * position.height(hex_) * scale
            at = (
                round(x - self._shape.width / 2 + reach),
                round(y - self._shape.height / 2 + RISE * scale + 1.5 * reach),
            )
            shadow.paste(round(255 * self._ground.shadow), at, self._shape)
        shadow = shadow.filter(ImageFilter.GaussianBlur(7 * scale))
        image = self._table.copy()
        image.paste((0, 0, 0), mask=shadow)
        return image


def _rasterize(width: int, height: int, body: str) -> Image.Image:
    """Render an SVG of the given size as an image."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}" height="{num(height)}" '
        f'viewBox="0 0 {num(width)} {num(height)}">{body}</svg>'
    )
    png = bytes(svg_to_bytes(svg_string=draw_digits(picture), skip_system_fonts=True))
    return Image.open(io.BytesIO(png)).convert("RGBA")
