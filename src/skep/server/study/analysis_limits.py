"""Limits on analyses: one per guest, and a few per network."""

from __future__ import annotations

from typing import Final, Protocol

from skep.server.engines.fair_queue import Client

__all__ = ["AnalysisLimits"]

_MAX_PER_NETWORK: Final = 8


class _Analysis(Protocol):
    def supersede(self) -> None:
        """End the analysis, because its guest has started another."""


class AnalysisLimits:
    """The analyses that wait or run."""

    def __init__(self, per_network: int = _MAX_PER_NETWORK) -> None:
        self._per_network = per_network
        self._networks: dict[str, dict[str, _Analysis]] = {}

    def is_full(self, client: Client) -> bool:
        """Return whether the client's network has too many analyses for another one of this client."""
        of_network = self._networks.get(client.network, {})
        return client.guest not in of_network and len(of_network) >= self._per_network

    def start(self, client: Client, analysis: _Analysis) -> bool:
        """Count an analysis, which ends the guest's other one; return False if the network has too many."""
        if self.is_full(client):
            return False
        of_network = self._networks.setdefault(client.network, {})
        before = of_network.get(client.guest)
        of_network[client.guest] = analysis
        if before is not None:
            before.supersede()
        return True

    def end(self, client: Client, analysis: _Analysis) -> None:
        """Count an analysis that has ended, if it still counts."""
        of_network = self._networks.get(client.network, {})
        if of_network.get(client.guest) is analysis:
            del of_network[client.guest]
            if not of_network:
                del self._networks[client.network]
