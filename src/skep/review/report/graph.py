"""The graph of winning chances and the chart of thinking times, as inline SVG stretched to the width of the page.

Dots are zero-length lines with round caps and a stroke width that does not scale, so that they stay round when the
graph is stretched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skep.review.report.text import BAD
from skep.review.reviews import Review

__all__ = ["clock_bars", "evaluation_graph"]

_WIDTH: Final = 1000
_HEIGHT: Final = 100
_MAX_BAR: Final = 20
"""The height of the longest bar, above and below the line."""


def _x(index: int, moves: int) -> str:
    return f"{_WIDTH * index / max(moves, 1):.1f}"


def _y(white_wins: float) -> str:
    return f"{_HEIGHT * (1 - white_wins):.1f}"


def evaluation_graph(review: Review, label: str) -> str:
    """Return the graph of White's winning chances. White's share of the area is light, Black's is dark."""
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
    """Yield a dot for each bad move, the worst last, so that no other dot covers it."""
    count = len(review.moves)
    for index, move in sorted(enumerate(review.moves, 1), key=lambda item: item[1].lost):
        if move.judgement in BAD:
            yield f'<path class="dot is-{move.judgement}" d="M{_x(index, count)} {_y(move.white_wins)}h0"/>'


def clock_bars(review: Review, label: str) -> str:
    """Return a chart of thinking times, White's above the line and Black's below, or an empty string if unknown."""
    longest = max((move.spent or 0.0 for move in review.moves), default=0.0)
    if not longest:
        return ""
    count = len(review.moves)
    bars = list[str]()
    for index, move in enumerate(review.moves, 1):
        if not move.spent:
            continue
        # The square root keeps short times visible next to a very long one.
        height = max(0.6, _MAX_BAR * (move.spent / longest) ** 0.5)
        top = _MAX_BAR - height if move.ply % 2 == 0 else _MAX_BAR
        width = 0.62 * _WIDTH / count
        left = _WIDTH * index / count - width / 2
        bars.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/>')
    return (
        f'<svg class="clock" viewBox="0 0 {_WIDTH} {2 * _MAX_BAR}" preserveAspectRatio="none" role="img" '
        f'aria-label="{label}">{"".join(bars)}<path d="M0 {_MAX_BAR}H{_WIDTH}"/></svg>'
    )
