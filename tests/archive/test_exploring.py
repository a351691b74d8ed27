"""The explorer tells what a scan of all games tells, whatever is asked."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from skep import Board, Color, Hex, find_edition, rules
from skep.archive import Archive, Explored, Filters
from skep.archive.keys import OPENING, prepare
from skep.game import Game, Result, ResultCode
from skep.hexes import SYMMETRIES
from tests.archive.helpers import Replayed, Told, image, scanned, some_filters, some_games


def told(explored: Explored, board: Board) -> Told:
    """An answer in the form of the scan's."""
    total = (explored.white, explored.draws, explored.black, explored.unfinished)
    moves: dict[object, tuple[int, int, int, int]] = {}
    for move in explored.moves:
        after = Board.from_position(board.position())
        after.push(move.move)
        form = rules.canonical(after.position())
        assert form not in moves, "moves that lead to the same position are one"
        moves[form] = (move.white, move.draws, move.black, move.unfinished)
        assert move.games == sum(moves[form])
        assert board.uhp(move.move) == move.uhp
    assert explored.games == sum(total)
    assert [move.games for move in explored.moves] == sorted((move.games for move in explored.moves), reverse=True)
    return total, moves


def random_board(rng: random.Random, games: list[Game]) -> Board:
    """A position of one of the games, turned or mirrored, in some edition."""
    game = image(rng.choice(games), rng.choice(SYMMETRIES))
    board = Board(game.game_type, edition=game.edition)
    moves = game.mainline_moves()
    for move in moves[: rng.choice([0, 1, 2, 4, 6, *[rng.randrange(len(moves) + 1)] * 4])]:
        board.push(move)
    return board


def test_answers_are_those_of_a_full_scan(archive: Archive) -> None:
    rng = random.Random(5)
    games = some_games(1, 120)
    archive.add_many(games, source="test")
    # what the archive took for different games
    replayed = [Replayed.of(game) for game in archive.export()]
    assert len(replayed) == archive.count() > 100
    openings = deep = repeated = 0
    for _ in range(250):
        board, filters = random_board(rng, games), rng.choice([Filters(), some_filters(rng)])
        explored = archive.explore(board, filters)
        expected = scanned(replayed, board, filters)
        assert told(explored, board) == expected, (board, filters)
        pieces = sum(len(stack) for stack in board.stacks.values())
        openings += bool(explored.games) and pieces <= OPENING
        deep += bool(explored.games) and pieces > OPENING
        repeated += sum(move.games for move in explored.moves) > explored.games
    assert openings > 50
    assert deep > 30
    assert repeated > 0, "no game came back to a position and went on differently"


def test_the_games_behind_are_the_latest_with_the_position(archive: Archive) -> None:
    rng = random.Random(6)
    games = some_games(2, 80, types=["Base"])
    archive.add_many(games, source="test")
    kept = {entry.id: Replayed.of(archive.game(entry.id)) for entry in archive.find(limit=1000)}
    for _ in range(40):
        board, filters = random_board(rng, games), some_filters(rng)
        form = rules.canonical(board.position())
        wanted = [
            entry.id
            for entry in archive.find(filters, limit=1000)
            if form in kept[entry.id].forms and kept[entry.id].game.game_type == board.game_type
        ]
        assert [entry.id for entry in archive.explore(board, filters).behind] == wanted[:10]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_turned_and_mirrored_positions_are_the_same(symmetry: Callable[[Hex], Hex]) -> None:
    game = some_games(3, 1, plies=40)[0]
    turned = image(game, symmetry)
    ours, theirs = prepare(game, "a", None), prepare(turned, "b", None)
    assert (ours.keys, ours.nexts, ours.moves) == (theirs.keys, theirs.nexts, theirs.moves)


def test_bugs_that_swapped_numbers_are_the_same(archive: Archive) -> None:
    lines = (
        r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 /wQ;bA1 bQ/;wA2 -wQ;bA2 bQ-",
        r"Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA2 /wQ;bA2 bQ/",
    )
    boards = [Board.from_game_string(line) for line in lines]
    for board in boards:
        archive.add(Game.from_board(board), source="test")
    assert archive.count() == 2
    assert boards[0].position() != boards[1].position()
    for board in boards:
        assert archive.explore(board).games == 2


def test_mirror_images_of_a_move_are_one_row(archive: Archive) -> None:
    lines = ("wS1;bS1 wS1-;wQ /wS1", r"wS1;bS1 wS1-;wQ \wS1", "wS1;bS1 -wS1;wQ wS1/", "wS1;bS1 wS1-;wQ -wS1")
    for number, line in enumerate(lines):
        game = Game.parse(f"Base;;;{line}")
        game.tags["White"] = f"player {number}"
        archive.add(game, source="test")
    explored = archive.explore(Board.from_game_string("Base;;;wS1;bS1 wS1/"))
    assert [move.games for move in explored.moves] == [3, 1]
    assert {str(move.move.piece) for move in explored.moves} == {"wQ"}
    assert explored.moves[0].uhp in ("wQ -wS1", "wQ wS1\\")


def test_moves_of_another_edition_are_told(archive: Archive) -> None:
    archive.add(Game.parse("Base;;;wQ;bQ wQ-"), source="test")
    archive.add(Game.parse("Base;;;wS1;bQ wS1-"), source="test")
    explored = archive.explore(Board("Base"))
    assert sorted(move.uhp for move in explored.moves) == ["wQ", "wS1"]
    classic = Filters(edition=find_edition("hive-2016"))
    assert sum(move.games for move in archive.explore(Board("Base"), classic).moves) == 2
    assert archive.explore(Board("Base"), Filters(edition=find_edition("ultimate-2024"))).games == 0


def test_players_are_those_who_made_the_move(archive: Archive) -> None:
    for number, (white, black) in enumerate([("Ann", "Bob"), ("ann", "Cid"), ("Cid", "Ann"), ("Bob", "Bob")]):
        game = Game.parse("Base;;;wS1;bS1 wS1-;wQ -wS1")
        game.tags.update({"White": white, "Black": black, "Date": f"2025.01.{number + 1:02}"})
        archive.add(game, source="test")
    (first,) = archive.explore(Board("Base")).moves
    assert first.players[0] == "Ann"
    assert set(first.players) == {"Ann", "Bob", "Cid"}
    (reply,) = archive.explore(Board.from_game_string("Base;;;wS1")).moves
    assert reply.players[0] == "Bob"
    bob = Filters(player="BOB")
    assert archive.explore(Board("Base"), bob).games == 2, "a game against oneself counts once"
    assert archive.explore(Board("Base"), Filters(player="bob", side=Color.WHITE)).games == 1
    assert archive.explore(Board("Base"), Filters(player="bob", side=Color.BLACK)).games == 2


def test_a_position_with_other_bugs_in_hand_is_another(archive: Archive) -> None:
    archive.add(Game.parse("Base+M;;;wS1;bS1 wS1-"), source="test")
    assert archive.explore(Board("Base+M")).games == 1
    assert archive.explore(Board("Base")).games == 0
    assert archive.explore(Board("Base+M"), Filters(game_type=Board("Base").game_type)).games == 0


def test_a_finished_board_is_explored_too(archive: Archive) -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
    archive.add(Game.from_board(board), source="test")
    board.agree_draw()
    explored = archive.explore(board)
    assert (explored.games, explored.unfinished, explored.moves) == (1, 1, ())


def test_values_are_the_deepest_ones(archive: Archive) -> None:
    game = Game.parse("Base;;;wS1;bS1 wS1-")
    archive.add(game, source="test")
    after = Board.from_game_string("Base;;;wS1")
    assert archive.value(after) is None
    archive.note_value(after, 0.25, 7)
    archive.note_value(after, -9.0, 3)
    assert archive.value(after) == (0.25, 7)
    archive.note_value(after, 0.5, 7)
    (move,) = archive.explore(Board("Base")).moves
    assert (move.value, move.depth) == (0.5, 7)
    with pytest.raises(ValueError, match="not what an engine thinks"):
        archive.note_value(after, float("nan"), 1)


def test_results_are_counted(archive: Archive) -> None:
    scores = [ResultCode.WHITE_WINS] * 3 + [ResultCode.DRAW] * 2 + [ResultCode.BLACK_WINS, ResultCode.UNFINISHED]
    for number, score in enumerate(scores):
        game = Game.parse("Base;;;wS1;bS1 wS1-")
        game.tags["White"], game.result = f"player {number}", Result(score)
        archive.add(game, source="test")
    explored = archive.explore(Board("Base"))
    assert (explored.games, explored.white, explored.draws, explored.black, explored.unfinished) == (7, 3, 2, 1, 1)
    drawn = archive.explore(Board("Base"), Filters(result=ResultCode.DRAW))
    assert (drawn.games, drawn.draws, drawn.moves[0].games) == (2, 2, 2)
    assert archive.explore(Board("Base"), Filters(player="player 0", result=ResultCode.DRAW)).games == 0
