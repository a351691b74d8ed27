"""The evaluation graph and the use of the clock, as inline SVG that is stretched to the width of the page.

Dots are lines of no length with round ends, whose width does not scale: they stay round however the graph is
stretched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skep.pieces import Color
from skep.review.report.telling import BAD
from skep.review.reviews import Review

__all__ = ["clock_bars", "evaluation_graph"]

_WIDTH: Final = 1000
_HEIGHT: Final = 100
_BAR: Final = 20
"""The height of the longest bar, above and below the line."""


def _x(index: int, moves: int) -> str:
    return f"{_WIDTH * index / max(moves, 1):.1f}"


def _y(white_wins: float) -> str:
    return f"{_HEIGHT * (1 - white_wins):.1f}"


def evaluation_graph(review: Review, label: str) -> str:
    """White's chance to win after each move: White's share of the picture is bright, Black's is dark."""
    count = len(review.moves)
    points = [f"{_x(0, count)} {_y(review.white_wins)}"]
    points += [f"{_x(index, count)} {_y(move.white_wins)}" for index, move in enumerate(review.moves, 1)]
    if count == 0:
        points.append(f"{_WIDTH} {_y(review.white_wins)}")
    line = "L".join(points)
    return (
        f'<svg class="graph" id="graph" viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{label}"><rect class="black-share" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<path class="white-share" d="M0 {_HEIGHT}L{line}L{_WIDTH} {_HEIGHT}z"/>'
        f'<path class="even" d="M0 {_HEIGHT // 2}H{_WIDTH}"/><path class="curve" d="M{line}"/>'
        f'{"".join(_dots(review))}<path id="cursor" class="cursor" d="M0 0V{_HEIGHT}"/></svg>'
    )


def _dots(review: Review) -> Iterator[str]:
    """A dot for each move that gave something away; the light ones first, so that none hides a heavy one."""
    count = len(review.moves)
    for index, move in sorted(enumerate(review.moves, 1), key=lambda item: item[1].lost):
        if move.judgement in BAD:
            yield f'<path class="dot is-{move.judgement}" d="M{_x(index, count)} {_y(move.white_wins)}h0"/>'


def clock_bars(review: Review, label: str) -> str:
    """How long each move took: White's bars stand on the line, Black's hang from it; empty if nothing is known."""
    longest = max((move.spent or 0.0 for move in review.moves), default=0.0)
    if not longest:
        return ""
    count = len(review.moves)
    bars = list[str]()
    for index, move in enumerate(review.moves, 1):
        if not move.spent:
            continue
        # by the square root: one long think would else press all others flat
        height = max(0.6, _BAR * (move.spent / longest) ** 0.5)
        top = _BAR - height if move.ply % 2 == Color.WHITE else _BAR
        width = 0.62 * _WIDTH / count
        left = _WIDTH * index / count - width / 2
        bars.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/>')
    return (
        f'<svg class="clock" viewBox="0 0 {_WIDTH} {2 * _BAR}" preserveAspectRatio="none" role="img" '
        f'aria-label="{label}">{"".join(bars)}<path d="M0 {_BAR}H{_WIDTH}"/></svg>'
    )
