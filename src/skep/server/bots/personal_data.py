"""The data about players of the bot API, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from skep.server.accounts.personal_data import rows_of
from skep.server.store.bot_tables import event_streams

__all__ = ["BOT_DATA"]

BOT_DATA: Final = (rows_of("event_streams", event_streams.c.account),)
"""When programs followed the events of an account."""
