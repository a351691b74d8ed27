"""Position strings."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.editions import EDITIONS, GAME_TYPES, Edition, GameType
from skep.errors import ImpossiblePosition, NotationError, SkepError
from skep.hexes import Hex
from skep.notation import position as module
from skep.notation.limits import MAX_LINE_LENGTH
from skep.notation.position import MAX_DISTANCE, earliest_ply, format_position, parse_position
from skep.pieces import Color, Piece
from skep.position import Position

from .strategies import LAW, corrupted, positions, random_texts


def piece(name: str) -> Piece:
    return Piece.parse(name)


@LAW
@given(positions())
def test_parse_after_format_is_identity(position: Position) -> None:
    text = format_position(position)
    assert parse_position(text) == position
    assert "\n" not in text
    assert len(text) < MAX_LINE_LENGTH


@LAW
@given(positions(), st.randoms(use_true_random=False))
def test_parsed_positions_are_written_canonically(position: Position, random: Random) -> None:
    text = format_position(position)
    fields = text.split()
    random.shuffle(fields)
    sloppy = "  ".join(fields).swapcase().replace("^", " ^ ").replace("/", "\t/").join((" ", "\n"))
    assert format_position(parse_position(sloppy)) == text


@LAW
@given(st.one_of(random_texts, corrupted(positions(8).map(format_position))))
def test_any_text_gives_a_position_or_a_skep_error(text: str) -> None:
    try:
        position = parse_position(text)
    except SkepError:
        return
    assert parse_position(format_position(position)) == position


def test_example_of_the_module_docstring() -> None:
    text = (module.__doc__ or "").split("::\n\n")[1].split("\n")[0].strip()
    position = parse_position(text)
    assert dict(position.stacks) == {
        Hex(0, 0): (piece("wS1"),),
        Hex(1, 0): (piece("bG1"),),
        Hex(-1, 1): (piece("wQ"),),
        Hex(1, 1): (piece("bQ"), piece("wB1")),
    }
    assert position.hands == {piece("wA1"), piece("wA2"), piece("bA1")}
    assert (position.turn, position.turn_number, position.just_moved) == (Color.WHITE, 4, piece("wB1"))
    assert format_position(position) == text


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
@pytest.mark.parametrize("game_type", GAME_TYPES, ids=str)
def test_start_positions(edition: Edition, game_type: GameType) -> None:
    start = Position.start(game_type, edition)
    assert format_position(start) == f"{edition} {game_type} White[1] -"
    assert parse_position(format_position(start)) == start


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("-", "ultimate-2024 Base+MLP White[1] -"),
        ("- - -", "ultimate-2024 Base+MLP White[1] -"),
        ("hive-2016 -", "hive-2016 Base White[1] -"),
        ("wS1", "ultimate-2024 Base+MLP Black[1] 0,0:wS1"),
        ("  BASE + pm\t7,-3:WS1BQ ", "ultimate-2024 Base+MP White[2] 7,-3:wS1bQ"),
        ("wS1 bM1^WB1 / bQ black", "ultimate-2024 Base+MLP Black[3] 0,0:wS1bM^wB1/bQ"),
        ("white [ 9 ] ..wS1bQ", "ultimate-2024 Base+MLP White[9] 2,0:wS1bQ"),
        ("( wQ, bA1 bQ ) wS1bS1", "ultimate-2024 Base+MLP White[2] 0,0:wS1bS1 (wQbQbA1)"),
        ("0,0:wS1/bQ ! wS1 White[3] -", "ultimate-2024 Base+MLP White[3] 0,0:wS1/bQ !wS1"),
    ],
)
def test_lenient_reading(text: str, canonical: str) -> None:
    assert format_position(parse_position(text)) == canonical


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the hive is missing"),
        ("Base White[1]", "the hive is missing"),
        ("0,0:..", "the hive is missing"),
        ("ultimate-2025 wS1", "'ultimate-2025' is not a field of a position"),
        ("0,0:wS1^", "'wS1^' is not a row of a hive"),
        ("0,0:wS1^.", "'wS1^.' is not a row of a hive"),
        ("0,0:wA", "add a number"),
        ("Base Base+M wS1", "two values for game type"),
        ("White[0] wS1", "expected a turn like White[3]"),
        ("White[9999999] wS1", "expected a turn like White[3]"),
        ("(wQ wQ) wS1", "wQ is named twice"),
        ("(queen) wS1", "expected pieces, as in"),
        (f"{MAX_DISTANCE + 1},0:wS1", f"further than {MAX_DISTANCE} from the origin"),
        ("99999,0:wS1", "is not a row of a hive"),
        ("٣,0:wS1", "is not a field"),
    ],
)
def test_errors_name_the_input_and_the_problem(text: str, why: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("wS1.bS1", "more than one part"),
        ("wS1wS1", "wS1 is in two places"),
        ("wS1^bA1", "only beetles and mosquitoes"),
        ("Base wM", "wM is not part of Base"),
        ("Base wS1bQ !wS1", "there is no pillbug"),
        ("wS1bQ !wA1", "wA1 is marked as just moved"),
        ("wS2bQ", "wS2 is in play, but wS1 is still in hand"),
        ("() wS1", "wQ is missing"),
        ("White[1] wS1", "White has more pieces in play .1. than turns taken .0."),
        ("wS1wA1wG1wG2bQ", "more than three pieces, but not the queen bee"),
    ],
)
def test_impossible_position_error_lists_the_faults(text: str, why: str) -> None:
    with pytest.raises(ImpossiblePosition, match=why):
        parse_position(text)


def test_a_megabyte_is_rejected_immediately() -> None:
    started = time.process_time()
    for text in ("." * 1_000_000, "(" * 1_000_000, "wS1 " * 250_000):
        with pytest.raises(NotationError, match=r"longer than 2000 characters"):
            parse_position(text)
    assert time.process_time() - started < 0.1


def test_longest_allowed_text_is_parsed_quickly() -> None:
    started = time.process_time()
    for text in (
        "(" * MAX_LINE_LENGTH,
        " " * MAX_LINE_LENGTH,
        "white " * 333,
        "base +" + " " * 1990,
        "!" * MAX_LINE_LENGTH,
    ):
        with pytest.raises(SkepError):
            parse_position(text)
    assert time.process_time() - started < 1


def test_hive_too_far_from_the_origin() -> None:
    far = Position({Hex(MAX_DISTANCE + 1, 0): (piece("wS1"),)}, frozenset(), 1)
    with pytest.raises(NotationError, match="further than"):
        format_position(far)


@pytest.mark.parametrize(
    ("names", "turn", "ply"),
    [("", None, 0), ("wS1", None, 1), ("wS1 bS1", Color.BLACK, 3), ("wS1 wA1 bS1", None, 3), ("wS1 bS1 bA1", None, 4)],
)
def test_earliest_ply(names: str, turn: Color | None, ply: int) -> None:
    assert earliest_ply([[piece(name)] for name in names.split()], turn) == ply
