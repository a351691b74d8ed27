"""A virtual authenticator, with which a browser creates and uses passkeys."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.browser.server import ServerProcess

__all__ = ["VirtualAuthenticator", "address_of"]


def address_of(server: ServerProcess) -> str:
    """Return an address with a name, which passkeys need."""
    return f"http://localhost:{server.port}"


class VirtualAuthenticator:
    """The authenticator of a page's device."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self._id = added["authenticatorId"]

    def passkeys(self) -> list[Any]:
        found = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        return list(found["credentials"])

    def receive(self, passkeys: list[Any]) -> None:
        """Get passkeys of another device, as through a password manager."""
        for passkey in passkeys:
            self._session.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": passkey})
