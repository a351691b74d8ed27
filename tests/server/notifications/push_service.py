"""A push service on this machine, which checks and decrypts messages as browsers' services and browsers do.

It implements what RFC 8030 (delivery), RFC 8291 (encryption) and RFC 8292 (VAPID) ask of the receiving side.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

__all__ = ["PushService", "Subscription", "decoded", "encoded", "push_service"]


def encoded(raw: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Subscription:
    """A browser's subscription, with its secret keys."""

    endpoint: str
    server_key: str
    """The public key of the only server that may send to it."""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    def for_server(self, language: str = "en") -> dict[str, Any]:
        """Return the subscription as a page sends it to the server."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encoded(point), "auth": encoded(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys, "language": language}

    def decrypt(self, body: bytes) -> dict[str, Any]:
        """Return a message as the browser passes it to the service worker."""
        message: dict[str, Any] = json.loads(
            http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        )
        return message


class PushService:
    """The service, its subscriptions, and the messages that it has accepted."""

    def __init__(self) -> None:
        self.subscriptions: dict[str, Subscription] = {}
        self.received: list[tuple[Subscription, dict[str, Any], dict[str, str]]] = []
        """The subscription, the decrypted message, and the headers of each accepted request."""
        self.statuses: list[int] = []
        """The statuses of the next responses; 201 afterwards."""
        self.paths: list[str] = []
        """The paths of all requests, in order."""
        self.problems: list[str] = []
        self._changed = threading.Condition()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"

    def run(self) -> None:
        self._server.serve_forever(poll_interval=0.05)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def subscribe(self, server_key: str) -> Subscription:
        """Return a new subscription for the server with a public key."""
        path = f"/push/{secrets.token_urlsafe(16)}"
        self.subscriptions[path] = Subscription(self.origin + path, server_key)
        return self.subscriptions[path]

    def wait_for(self, subscription: Subscription, timeout: float) -> dict[str, Any]:
        """Wait until a message for a subscription has been accepted, and return the first."""

        def messages() -> list[dict[str, Any]]:
            assert not self.problems
            return [message for device, message, _ in self.received if device is subscription]

        with self._changed:
            assert self._changed.wait_for(messages, timeout), "no message was pushed in time"
        return messages()[0]

    def accept(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Check a request and return the status of the response."""
        try:
            return self._accept(path, headers, body)
        finally:
            with self._changed:
                self._changed.notify_all()

    def _accept(self, path: str, headers: dict[str, str], body: bytes) -> int:
        self.paths.append(path)
        if self.statuses:
            return self.statuses.pop(0)
        subscription = self.subscriptions.get(path)
        if subscription is None:
            return 404
        try:
            self._check(subscription, headers, body)
        except Exception as error:  # whatever is wrong with the request
            self.problems.append(f"{type(error).__name__}: {error}")
            return 400
        self.received.append((subscription, subscription.decrypt(body), headers))
        return 201

    def _check(self, subscription: Subscription, headers: dict[str, str], body: bytes) -> None:
        assert headers["content-encoding"] == "aes128gcm"
        assert 0 <= int(headers["ttl"]) <= 28 * 24 * 3600
        assert len(body) <= 4096
        assert len(headers.get("topic", "")) <= 32
        scheme, _, parameters = headers["authorization"].partition(" ")
        fields = dict(part.strip().split("=", 1) for part in parameters.split(","))
        assert scheme.lower() == "vapid"
        assert fields["k"] == subscription.server_key, "another server"
        signed, _, signature = fields["t"].rpartition(".")
        _verify(signed.encode(), decoded(signature), decoded(fields["k"]))
        claims = json.loads(decoded(signed.partition(".")[2]))
        assert claims["aud"] == self.origin
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        assert urlsplit(claims["sub"]).scheme in ("mailto", "https")


def _verify(signed: bytes, signature: bytes, point: bytes) -> None:
    """Check the ES256 signature of a token."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    key.verify(encode_dss_signature(r, s), signed, ec.ECDSA(SHA256()))


def _handler_of(service: PushService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = service.accept(self.path, headers, body)
            self.send_response(status)
            self.send_header("Content-Length", "0")
            if status == 307:
                self.send_header("Location", f"{service.origin}/stolen")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service."""
    service = PushService()
    thread = threading.Thread(target=service.run, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.stop()
        thread.join()
