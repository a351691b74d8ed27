"""The page as an app: Chromium finds nothing that prevents its installation."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.server import ServerProcess
from tests.services import find_chromium, missing


@pytest.mark.slow
def test_chromium_can_install_the_page(server: ServerProcess, tmp_path: Path) -> None:
    program = find_chromium()
    if program is None:
        missing("chromium")
    with sync_playwright() as playwright:
        # a profile on disk, because nothing can be installed from a private window
        context = playwright.chromium.launch_persistent_context(tmp_path, executable_path=program, args=list(FLAGS))
        page = context.new_page()
        page.goto(server.address)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        devtools = context.new_cdp_session(page)
        assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = devtools.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["url"] == f"{server.address}/manifest.webmanifest"
        context.close()
