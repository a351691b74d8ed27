"""The visitor: the guest behind a request, found by the browser's cookie."""

from __future__ import annotations

import time
from typing import Annotated, TypeAlias

from fastapi import Depends, HTTPException, Request, Response

from skep.server.accounts.guests import COOKIE, COOKIE_AGE, find_guest, get_or_create_guest
from skep.server.accounts.secrets import is_token, new_token
from skep.server.http.limits import AddressLimits
from skep.server.http.services import client_address, provided
from skep.server.store.records import Guest, Store

__all__ = ["CurrentVisitor", "Guests", "Visitor"]


class Guests:
    """Looks guests up and creates them, within limits per address."""

    def __init__(self, store: Store, limits: AddressLimits | None) -> None:
        """Without ``limits`` nothing is limited, as on a server for one person."""
        self._store = store
        self._limits = limits

    async def find(self, token: str | None) -> Guest | None:
        """Return the guest with a cookie's token, or None."""
        return await find_guest(self._store, token)

    async def get_or_create(self, token: str, address: str) -> Guest:
        """Return the guest with a token, created if necessary. Raises HTTPException beyond the address's limit."""
        if self._limits is not None and not self._limits.take(address, now=time.monotonic()):
            raise HTTPException(429, "Too many games and names from this address. Try again in a few minutes.")
        return await get_or_create_guest(self._store, token)


class Visitor:
    """A browser, with or without a cookie."""

    def __init__(
        self, request: Request, response: Response, guests: Annotated[Guests, Depends(provided(Guests))]
    ) -> None:
        self._request = request
        self._response = response
        self._guests = guests

    async def guest(self) -> Guest | None:
        """Return the guest, or None before the browser's first write."""
        return await self._guests.find(self._token())

    def cookie(self) -> str:
        """Return the token of the browser's cookie, and set a new cookie if it has none."""
        token = self._token()
        if token is None:
            token = new_token()
            self._response.set_cookie(
                COOKIE,
                token,
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="lax",
                secure=self._request.url.scheme == "https",
            )
        return token

    async def acting_guest(self) -> Guest:
        """Return the guest for a request that writes; it is stored if this is its first one."""
        return await self._guests.get_or_create(self.cookie(), client_address(self._request))

    def _token(self) -> str | None:
        token = self._request.cookies.get(COOKIE)
        return token if token is not None and is_token(token) else None


CurrentVisitor: TypeAlias = Annotated[Visitor, Depends(Visitor)]
