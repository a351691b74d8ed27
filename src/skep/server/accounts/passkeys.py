"""Passkeys: challenges for authenticators, and the verification of what they sign.

Challenges are stored, so that any process can verify a signature, and each works once and for a few minutes. A passkey
has to verify its user (by a fingerprint or PIN, for example), so that it counts as two factors.
"""

from __future__ import annotations

import ipaddress
import secrets
import time
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal, TypeAlias, cast

import msgspec
from starlette.requests import HTTPConnection
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from skep.server.accounts import passkey_statements as statements
from skep.server.accounts.credentials import NewPasskey, StoredPasskey
from skep.server.accounts.secrets import hash_secret
from skep.server.http.problem_error import ProblemError
from skep.server.schemas.accounts import PasskeyCreated, PasskeySigned
from skep.server.store.records import Guest, Store

__all__ = ["CHALLENGE_SECONDS", "Passkeys", "RelyingParty"]

CHALLENGE_SECONDS: Final = 300.0
_CHALLENGE_BYTES: Final = 32
_MAX_ID_BYTES: Final = 1023

Purpose: TypeAlias = Literal["register", "add", "sign-in", "confirm"]


class _ClientData(msgspec.Struct):
    challenge: str


_read_client_data: Final = msgspec.json.Decoder(_ClientData).decode


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site that passkeys belong to, from the host of the request, which the server has validated."""

    id: str
    """The name of the host."""
    origins: tuple[str, ...]
    """The origins of its pages."""


class Passkeys:
    """Makes challenges and verifies what authenticators answer."""

    def __init__(self, store: Store, origins: tuple[str, ...] = ()) -> None:
        """``origins`` are other origins whose pages may use the server."""
        self._store = store
        self._origins = origins

    def site(self, request: HTTPConnection) -> RelyingParty:
        """Return the site that a request was sent to. Raises ProblemError for an IP address, which has no passkeys."""
        name = request.url.hostname or ""
        if _is_address(name):
            raise ProblemError(409, "no-passkeys", f"Passkeys need a site with a name, and {name} is an address.")
        return RelyingParty(name, (f"{request.url.scheme}://{request.headers['host'].lower()}", *self._origins))

    async def creation_options(self, site: RelyingParty, player: Guest, name: str, purpose: Purpose) -> dict[str, Any]:
        """Return the options with which a browser makes a passkey for a player."""
        existing = await self._store.read(partial(statements.passkeys_of, player.id))
        options = generate_registration_options(
            rp_id=site.id,
            rp_name="skep",
            user_id=player.id.encode(),
            user_name=name,
            challenge=await self._new_challenge(purpose, player.id),
            timeout=round(CHALLENGE_SECONDS * 1000),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=_descriptors(existing),
        )
        return cast("dict[str, Any]", msgspec.Raw(options_to_json(options).encode()))

    async def request_options(self, site: RelyingParty, player: Guest | None, purpose: Purpose) -> dict[str, Any]:
        """Return the options with which a browser signs with a passkey: any of this site, or one of a player."""
        allowed = [] if player is None else await self._store.read(partial(statements.passkeys_of, player.id))
        options = generate_authentication_options(
            rp_id=site.id,
            challenge=await self._new_challenge(purpose, None if player is None else player.id),
            timeout=round(CHALLENGE_SECONDS * 1000),
            allow_credentials=_descriptors(allowed),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return cast("dict[str, Any]", msgspec.Raw(options_to_json(options).encode()))

    async def verify_new(
        self, site: RelyingParty, player: Guest, created: PasskeyCreated, name: str, purpose: Purpose
    ) -> NewPasskey:
        """Return the passkey that a browser has made. Raises ProblemError."""
        challenge = await self._take_challenge(created.client_data, purpose, player.id)
        try:
            raw_id = base64url_to_bytes(created.id)
            verified = verify_registration_response(
                credential=RegistrationCredential(
                    id=created.id,
                    raw_id=raw_id,
                    response=AuthenticatorAttestationResponse(
                        client_data_json=base64url_to_bytes(created.client_data),
                        attestation_object=base64url_to_bytes(created.attestation),
                    ),
                ),
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=list(site.origins),
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError) as error:
            raise _wrong_passkey() from error
        if len(verified.credential_id) > _MAX_ID_BYTES:
            raise _wrong_passkey()
        id_ = bytes_to_base64url(verified.credential_id)
        return NewPasskey(id_, verified.credential_public_key, verified.sign_count, name)

    async def verify(
        self, site: RelyingParty, signed: PasskeySigned, purpose: Purpose, player: Guest | None = None
    ) -> Guest:
        """Return the player of the passkey that has signed a challenge, which counts as used. Raises ProblemError."""
        challenge = await self._take_challenge(signed.client_data, purpose, None if player is None else player.id)
        stored = await self._store.read(partial(statements.passkey, signed.id))
        if stored is None or (player is not None and stored.player.id != player.id):
            raise _wrong_passkey()
        try:
            verified = verify_authentication_response(
                credential=AuthenticationCredential(
                    id=signed.id,
                    raw_id=base64url_to_bytes(signed.id),
                    response=AuthenticatorAssertionResponse(
                        client_data_json=base64url_to_bytes(signed.client_data),
                        authenticator_data=base64url_to_bytes(signed.authenticator_data),
                        signature=base64url_to_bytes(signed.signature),
                    ),
                ),
                expected_challenge=challenge,
                expected_rp_id=site.id,
                expected_origin=list(site.origins),
                credential_public_key=stored.public_key,
                credential_current_sign_count=stored.sign_count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError) as error:
            raise _wrong_passkey() from error
        use = partial(statements.use_passkey, stored.id, stored.sign_count, verified.new_sign_count, time.time())
        if not await self._store.write(use):
            raise _wrong_passkey()
        return stored.player

    async def _new_challenge(self, purpose: Purpose, player: str | None) -> bytes:
        challenge = secrets.token_bytes(_CHALLENGE_BYTES)
        id_, expires = hash_secret(bytes_to_base64url(challenge)), time.time() + CHALLENGE_SECONDS
        await self._store.write(partial(statements.add_challenge, id_, purpose, player, expires))
        return challenge

    async def _take_challenge(self, client_data: str, purpose: Purpose, player: str | None) -> bytes:
        """Return the challenge that was signed, which works only once. Raises ProblemError."""
        try:
            challenge = _read_client_data(base64url_to_bytes(client_data)).challenge
            decoded = base64url_to_bytes(challenge)
        except (msgspec.MsgspecError, ValueError) as error:
            raise _wrong_passkey() from error
        take = partial(statements.take_challenge, hash_secret(challenge), purpose, player, time.time())
        if not await self._store.write(take):
            raise ProblemError(403, "passkey-late", "This took too long. Try again.")
        return decoded


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _descriptors(passkeys: list[StoredPasskey]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in passkeys]


def _wrong_passkey() -> ProblemError:
    return ProblemError(403, "wrong-passkey", "This passkey does not belong to an account here.")
