"""Open proposals of a game: draws, takebacks and rematches that one side has offered and the other may accept."""

from __future__ import annotations

from skep.pieces import Color
from skep.server.schemas.game import ProposalKind

__all__ = ["Proposals"]


class Proposals:
    """The proposals that wait for an answer, and those that were declined in this turn."""

    __slots__ = ("_declined", "_open")

    def __init__(self) -> None:
        self._open: dict[ProposalKind, Color] = {}
        self._declined: set[tuple[ProposalKind, Color]] = set()

    def proposer(self, what: ProposalKind) -> Color | None:
        """Return the side that has made a proposal, or None."""
        return self._open.get(what)

    def open(self) -> dict[ProposalKind, Color]:
        """Return the proposals that wait for an answer, with the sides that made them."""
        return self._open.copy()

    def was_declined(self, what: ProposalKind, by: Color) -> bool:
        """Return whether a side made this proposal in vain. It cannot repeat it until the next move."""
        return (what, by) in self._declined

    def add(self, what: ProposalKind, by: Color) -> None:
        """Note a proposal."""
        self._open[what] = by

    def decline(self, what: ProposalKind, by: Color | None) -> None:
        """Remove a proposal. The side that made it withdraws it; the other side declines it."""
        proposer = self._open.pop(what, None)
        if proposer is not None and proposer is not by:
            self._declined.add((what, proposer))

    def lapse(self, mover: Color) -> None:
        """Let a move decline the other side's proposals and withdraw the mover's own, except a draw offer."""
        if self._declined:
            self._declined.clear()
        if self._open:
            keeps_draw_offer = self._open.get("draw") is mover
            self._open.clear()
            if keeps_draw_offer:
                self._open["draw"] = mover

    def clear(self) -> None:
        """Forget all proposals, open and declined."""
        self._open.clear()
        self._declined.clear()

    def close(self) -> None:
        """Forget the open proposals."""
        self._open.clear()

    def copy(self) -> Proposals:
        """Return an independent copy."""
        proposals = Proposals()
        proposals._open.update(self._open)
        proposals._declined.update(self._declined)
        return proposals
