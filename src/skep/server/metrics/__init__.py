"""Measurements of a running server: what the parts report, and how Prometheus reads it."""

from __future__ import annotations

from skep.server.metrics.metrics import NO_METRICS, Metrics

__all__ = ["NO_METRICS", "Metrics"]
