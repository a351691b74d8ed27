"""Check sources, docs and locales for English that reads as translated, and French for its apostrophes.

``make check`` runs it over the repository. Lines that match on purpose are listed in ``prose_exceptions.toml`` with
the reason; an exception that no longer matches anything is an error too.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
EXCEPTIONS: Final = Path(__file__).with_name("prose_exceptions.toml")
SUFFIXES: Final = (".py", ".md", ".ts", ".svelte", ".toml", ".css", ".html", ".js", ".yml", ".yaml")
GENERATED: Final = ("web/package-lock.json",)
FRENCH: Final = re.compile(r"/fr/|/fr\.ts$|^\s*fr = ")
"""French texts: files, and the French half of a lesson."""

PATTERNS: Final = {
    "told/asked/said/wanted: sent, requested, shown, needed": (
        r"\b(?:is|are|was|were|be|been|being) (?:told|asked|said|wanted)\b"
    ),
    "Who ...: A player who, Anyone who, If you": (
        r'(?:^|[.;:|] |"""|"|// |# |\*\* )'
        r"Who (?:can|has|gets|adds|gives|still|surrounds|jumps|wants|loses|plays)\b(?!.*\?)"
        r"|\b(?:for|of|to|by|from) who\b(?!,)"
    ),
    "is no X: is not a X": (
        r"(?<!there )(?<!There )(?<!where )\b(?:is|are|was|were) no "
        r"(?!longer|more\b|less\b|such|other|one\b|need|better|further|matter)[a-z]"
    ),
    "so many: name the number": r"\bso many (?!people\b|that\b|of\b)[a-z]",
    "the own: its own, your own": r"\b(?:the|an) own (?!er)[a-z]",
    "anew/learnt/oneself/parted by/were it": r"\b(?:anew|learnt|oneself|parted by|were it (?:its|the|their))\b",
    "way: path": r"\bway (?:it|they|a move|that it) (?:takes?|took|goes)\b|\bby which ways?\b|\bof its way\b",
    "go on: continue": r"\b(?:go|goes|went|gone|going) on\b",
    "nobody/somebody/anybody as subject": (
        r"\b(?:nobody|somebody|anybody|everybody) (?:is|was|has|can|may|who|else|asks?|waits?|plays?)\b"
    ),
    "also when: even when; by itself: automatically": (
        r", also (?:when|from|while|on|in|for|to|of)\b|\bby (?:itself|themselves)\b"
    ),
    "one X a Y: one X per Y": (
        r"\bone (?:file|GameString|value|frame|bit|rule|function|sentence|line|number|picture) an? "
        r"(?!few\b|time\b|part\b)[a-z]+\b"
    ),
    "signs: characters; gave much away": (
        r"\bsigns? that\b|\b(?:eight|few|plain|invisible) signs?\b"
        r"|\bg(?:ave|ives?) (?:away )?(?:much|most)\b|\bhas much to\b"
    ),
    "docstring begins What/Who/Where": r'"""(?:What|Who|Whose|Where|By which|By how) (?!to\b)[a-z]',
    "guillemets in English": r"[«»]",
}
COMPILED: Final = {advice: re.compile(pattern) for advice, pattern in PATTERNS.items()}
TYPEWRITER_APOSTROPHE: Final = re.compile(
    r"(?<![\w'’])(?:[cdjlmnst]|(?:jus|lors|puis|quel|pres)?qu|aujourd)'(?=[\w{$<«*_`\"])", re.IGNORECASE
)
"""An elision, which French texts write with ’. English has no such words."""


class Hit(NamedTuple):
    """A line that matches a pattern."""

    path: str
    number: int
    advice: str
    line: str


def tracked_files() -> list[str]:
    """Return the files that git tracks, or will."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(set(listed.stdout.splitlines()))


def find_hits(paths: list[str]) -> Iterator[Hit]:
    """Yield the matching lines of the files that hold prose."""
    for path in paths:
        own = path in ("tools/check_prose.py", "tools/prose_exceptions.toml")
        if own or not path.endswith(SUFFIXES) or path in GENERATED:
            continue
        file = ROOT / path
        if not file.is_file():
            continue
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if TYPEWRITER_APOSTROPHE.search(line):
                yield Hit(path, number, "' in French: ’", line.strip())
            if FRENCH.search(path) or FRENCH.search(line):
                continue
            for advice, pattern in COMPILED.items():
                if pattern.search(line):
                    yield Hit(path, number, advice, line.strip())


def main() -> int:
    """Print every hit that is not an exception, and every exception without a hit."""
    exceptions = tomllib.loads(EXCEPTIONS.read_text("utf-8"))["exception"]
    unused = {(one["path"], one["text"]) for one in exceptions}
    allowed = set(unused)
    failed = False
    for hit in find_hits(sys.argv[1:] or tracked_files()):
        reasons = {(path, text) for path, text in allowed if path == hit.path and text in hit.line}
        unused -= reasons
        if not reasons:
            failed = True
            print(f"{hit.path}:{hit.number}: [{hit.advice}] {hit.line[:160]}")
    if not sys.argv[1:]:
        for path, text in sorted(unused):
            failed = True
            print(f"tools/prose_exceptions.toml: no line of {path} matches any more: {text}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
