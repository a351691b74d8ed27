"""The pieces in hand, drawn as small stacks on a tray, one per bug."""

from __future__ import annotations

from typing import Final

from skep.pieces import Bug, Color, Piece
from skep.position import Position
from skep.render.theme import Ground
from skep.render.tiles import RISE, num, tile, use
from skep.render.tilesets import TileSet

__all__ = ["TRAY_HEIGHT", "TRAY_WIDTH", "tray"]

_SCALE: Final = 0.5
_STEP: Final = 54.0
_LEAD: Final = 46.0
TRAY_HEIGHT: Final = 84.0
TRAY_WIDTH: Final = _LEAD + len(Bug) * _STEP + 14


def tray(prefix: str, ground: Ground, position: Position, color: Color, selected: Piece | None, tiles: TileSet) -> str:
    """Draw a player's hand, with a light for the player to move. The corner of the tray is the origin."""
    bed = (
        f'<rect width="{num(TRAY_WIDTH)}" height="{num(TRAY_HEIGHT)}" rx="20" fill="{ground.tray}" fill-opacity=".26"/>'
    )
    light = f'<circle cx="26" cy="{num(TRAY_HEIGHT / 2)}" r="6" '
    if position.turn is color:
        light += f'fill="{ground.ghost}"/>'
    else:
        light += f'fill="none" stroke="{ground.ink}" stroke-opacity=".35" stroke-width="1.5"/>'
    hand = position.hand(color)
    piles = [[piece for piece in hand if piece.bug is bug] for bug in Bug]
    filled = [pile for pile in piles if pile]
    drawings = (
        _pile(prefix, pile, _LEAD + (index + 0.5) * _STEP, selected, tiles) for index, pile in enumerate(filled)
    )
    return f"{bed}{light}{''.join(drawings)}"


def _pile(prefix: str, pile: list[Piece], x: float, selected: Piece | None, tiles: TileSet) -> str:
    """Draw the pieces of one bug, the next one to be placed on top."""
    parts = []
    for level, piece in enumerate(reversed(pile)):
        y = TRAY_HEIGHT / 2 + RISE * _SCALE * (len(pile) / 2 - level - 0.5)
        ring = use(f"{prefix}pick") if piece == selected else ""
        parts.append(
            f'<g class="skep-hand" transform="translate({num(x)} {num(y)}) scale({_SCALE})">'
            f"<title>{piece}</title>{tile(prefix, piece, tiles, numbered=False)}{ring}</g>"
        )
    return "".join(parts)
