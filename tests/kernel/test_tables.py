"""The look-up tables against geometry."""

from __future__ import annotations

import hashlib

from skep.hexes import ORIGIN, Direction, Hex
from skep.kernel import tables
from skep.kernel.layout import cell_of


def neighbours_in(mask: int) -> set[Hex]:
    return {ORIGIN.neighbour(direction) for direction in Direction if mask >> direction & 1}


def parts(hexes: set[Hex]) -> int:
    """Return the number of connected parts that hexes form."""
    left, count = set(hexes), 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            near = left.intersection(edge.pop().neighbours())
            left -= near
            edge.extend(near)
    return count


def test_arcs_are_the_connected_parts_of_the_neighbours_except_for_a_full_ring() -> None:
    for mask in range(63):
        assert tables.ARCS[mask] == parts(neighbours_in(mask))
    assert tables.ARCS[63] == 0, "a full ring encloses the cell, so putting a piece there fills a hole"


def test_a_slide_has_one_occupied_and_one_free_side() -> None:
    for mask in range(64):
        taken = neighbours_in(mask)
        for direction in Direction:
            to = ORIGIN.neighbour(direction)
            beside = [hex_ for hex_ in ORIGIN.neighbours() if hex_.is_beside(to)]
            expected = to not in taken and len(taken.intersection(beside)) == 1
            assert bool(tables.SLIDES[mask] >> direction & 1) == expected


def test_the_lowest_step_is_the_first_neighbour_of_a_mask() -> None:
    for mask in range(1, 64):
        first = next(direction for direction in Direction if mask >> direction & 1)
        assert tables.LOWEST_STEP[mask] == cell_of(ORIGIN.neighbour(first))
        assert tables.LOWEST_OPPOSITE[mask] == 1 << first.opposite


def test_each_exit_leads_to_the_next_and_back() -> None:
    for mask in range(64):
        exits = [direction for direction in Direction if tables.SLIDES[mask] >> direction & 1]
        if len(exits) != 2:
            assert tables.FIRST_EXIT[mask] == tables.SECOND_EXIT[mask] == 0
            assert not any(tables.NEXT_EXIT[back << 6 | mask] for back in Direction)
            continue
        first, second = exits
        for table, direction in ((tables.FIRST_EXIT, first), (tables.SECOND_EXIT, second)):
            assert table[mask] & 1023 == cell_of(ORIGIN.neighbour(direction))
            assert table[mask] >> 10 == direction.opposite
        assert tables.NEXT_EXIT[first << 6 | mask] == tables.SECOND_EXIT[mask]
        assert tables.NEXT_EXIT[second << 6 | mask] == tables.FIRST_EXIT[mask]


def test_beside_is_true_exactly_for_neighbouring_cells() -> None:
    for difference in range(1024):
        expected = any(cell_of(hex_) == difference for hex_ in ORIGIN.neighbours())
        assert bool(tables.BESIDE[difference]) == expected


def test_all_key_words_are_different() -> None:
    words = [*tables.WORDS.tolist(), *tables.WORDS_JUST_MOVED.tolist(), int(tables.WORD_BLACK_TO_MOVE)]
    assert len(set(words)) == len(words)


def test_the_key_words_never_change() -> None:
    """Game databases store keys that were made from these words."""
    words = [*tables.WORDS.tolist(), int(tables.WORD_BLACK_TO_MOVE), *tables.WORDS_JUST_MOVED.tolist()]
    digest = hashlib.sha256(b"".join(word.to_bytes(8, "little") for word in words)).hexdigest()
    assert digest == "b3c16d3d7422fb1dfe39c437cbe28d1f38fdcfae20824080a373f1da8cafb3a2"
