"""The data about players of API access, for the download and the deletion of an account."""

from __future__ import annotations

from typing import Final

from skep.server.accounts.personal_data import rows_of
from skep.server.store.api_tables import api_tokens, oauth_codes

__all__ = ["API_DATA"]

# codes first, so that a token for which one is being exchanged is deleted too
API_DATA: Final = (
    rows_of("api_access", oauth_codes.c.account, api_tokens.c.account, without=("token", "code", "challenge")),
)
