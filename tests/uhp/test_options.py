"""Options: their lines round-trip, and only valid values can be set."""

from __future__ import annotations

import pytest

from skep.errors import SkepError
from skep.uhp.options import EngineOptions, Option

LINES = [
    "Threads;int;1;1;1;64",
    "Ratio;double;0.5;1;0;2",
    "Free;double;0.5;1",
    "Mode;enum;a;b;a;b;c",
    "Flag;bool;True;False",
]


@pytest.mark.parametrize("line", LINES)
def test_lines_round_trip(line: str) -> None:
    assert str(Option.parse(line)) == line


@pytest.mark.parametrize("line", [*LINES, "FLAG;Bool;True;False;", " Flag ; bool ; True ; False "])
def test_parsing_tolerates_case_and_spaces(line: str) -> None:
    assert Option.parse(str(Option.parse(line))) == Option.parse(line)


@pytest.mark.parametrize("line", ["", ";", "Flag", "Flag;bool;True", "Flag;flag;True;False", ";int;1;1"])
def test_malformed_lines_are_refused(line: str) -> None:
    with pytest.raises(SkepError, match="not an option"):
        Option.parse(line)


@pytest.mark.parametrize(
    ("line", "text", "value"),
    [
        ("Threads;int;1;1;1;64", " 007 ", "7"),
        ("Ratio;double;0.5;1;0;2", "1e-1", "0.1"),
        ("Free;double;0.5;1", "-3", "-3.0"),
        ("Mode;enum;a;b;a;b;c", "C", "c"),
        ("Flag;bool;True;False", "OFF", "False"),
        ("Flag;bool;True;False", "1", "True"),
    ],
)
def test_values_are_normalised(line: str, text: str, value: str) -> None:
    assert Option.parse(line).with_value(text).value == value


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Threads;int;1;1;1;64", "65"),
        ("Threads;int;1;1;1;64", "1.0"),
        ("Threads;int;1;1;1;64", ""),
        ("Ratio;double;0.5;1;0;2", "nan"),
        ("Ratio;double;0.5;1;0;2", "2.1"),
        ("Mode;enum;a;b;a;b;c", "d"),
        ("Flag;bool;True;False", "maybe"),
    ],
)
def test_invalid_values_are_refused(line: str, text: str) -> None:
    with pytest.raises(SkepError, match=r"^invalid "):
        Option.parse(line).with_value(text)


@pytest.mark.parametrize("option", EngineOptions().all(), ids=lambda option: option.name)
def test_every_option_of_skep_can_be_set_and_reset(option: Option) -> None:
    options = EngineOptions()
    other = {"bool": "True", "enum": option.bounds[-1] if option.bounds else ""}.get(option.kind, "2")
    changed = options.set(option.name.upper(), other)
    assert (changed.value, changed.default) == (other, option.default)
    assert options.get(option.name.lower()) == changed
    options.set(option.name, option.default)
    assert options.all() == EngineOptions().all()
