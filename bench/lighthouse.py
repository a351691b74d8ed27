"""Lighthouse's scores of the main pages (``make lighthouse``).

It starts a server as the documentation does, and audits the pages with the desktop preset. Lighthouse comes from npm
when it is needed, because it is as large as everything else that the page is built with.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from tests.services import find_chromium

from bench.guests import Guest, http_client
from bench.servers import Server, running

__all__ = ["TARGETS", "main"]

PACKAGE: Final = "lighthouse@13.5.0"
TARGETS: Final[Mapping[str, int]] = {"performance": 90, "accessibility": 95, "best-practices": 95, "seo": 95}
_WORST: Final = 3
"""How many audits to name for a page that misses a target."""


async def _paths(port: int) -> dict[str, str]:
    """Return the paths of the audited pages by name."""
    async with http_client() as client:
        guest = Guest(client, port)
        while (await guest.request("GET", "/health")).json()["engine"] != "ready":
            await asyncio.sleep(0.2)
        game = await guest.create_game("computer", level=1)
        chapters = (await guest.request("GET", "/lessons")).json()["chapters"]
        return {
            "start": "/",
            "game": f"/game/{game}",
            "study": "/study",
            "puzzle": "/puzzles/daily",
            "lesson": f"/school/{chapters[0]['lessons'][0]['id']}",
        }


def _audit(url: str, chromium: str) -> dict[str, Any]:
    """Run Lighthouse on a page and return its report."""
    command = ["npm", "exec", "--yes", "--loglevel", "error", "--package", PACKAGE, "--", "lighthouse", url]
    options = ["--preset=desktop", "--output=json", "--quiet", f"--only-categories={','.join(TARGETS)}"]
    flags = "--chrome-flags=--headless=new --no-sandbox --disable-background-networking"
    environment = {
        **os.environ,
        "CHROME_PATH": chromium,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
    }
    process = subprocess.run([*command, *options, flags], env=environment, stdout=subprocess.PIPE, check=False)
    if process.returncode != 0:
        raise SystemExit(f"Lighthouse failed on {url} with status {process.returncode}")
    report: dict[str, Any] = json.loads(process.stdout)
    return report


def _problems(report: Mapping[str, Any], category: str) -> list[str]:
    """Return the audits of a category that cost most, worst first."""
    audits = report["audits"]
    losses = [
        ((1 - (audits[part["id"]]["score"] or 0)) * part["weight"], audits[part["id"]])
        for part in report["categories"][category]["auditRefs"]
        if part["weight"] and audits[part["id"]]["score"] is not None
    ]
    worst = sorted((loss for loss in losses if loss[0] > 0), key=lambda loss: -loss[0])[:_WORST]
    return [f"{audit['title']} ({audit.get('displayValue', 'failed')})" for _, audit in worst]


def main(arguments: Sequence[str] = ()) -> int:
    """Audit the pages whose names are given, or all, and return 1 if one misses a target."""
    console = Console()
    chromium = find_chromium()
    if chromium is None:
        console.print("Chromium is not installed.")
        return 1
    table = Table("page", *(f"{name} (≥ {target})" for name, target in TARGETS.items()))
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server.as_documented(Path(folder))
        with running(server):
            for name, path in asyncio.run(_paths(server.port)).items():
                if arguments and name not in arguments:
                    continue
                console.print(f"auditing {name}: {path}")
                report = _audit(f"http://127.0.0.1:{server.port}{path}", chromium)
                scores = {key: round(100 * (report["categories"][key]["score"] or 0)) for key in TARGETS}
                table.add_row(name, *(str(score) for score in scores.values()))
                for category, target in TARGETS.items():
                    if scores[category] < target:
                        problems += [f"{name}, {category}: {text}" for text in _problems(report, category)]
    console.print(table)
    for problem in problems:
        console.print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
