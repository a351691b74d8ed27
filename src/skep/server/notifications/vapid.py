"""The server's VAPID key, with which push services recognise its messages (RFC 8292)."""

from __future__ import annotations

import base64
from functools import partial

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from skep.server.store.records import Store
from skep.server.store.statements import setting

__all__ = ["base64url", "public_key", "read_key"]


async def read_key(store: Store) -> bytes:
    """Return the private key, which is made at the first start and kept in the database."""
    fresh = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    key: bytes = await store.write(partial(setting, "vapid", fresh))
    return key


def public_key(private: bytes) -> str:
    """Return the public key as browsers expect it."""
    key = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1()).public_key()
    return base64url(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def base64url(raw: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
