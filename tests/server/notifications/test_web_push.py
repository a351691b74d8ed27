"""Messages are encrypted for the browser, signed by the server, and sent only to push services."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.server.notifications.devices import PushTarget
from skep.server.notifications.push_services import is_allowed
from skep.server.notifications.vapid import public_key
from skep.server.notifications.web_push import PushMessage, PushOutcome, WebPush
from skep.server.settings import Settings
from tests.server.browsers import Browser, TestClient, running_server, settings_in
from tests.server.notifications.push_service import PushService, Subscription, push_service
from tests.server.play.daily import Daily


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def pushing(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[TestClient]:
    """A server that pushes almost at once."""
    settings = settings_in(tmp_path_factory.mktemp("push"), push_services=(service.origin,), push_delay=0.05)
    with running_server(settings) as client:
        yield client


def opt_in(browser: Browser, service: PushService, language: str = "en") -> Subscription:
    key = browser.get("/api/notifications/settings").json()["key"]
    subscription = service.subscribe(key)
    answer = browser.put("/api/notifications/device", subscription.for_server(language))
    assert answer.status_code == 200, answer.text
    return subscription


def until_received(service: PushService, subscription: Subscription, title: str = "") -> list[dict[str, str]]:
    """Wait for the messages to a subscription, until the last one has a title or, without one, until there is one."""
    for _ in range(1000):
        found = [message for owner, message, _ in service.received if owner is subscription]
        if found and title in ("", found[-1]["title"]):
            return found
        assert not service.problems, service.problems
        time.sleep(0.01)
    raise AssertionError(f"waiting for {title or 'a message'}, but only {found} arrived")


def test_a_turn_is_pushed_to_those_who_opted_in(pushing: TestClient, service: PushService) -> None:
    daily = Daily(pushing)
    ben, french = opt_in(daily.ben, service), opt_in(daily.ben, service, "fr")
    daily.ben.put("/api/me", {"name": "Ben"})
    daily.anna.put("/api/me", {"name": "Anna"})
    daily.play("wS1 0,0")
    tag, url = f"game {daily.game}", f"/game/{daily.game}"
    # on a slow machine, the start of the game was pushed before
    assert until_received(service, ben, "It's your turn")[-1] == {
        "title": "It's your turn",
        "body": "Anna has moved.",
        "tag": tag,
        "url": url,
    }
    until_received(service, french, "À vous de jouer")
    headers = next(headers for owner, _, headers in service.received if owner is ben)
    assert headers["topic"] == f"game-{daily.game}", "the push service keeps one message per game"
    assert not service.problems


def test_what_was_read_or_is_not_wanted_is_not_pushed(pushing: TestClient, service: PushService) -> None:
    daily = Daily(pushing)
    subscription = opt_in(daily.ben, service)
    choices = {"pushed": ["game-finished"], "quiet": None, "zone": "Europe/Paris"}
    assert daily.ben.put("/api/notifications/settings", choices).json()["choices"] == choices
    daily.play("wS1 0,0", "bS1 1,0", "wQ -1,0")
    with daily.anna.live() as live:
        live.watch(daily.game)
        live.request("resign", game=daily.game)
    assert [message["title"] for message in until_received(service, subscription)] == ["You won"]


def test_a_subscription_that_has_ended_is_forgotten(pushing: TestClient, service: PushService) -> None:
    daily = Daily(pushing)
    gone = opt_in(daily.ben, service)
    del service.subscriptions[gone.endpoint.removeprefix(service.origin)]
    daily.play("wS1 0,0")
    for _ in range(1000):
        if daily.ben.get("/api/notifications/settings").json()["devices"] == 0:
            break
        time.sleep(0.01)
    else:
        raise AssertionError("the device is still known")


def test_redirects_are_not_followed(pushing: TestClient, service: PushService) -> None:
    daily = Daily(pushing)
    opt_in(daily.ben, service)
    service.statuses.append(307)
    daily.play("wS1 0,0")
    for _ in range(1000):
        if not service.statuses:
            break
        time.sleep(0.01)
    else:
        raise AssertionError("nothing was redirected")
    marker = Daily(pushing)
    subscription = opt_in(marker.ben, service)
    marker.play("wS1 0,0")
    until_received(service, subscription)
    assert "/stolen" not in service.paths


def test_nothing_is_pushed_after_signing_out(pushing: TestClient, service: PushService) -> None:
    daily = Daily(pushing, registered=True)
    left = opt_in(daily.ben, service)
    assert daily.ben.delete("/api/session").status_code == 200
    stayed = opt_in(daily.anna, service)
    daily.play("wS1 0,0")
    daily.ben.sign_in(f"Ben {daily.number}")
    assert daily.ben.get("/api/notifications/settings").json()["devices"] == 0, "until this device opts in again"
    daily.play("bS1 1,0")
    until_received(service, stayed)
    # on a slow machine, the start of the game was pushed before
    titles = {message["title"] for owner, message, _ in service.received if owner is left}
    assert titles <= {"Your game has started"}


def test_a_device_belongs_to_the_last_player_who_opted_in(pushing: TestClient, service: PushService) -> None:
    one, two = Browser(pushing), Browser(pushing)
    subscription = opt_in(one, service)
    assert two.put("/api/notifications/device", subscription.for_server()).json()["devices"] == 1
    assert one.get("/api/notifications/settings").json()["devices"] == 0
    assert one.post("/api/notifications/device/removal", {"endpoint": subscription.endpoint}).status_code == 200
    assert two.get("/api/notifications/settings").json()["devices"] == 1, "another player cannot remove it"
    two.post("/api/notifications/device/removal", {"endpoint": subscription.endpoint})
    assert two.get("/api/notifications/settings").json()["devices"] == 0


def test_a_player_has_at_most_ten_devices(pushing: TestClient, service: PushService) -> None:
    browser = Browser(pushing)
    for _ in range(12):
        opt_in(browser, service)
    assert browser.get("/api/notifications/settings").json()["devices"] == 10


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/x",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://push.apple.com.evil.example/x",
        "https://fcm.googleapis.com\\@evil.example/x",
        "https://fcm.googleapis.com/\r\nX: y",
        "https://fcm.googleapis.com:x/",
        "file:///etc/passwd",
        "gopher://push.apple.com/x",
    ],
)
def test_only_push_services_are_accepted(pushing: TestClient, service: PushService, endpoint: str) -> None:
    device = service.subscribe("").for_server()
    answer = Browser(pushing).put("/api/notifications/device", {**device, "endpoint": endpoint})
    assert (answer.status_code, answer.json()["code"]) == (422, "push-service")


def test_the_services_of_the_known_browsers_are_accepted() -> None:
    for host in (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "web.push.apple.com",
        "db5p.notify.windows.com",
    ):
        assert is_allowed(f"https://{host}/a/b", ())


def test_the_key_of_a_server_survives_a_restart(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        with running_server(settings_in(tmp_path)) as client:
            keys.add(Browser(client).get("/api/notifications/settings").json()["key"])
    assert len(keys) == 1


@pytest.mark.parametrize("hosts", [(), ("machine",), ("machine", "machine.local"), ("hive.example",)])
def test_the_default_contact_can_be_signed(hosts: tuple[str, ...]) -> None:
    key = b"k" * 32
    with push_service() as service:
        sender = WebPush(key, Settings(database="", hosts=hosts).push_address, (service.origin,))
        subscription = service.subscribe(public_key(key))
        keys = subscription.for_server()["keys"]
        device = PushTarget(1, subscription.endpoint, keys["p256dh"], keys["auth"], "en")
        message = PushMessage(title="Title", body="Text", tag="game a", url="/")
        assert sender.send(device, message) is PushOutcome.SENT
        assert service.received[0][1] == {"title": "Title", "body": "Text", "tag": "game a", "url": "/"}
