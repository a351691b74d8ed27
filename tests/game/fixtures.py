"""Games that the project recorded itself, in every dialect: ``python -m tests.game.fixtures`` writes them anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from skep import Board
from skep.game import Game, Glyph, Result, Score
from skep.hexes import Hex
from skep.moves import Move
from tests.game.helpers import random_game

FOLDER = Path(__file__).parent.parent / "data" / "records"
PASSING = r"Base;;;wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ;pass;bA1 bQ\;pass;bA1 bQ-"
"""In an edition that lets the queen bee begin: White's only piece is covered twice over."""


def annotated() -> Game:
    """A game with everything that a record can hold."""
    game = Game.from_board(random_game(1, plies=40))
    game.tags.update({"Event": "a test", "Date": "2026.02.03", "Time": "12:34:56", "Site": "here", "Round": "1.2"})
    game.tags.update({"White": 'Ann "the Ant" O\'Nym', "Black": "Børge", "Annotator": "nobody"})
    game.comment = "Recorded by skep.\nTwo lines, {braces} and [%clk 0:00:01] that is none."
    clock = 600.0
    chance = random.Random(1)
    for node in game.mainline():
        node.spent = chance.randrange(9000) / 1000
        node.clock = clock = clock - node.spent / 2
        if node.ply % 9 == 0:
            node.comment, node.glyph = f"said at ply {node.ply}", chance.choice(list(Glyph))
        if node.ply % 10 == 0 and node.parent is not None:
            other = next(move for move in node.parent.board().legal_moves if move != node.move)
            line = node.parent.add_variation(other, comment="a variation", glyph=Glyph.DUBIOUS)
            line.add_line(line.board().legal_moves.list()[:1])
    game.result = Result(Score.BLACK_WINS, "time")
    return game


def collection() -> list[Game]:
    """One annotated game, some plain ones and one of another edition."""
    games = [annotated()]
    for seed, game_type in enumerate(("Base", "Base+M", "Base+LP"), 2):
        board = random_game(seed, game_type)
        if board.outcome() is None:
            board.agree_draw()
        games.append(Game.from_board(board))
    games.append(Game.from_board(Board.from_game_string(PASSING, edition="hive-2016")))
    return games


def sgf_of(board: Board, *, old: bool = False, robot: bool = False) -> Iterator[str]:
    """A game as BoardSpace records it: gesture by gesture, by a person, by a robot, or as in its early years."""
    letters = (
        "".join(reversed(str(board.game_type).removeprefix("Base+").lower())) if "+" in str(board.game_type) else ""
    )
    yield from ("(;", "GM[27]VV[1]", f"SU[hive{'-' * bool(letters)}{letters}]", "DT[Tue Feb 03 12:34:56 CET 2026]")
    yield from ("GN[HV-ann-bob-2026-02-03-1234]", "RE[Partie gagnée par bob]", 'P0[id "ann"]', 'P1[id "bob"]')
    yield "P1[ranking 1500]"
    yield "; P0[0 Start P0]"
    replay, node = Board.from_position(board.start), 0
    for move in board.moves:
        player = f"P{replay.ply % 2}"
        for gesture in gestures(replay, move, old=old, robot=robot):
            node += 1
            yield f"; {player}[{node} {gesture}]"
        replay.push(move)
    yield f"; P0[{node + 1} resign]"
    yield from (";", "P0[time 0:12:00 ]", "P1[time 0:01:00 ]", ")", "")


def gestures(board: Board, move: Move, *, old: bool, robot: bool) -> Iterator[str]:
    """What the mouse does in one turn."""
    if move.is_pass:
        if not old:
            yield "pass"
        yield "done"
        return
    name, color = str(move.piece), "WB"[move.piece.color]
    if move.piece.bug.count == 1 and name[1] in "MLP":
        name += "1"
    if old:
        name = name[1:]
    reference = board.uhp(move).partition(" ")[2] or "."
    reference = reference if old else reference.replace("\\", "\\\\")
    where = place(move.to)
    if robot:
        yield f"movedone {color} {name} {where} {reference}"
        return
    source = board.where(move.piece)
    yield f"pick {color} 0 {name}" if source is None else f"pickb {place(source)} {name}"
    if board.ply % 7 == 5:  # second thoughts
        yield f"dropb {name} {place(Hex(9, 9))} ."
        yield f"pickb {place(Hex(9, 9))} {name}"
    thrown = move.piece.color is not board.to_move
    yield f"{'p' * thrown}dropb {name} {where} {reference}"
    yield "done"


def place(hex_: Hex) -> str:
    """A column's letter and a row."""
    return f"{chr(ord('N') + hex_.q)} {13 - hex_.r}"


def files() -> dict[str, str]:
    """The fixtures by name."""
    games = collection()
    boards = [game.end().board() for game in games]
    return {
        **{f"{form}.pgn": "".join(game.text(form) for game in games) for form in ("pgn", "mzinga", "hivegame")},
        "games.uhp": "# every game, without what was said of it\n" + "".join(game.text("uhp") for game in games),
        "person.sgf": "\n".join(line for board in boards[:2] for line in sgf_of(board)),
        "robot.sgf": "\n".join(sgf_of(boards[2], robot=True)),
        "old.sgf": "\n".join(sgf_of(boards[4], old=True)),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
