"""Names of devices."""

from __future__ import annotations

import pytest

from skep.server.accounts.devices import device_name

_SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)"
_CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {_SAFARI} Version/18.0 Safari/605.1.15", "Safari on macOS"),
        (
            f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) {_SAFARI} Version/18.0 Safari/604.1",
            "Safari on iPhone",
        ),
        (f"Mozilla/5.0 (Linux; Android 15; Pixel 9) {_CHROME} Mobile Safari/537.36", "Chrome on Android"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_CHROME} Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("\u202eevil\n" + "x" * 100, "evil " + "x" * 55),
        ("", ""),
    ],
)
def test_devices_have_short_names(agent: str, name: str) -> None:
    assert device_name(agent) == name
