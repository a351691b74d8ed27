"""How a response that does not end learns that the server stops."""

from __future__ import annotations

from typing import Final

__all__ = ["STOPPING"]

STOPPING: Final = "skep.stopping"
"""The ASGI extension: a future that is done once the server has begun to stop. Not every server has it."""
