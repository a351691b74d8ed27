"""Names of devices, from what a browser says about itself."""

from __future__ import annotations

from typing import Final

from skep.server.accounts.texts import clean_text

__all__ = ["device_name"]

_BROWSERS: Final = (
    *(("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox")),
    *(("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")),
)
"""Signs of browsers, those first whose descriptions also contain the others'."""
_SYSTEMS: Final = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows")),
    *(("Mac OS X", "macOS"), ("Linux", "Linux")),
)
_MAX_LENGTH: Final = 60


def device_name(user_agent: str) -> str:
    """Return a short description of a browser.

    >>> device_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    >>> device_name("curl/8.5.0")
    'curl/8.5.0'
    """
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), None)
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), None)
    if browser is None:
        return clean_text(user_agent, _MAX_LENGTH)
    return browser if system is None else f"{browser} on {system}"
