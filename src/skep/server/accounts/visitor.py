"""The visitor: the player behind a request, found by the browser's cookies."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Final, TypeAlias

from fastapi import Depends, Request, Response

from skep.server.accounts.account_sessions import ABSOLUTE_SECONDS
from skep.server.accounts.cookies import (
    COOKIE,
    COOKIE_AGE,
    SECURE_COOKIE,
    CookieToken,
    Credentials,
    read_credentials,
    session_cookie,
)
from skep.server.accounts.credentials import Device
from skep.server.accounts.devices import device_name
from skep.server.accounts.guests import find_guest, find_player, get_or_create_guest
from skep.server.accounts.networks import GuestNetworks
from skep.server.accounts.quotas import GameQuota
from skep.server.accounts.secrets import Tokens, hash_secret
from skep.server.http.limits import RateLimit
from skep.server.http.openapi import send_json
from skep.server.http.origins import SAFE_METHODS, bearer_of
from skep.server.http.problem_error import ProblemError
from skep.server.http.services import client_address, provide
from skep.server.schemas.lobby import Me
from skep.server.store.records import Guest, Store

__all__ = ["CurrentVisitor", "Guests", "Visitor", "me_of"]

_EXPORT_COST: Final = 20.0
"""The cost of a download of everything that is stored about a player, in changes."""


def me_of(player: Guest | None) -> Me:
    """Return what the page needs to know about its player."""
    return Me(name="") if player is None else Me(name=player.name, registered=player.registered, role=player.role)


class Guests:
    """Looks guests up and creates them, within limits per guest and address."""

    def __init__(
        self,
        store: Store,
        quota: GameQuota,
        tokens: Tokens,
        networks: GuestNetworks | None = None,
        *,
        changes: RateLimit | None = None,
        on_use: Callable[[str], None] | None = None,
    ) -> None:
        """``changes`` limits what players change besides games; None for no limit.

        ``on_use`` is called with the session of each request from a player who is signed in.
        """
        self._changes = changes
        self._on_use = on_use
        self._networks = networks
        self._store = store
        self._quota = quota
        self.tokens = tokens

    async def find(self, found: CookieToken | None) -> Guest | None:
        """Return the guest with a cookie's token, or None."""
        return await find_guest(self._store, found)

    async def find_player(self, credentials: Credentials) -> Guest | None:
        """Return the player who is signed in, otherwise the guest, or None."""
        player = await find_player(self._store, credentials)
        if player is not None and player.session is not None and self._on_use is not None:
            self._on_use(player.session)
        return player

    def charge(self, player: Guest, address: str) -> Guest:
        """Charge a player who is signed in for a write, and return the player. Raises TooManyGames."""
        self._quota.charge(address=address, guest=player.id)
        if self._networks is not None:
            self._networks.note(player.id, address)
        return player

    def charge_change(self, player: Guest, address: str, cost: float = 1.0) -> None:
        """Charge a player for a request that changes something. Raises ProblemError."""
        if self._changes is None:
            return
        exceeded = self._changes.take(cost, address=address, guest=player.id, now=time.monotonic())
        if exceeded is not None:
            message = f"Too many changes. {exceeded.advice}"
            raise ProblemError(429, "too-fast", message, headers={"Retry-After": exceeded.retry_after})

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

    async def acting(self, credentials: Credentials, address: str) -> Guest | None:
        """Return the player for a write on a socket, or None if the browser has no cookie that this server issued.

        Raises TooManyGames beyond the limits of the player and the address.
        """
        player = await self.find_player(credentials)
        if player is not None:
            return self.charge(player, address)
        if credentials.guest is None or not credentials.guest.signed:
            return None
        return await self.get_or_create(credentials.guest.token, address)


class Visitor:
    """A browser, with or without a cookie."""

    def __init__(self, request: Request, guests: Annotated[Guests, Depends(provide(Guests))]) -> None:
        self._request = request
        self._cookies = Response()
        """A response for its cookies alone."""
        self._guests = guests
        self._secure = request.url.scheme == "https"
        self._credentials = read_credentials(request.headers, secure=self._secure, tokens=guests.tokens)
        self._player: Guest | None = None
        self._is_charged = False

    async def guest(self) -> Guest | None:
        """Return the player of the token or of the session, otherwise the guest, or None before the first write."""
        if self._player is None:
            self._player = await self._guests.find_player(self._credentials)
        return self._player

    def act_as(self, player: Guest) -> None:
        """Make a player whom a token has identified the visitor."""
        self._player = player

    async def former_guest(self) -> Guest | None:
        """Return the guest as whom the browser is known when no one is signed in, or None."""
        return await self._guests.find(self._credentials.guest)

    async def account(self) -> Guest:
        """Return the player who is signed in, and charge them for a request that changes something.

        Raises ProblemError without a player, and beyond the limit of changes.
        """
        player = await self.guest()
        if player is None or not player.registered:
            raise ProblemError(401, "sign-in-required", "Sign in first: this needs an account.")
        self._charge_change(player)
        return player

    async def changing_guest(self) -> Guest | None:
        """Return the player and charge them for a request that changes something; None for an unknown browser.

        Unlike :meth:`acting_guest` this stores no guest. Raises ProblemError beyond the limit of changes.
        """
        player = await self.guest()
        if player is not None:
            self._charge_change(player)
        return player

    def _charge_change(self, player: Guest) -> None:
        if self._request.method not in SAFE_METHODS and not self._is_charged:
            self._guests.charge_change(player, client_address(self._request))
            self._is_charged = True

    async def device(self) -> Device:
        """Return the browser, which gets a cookie if it has none."""
        name = device_name(self._request.headers.get("user-agent", ""))
        return Device(client_address(self._request), hash_secret(f"device {await self.cookie()}"), name)

    def sign_in(self, token: str) -> None:
        """Set the cookie of a new session, or the new token of a session."""
        self._cookies.set_cookie(
            session_cookie(secure=self._secure),
            token,
            max_age=int(ABSOLUTE_SECONDS),
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def sign_out(self) -> None:
        """Delete the cookie of the session."""
        self._cookies.delete_cookie(
            session_cookie(secure=self._secure), path="/", httponly=True, samesite="lax", secure=self._secure
        )

    async def cookie(self) -> str:
        """Return the token of the browser's cookie; set a new cookie if it has none that this server issued."""
        found = self._credentials.guest
        if found is None or not (found.signed or await self._guests.find(found)):
            token = self._guests.tokens.new()
            self._set_cookie(token)
            return token
        if self._secure and found.name != SECURE_COOKIE:
            self._set_cookie(found.token)
            self._cookies.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=True)
        return found.token

    async def acting_guest(self) -> Guest:
        """Return the player for a request that writes; a guest is stored if this is its first one."""
        player, address = await self.guest(), client_address(self._request)
        if player is not None and player.registered:
            return self._guests.charge(player, address)
        if bearer_of(self._request.headers) is not None:
            # otherwise a program would act as a guest of its own and not notice
            raise ProblemError(403, "no-tokens", "This request cannot be made with a token.")
        return await self._guests.get_or_create(await self.cookie(), address)

    def charge_export(self, player: Guest) -> None:
        """Charge a player for a download of everything that is stored about them. Raises ProblemError."""
        self._guests.charge_change(player, client_address(self._request), _EXPORT_COST)

    def charge(self, player: Guest) -> Guest:
        """Charge a player whom a token has identified for a request that writes, and return the player.

        Raises TooManyGames.
        """
        return self._guests.charge(player, client_address(self._request))

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
