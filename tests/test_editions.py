from __future__ import annotations

import pytest

from skep import DEFAULT_EDITION, EDITIONS, GAME_TYPES, Bug, Color, GameType, NotationError, find_edition


def test_the_five_rulebooks() -> None:
    assert {
        edition.id: (str(edition.box), edition.queen_from_turn, edition.gates_above_ground, edition.white_starts)
        for edition in EDITIONS
    } == {
        "ultimate-2024": ("Base+MLP", 2, True, True),
        "pocket-2012": ("Base+ML", 1, False, False),
        "pocket-fr": ("Base+ML", 1, False, False),
        "hive-2016": ("Base", 1, False, False),
        "hive-classic": ("Base", 1, False, False),
    }
    assert DEFAULT_EDITION.id == "ultimate-2024"


@pytest.mark.parametrize(("edition", "pieces"), list(zip(EDITIONS, (14, 13, 13, 11, 11), strict=True)), ids=str)
def test_pieces_in_each_box(edition: object, pieces: int) -> None:
    box = find_edition(str(edition)).box
    assert [len(box.pieces(color)) for color in Color] == [pieces, pieces]


def test_the_eight_game_types() -> None:
    assert [str(game_type) for game_type in GAME_TYPES] == [
        "Base",
        "Base+M",
        "Base+L",
        "Base+P",
        "Base+ML",
        "Base+MP",
        "Base+LP",
        "Base+MLP",
    ]
    for game_type in GAME_TYPES:
        assert GameType.parse(str(game_type)) == game_type
    assert GameType.parse(" base+PLM ") == GAME_TYPES[-1]
    assert Bug.SPIDER in GAME_TYPES[0]
    assert Bug.PILLBUG not in GAME_TYPES[0]


@pytest.mark.parametrize("text", ["", "Bas", "Base+", "Base+X", "Base+MM", "Base MLP", "Base+M+L", "+MLP"])
def test_invalid_game_type(text: str) -> None:
    with pytest.raises(NotationError, match="as in Base\\+MLP"):
        GameType.parse(text)


def test_expansions_have_a_fixed_order() -> None:
    with pytest.raises(ValueError, match="in this order"):
        GameType((Bug.PILLBUG, Bug.MOSQUITO))


def test_unknown_edition_error_lists_the_editions() -> None:
    with pytest.raises(NotationError, match="known editions are ultimate-2024, pocket-2012"):
        find_edition("pocket")
