"""Players as given on the command line."""

from __future__ import annotations

import pytest

from skep.errors import NotationError
from skep.match.specs import BuiltIn, Program, Spec, parse_player


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("level:7", BuiltIn(7)),
        ("Level: 10, table=16", BuiltIn(10, table_mb=16)),
        ("skep", BuiltIn()),
        ("skep:threads=2,table=256", BuiltIn(None, 2, 256)),
        ("python sparring.py", Program(("python", "sparring.py"), "sparring")),
        ("/usr/bin/python3 -m skep uhp", Program(("/usr/bin/python3", "-m", "skep", "uhp"), "skep uhp")),
        ("./nokamute --threads 1", Program(("./nokamute", "--threads", "1"), "nokamute")),
        (
            "name='my engine' option:Threads=1 option:Book=no 'an engine' -q",
            Program(("an engine", "-q"), "my engine", (("Threads", "1"), ("Book", "no"))),
        ),
        ("skepticism", Program(("skepticism",), "skepticism")),
    ],
)
def test_valid_players(text: str, spec: Spec) -> None:
    assert parse_player(text) == spec


@pytest.mark.parametrize(
    "text", ["", "level:0", "level:11", "skep:threads=0", "skep:speed=9", "skep:threads", "name=x", "'"]
)
def test_invalid_players_are_errors(text: str) -> None:
    with pytest.raises(NotationError, match="not a player: "):
        parse_player(text)
