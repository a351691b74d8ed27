"""Hypothesis strategies: random positions with stacks and unusual hands, random texts and corrupted texts."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from skep.editions import EDITIONS, GAME_TYPES, Edition, GameType
from skep.hexes import Hex
from skep.notation.position import earliest_ply, rest_of_pieces
from skep.pieces import Bug, Color, Piece
from skep.position import Position

LAW = settings(derandomize=True, deadline=None, max_examples=300)

_CLIMBERS = (Bug.BEETLE, Bug.MOSQUITO)


def _pieces(random: Random, game_type: GameType, color: Color, count: int) -> list[Piece]:
    """Return pieces of a player that can be in play together: the queen bee among four, low numbers first."""
    left = [piece for piece in game_type.pieces(color) if piece.bug is not Bug.QUEEN_BEE]
    chosen = list[Piece]()
    for _ in range(min(count, len(left) + 1)):
        first = [piece for piece in left if all(other.bug is not piece.bug or other >= piece for other in left)]
        chosen.append(random.choice(first) if first else Piece(color, Bug.QUEEN_BEE))
        left = [piece for piece in left if piece not in chosen]
    queen = Piece(color, Bug.QUEEN_BEE)
    if len(chosen) > 3 and queen not in chosen:
        chosen[-1] = queen
    random.shuffle(chosen)
    return chosen


def _hive(random: Random, pieces: list[Piece], start: Hex) -> dict[Hex, tuple[Piece, ...]]:
    stacks = dict[Hex, tuple[Piece, ...]]()
    for piece in pieces:
        if not stacks:
            stacks[start] = (piece,)
        elif piece.bug in _CLIMBERS and random.random() < 0.5:
            hex_ = random.choice(sorted(stacks, key=lambda hex_: (len(stacks[hex_]), hex_))[-3:])
            stacks[hex_] += (piece,)
        else:
            spaces = {near for hex_ in stacks for near in hex_.neighbours()}.difference(stacks)
            stacks[random.choice(sorted(spaces))] = (piece,)
    return stacks


def _hands(random: Random, stacks: dict[Hex, tuple[Piece, ...]], game_type: GameType) -> frozenset[Piece]:
    rest = rest_of_pieces(game_type, stacks.values())
    if random.random() < 0.7:
        return rest
    return frozenset(piece for piece in sorted(rest) if piece.bug is Bug.QUEEN_BEE or random.random() < 0.5)


@st.composite
def positions(draw: st.DrawFn, max_pieces: int = 28) -> Position:
    """Draw a position without faults, with up to ``max_pieces`` pieces in play."""
    count = draw(st.integers(0, max_pieces), label="pieces")
    game_type: GameType = draw(st.sampled_from(GAME_TYPES))
    edition: Edition = draw(st.sampled_from(EDITIONS))
    random = Random(draw(st.integers(0, 2**32 - 1), label="seed"))
    start = Hex(random.randint(-150, 150), random.randint(-150, 150)) if random.random() < 0.5 else Hex(0, 0)
    mine = _pieces(random, game_type, Color.WHITE, (count + 1) // 2)
    theirs = _pieces(random, game_type, Color.BLACK, count // 2)
    pieces = mine + theirs
    random.shuffle(pieces)
    stacks = _hive(random, pieces, start)
    ply = earliest_ply(stacks.values())
    if mine and theirs:
        ply += random.choice((0, 0, 1, 2, 57))
    moved = None
    if stacks and Bug.PILLBUG in game_type and random.random() < 0.5:
        moved = random.choice(sorted(stacks.values()))[-1]
    position = Position(stacks, _hands(random, stacks, game_type), ply, moved, game_type, edition)
    position.check()
    return position


random_texts = st.one_of(
    st.text(max_size=200),
    st.text(alphabet="wbQSBGAMLP123.,:/^-*()[]! \n\tBase+White0onhd", max_size=200),
)
"""Meaningless texts, some of them with the characters of the notation."""


@st.composite
def corrupted(draw: st.DrawFn, valid: st.SearchStrategy[str]) -> str:
    """Draw a valid text and change, remove or insert a few characters."""
    text = list(draw(valid))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        piece = draw(st.sampled_from([*"wbQSA12.,:/^-*()[]! \n;+", "wQ", "bB1", "\0", "é", "٣"]))
        text[place : place + draw(st.integers(0, 2))] = piece
    return "".join(text)
