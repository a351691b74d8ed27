"""The visitor: the guest behind a request, found by the browser's cookie."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import Depends, Request, Response

from skep.server.accounts.cookies import COOKIE, COOKIE_AGE, SECURE_COOKIE, CookieToken, read_token
from skep.server.accounts.guests import find_guest, get_or_create_guest
from skep.server.accounts.networks import GuestNetworks
from skep.server.accounts.quotas import GameQuota
from skep.server.accounts.secrets import Tokens
from skep.server.http.openapi import send_json
from skep.server.http.services import client_address, provided
from skep.server.store.records import Guest, Store

__all__ = ["CurrentVisitor", "Guests", "Visitor"]


class Guests:
    """Looks guests up and creates them, within limits per guest and address."""

    def __init__(self, store: Store, quota: GameQuota, tokens: Tokens, networks: GuestNetworks | None = None) -> None:
        self._networks = networks
        self._store = store
        self._quota = quota
        self.tokens = tokens

    async def find(self, found: CookieToken | None) -> Guest | None:
        """Return the guest with a cookie's token, or None."""
        return await find_guest(self._store, found)

    async def get_or_create(self, token: str, address: str) -> Guest:
        """Return the guest with a token, created if necessary, and charge the guest and the address for a write.

        Raises TooManyGames beyond their limits.
        """
        self._quota.charge(address=address)
        guest = await get_or_create_guest(self._store, token)
        self._quota.charge(guest=guest.id)
        if self._networks is not None:
            self._networks.note(guest.id, address)
        return guest


class Visitor:
    """A browser, with or without a cookie."""

    def __init__(self, request: Request, guests: Annotated[Guests, Depends(provided(Guests))]) -> None:
        self._request = request
        self._cookies = Response()
        """A response for its cookies alone."""
        self._guests = guests
        self._secure = request.url.scheme == "https"
        self._found = read_token(request.headers, secure=self._secure, tokens=guests.tokens)

    async def guest(self) -> Guest | None:
        """Return the guest, or None before the browser's first write."""
        return await self._guests.find(self._found)

    async def cookie(self) -> str:
        """Return the token of the browser's cookie; set a new cookie if it has none that this server issued."""
        found = self._found
        if found is None or not (found.signed or await self._guests.find(found)):
            token = self._guests.tokens.new()
            self._set_cookie(token)
            return token
        if self._secure and found.name != SECURE_COOKIE:
            self._set_cookie(found.token)
            self._cookies.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=True)
        return found.token

    async def acting_guest(self) -> Guest:
        """Return the guest for a request that writes; it is stored if this is its first one."""
        return await self._guests.get_or_create(await self.cookie(), client_address(self._request))

    def send(self, value: object, status: int = 200) -> Response:
        """Return a value as a JSON response that sets the browser's cookie, if it needs one."""
        response = send_json(value, status)
        for cookie in self._cookies.headers.getlist("set-cookie"):
            response.headers.append("set-cookie", cookie)
        return response

    def _set_cookie(self, token: str) -> None:
        name = SECURE_COOKIE if self._secure else COOKIE
        self._cookies.set_cookie(
            name, token, max_age=COOKIE_AGE, path="/", httponly=True, samesite="lax", secure=self._secure
        )


CurrentVisitor: TypeAlias = Annotated[Visitor, Depends(Visitor)]
