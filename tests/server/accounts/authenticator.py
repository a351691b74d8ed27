"""A software authenticator: makes passkeys and signs with them, as a phone or a security key does."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

__all__ = ["ORIGIN", "Authenticator", "decode"]

ORIGIN = "http://hive.example"
_PRESENT, _VERIFIED, _ATTESTED = 1, 4, 64


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """A device with one passkey."""

    def __init__(self, *, verifies: bool = True) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.count = 0
        self.verifies = verifies
        """Whether it asks for a fingerprint or PIN."""

    def create(self, options: dict[str, Any], *, origin: str = ORIGIN) -> dict[str, str]:
        """Make the passkey, as ``navigator.credentials.create`` does."""
        numbers = self.key.public_key().public_numbers()
        public_key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public_key)
        data = self._data(options["rp"]["id"], _ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "id": _encode(self.id),
            "client_data": _encode(self._client_data("webauthn.create", options, origin)),
            "attestation": _encode(attestation),
        }

    def sign(self, options: dict[str, Any], *, origin: str = ORIGIN, site: str | None = None) -> dict[str, str]:
        """Sign a challenge, as ``navigator.credentials.get`` does."""
        self.count += 1
        client_data = self._client_data("webauthn.get", options, origin)
        data = self._data(site or options["rpId"])
        signed = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": _encode(self.id),
            "client_data": _encode(client_data),
            "authenticator_data": _encode(data),
            "signature": _encode(signed),
        }

    def _data(self, site: str, flags: int = 0) -> bytes:
        flags |= _PRESENT | (_VERIFIED if self.verifies else 0)
        return hashlib.sha256(site.encode()).digest() + struct.pack(">BI", flags, self.count)

    @staticmethod
    def _client_data(kind: str, options: dict[str, Any], origin: str) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": origin}).encode()
