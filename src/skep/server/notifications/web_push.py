"""Sending one message to one device, encrypted for its browser (RFC 8030, 8291 and 8292)."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import msgspec

from skep.i18n import Catalog, catalog, find_language
from skep.server.notifications.devices import PushTarget
from skep.server.notifications.push_services import is_allowed
from skep.server.notifications.vapid import base64url
from skep.server.schemas.notifications import Notification

__all__ = ["PushMessage", "PushOutcome", "WebPush", "message_for"]

log = logging.getLogger("skep.server")

_TIMEOUT: Final = (5.0, 10.0)
"""Seconds to connect, and to wait for the response."""
_DAY: Final = 24 * 3600
_GONE: Final = (404, 410)
_encode: Final = msgspec.json.Encoder().encode


class PushOutcome(Enum):
    """The outcome of sending a message."""

    SENT = "sent"
    GONE = "gone"
    """The subscription has ended."""
    REFUSED = "refused"
    """Sending it again would not help."""
    FAILED = "failed"
    """The push service could not be reached, or has too much to do."""


class PushMessage(msgspec.Struct, frozen=True, kw_only=True):
    """The message that the service worker shows. It has no secrets: its link opens a page, not a seat."""

    title: str
    body: str
    tag: str
    """A message replaces the one before with its tag."""
    url: str


@dataclass(frozen=True, slots=True)
class WebPush:
    """The sender of a server."""

    private_key: bytes
    contact: str
    """The operator's address for push services: ``mailto:…`` or ``https:…``."""
    origins: tuple[str, ...] = ()
    """Further push services."""

    def send(self, device: PushTarget, message: PushMessage) -> PushOutcome:
        """Send a message. It blocks, so it runs on a thread."""
        # together they take a third of a second to import, which most servers never need
        import requests
        from py_vapid import Vapid02, VapidException
        from pywebpush import WebPushException, webpush

        if not is_allowed(device.endpoint, self.origins):
            return PushOutcome.REFUSED  # the operator has removed a service
        subscription = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
        try:
            with _direct_session() as session:
                webpush(
                    subscription,
                    _encode(message).decode(),
                    vapid_private_key=Vapid02.from_raw(base64url(self.private_key).encode()),
                    vapid_claims={"sub": self.contact},
                    ttl=_DAY,
                    timeout=_TIMEOUT,
                    headers={"Topic": message.tag.replace(" ", "-")[:32], "Urgency": "normal"},
                    requests_session=session,
                )
        except VapidException as error:
            log.error("the contact %r for push services is refused: %s", self.contact, error)
            return PushOutcome.FAILED
        except WebPushException as error:
            return _judge(error.response)
        except (requests.RequestException, OSError) as error:
            log.warning("a push service cannot be reached: %s", type(error).__name__)
            return PushOutcome.FAILED
        except ValueError:
            return PushOutcome.GONE  # the keys of the subscription are not those of a browser
        return PushOutcome.SENT


def _direct_session() -> Any:
    """Return a session that follows no redirects, which could lead into the server's own network."""
    import requests

    class _DirectSession(requests.Session):
        def request(self, method: Any, url: Any, *args: Any, **options: Any) -> requests.Response:
            return super().request(method, url, *args, **{**options, "allow_redirects": False})

    return _DirectSession()


def _judge(response: Any) -> PushOutcome:
    if response is None:
        return PushOutcome.GONE
    status: int = response.status_code
    if status in _GONE:
        return PushOutcome.GONE
    if status == 429 or status >= 500:
        log.warning("a push service responds with %d", status)
        return PushOutcome.FAILED
    log.warning("a push service refuses a message with %d", status)
    return PushOutcome.REFUSED


def message_for(notification: Notification, language: str) -> PushMessage:
    """Return a notification as it is shown on a device."""
    texts = catalog("notifications", find_language(language))
    name = notification.name or texts["someone"]
    ending = _ending(notification)
    tag, url = _subject(notification)
    return PushMessage(
        title=texts[f"{notification.kind}{ending}.title"],
        body=_sentence(texts, f"{notification.kind}{ending}.body", name, notification.team_name),
        tag=tag,
        url=url,
    )


def _subject(notification: Notification) -> tuple[str, str]:
    """Return what a notification is about, and the page that it opens."""
    url = "/" if notification.game is None else f"/game/{notification.game}"
    if notification.tournament is not None:
        at = url if notification.game is not None else f"/tournament/{notification.tournament}"
        return f"tournament {notification.tournament}", at
    if notification.team is not None:
        return f"team {notification.team}", f"/team/{notification.team}"
    return f"challenge {notification.challenge}" if notification.game is None else f"game {notification.game}", url


def _ending(notification: Notification) -> str:
    if notification.kind != "game-finished":
        return ""
    return {True: "-won", False: "-lost", None: "-drawn"}[notification.won]


def _sentence(texts: Catalog, key: str, name: str, team: str) -> str:
    return texts[key].format(name=name, team=team)
