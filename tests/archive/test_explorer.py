"""The explorer agrees with a full scan of all games."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from skep import Board, Color, Hex, find_edition, rules
from skep.archive import Archive, ExplorerResult, Filters
from skep.archive.keys import OPENING_PIECES
from skep.archive.prepared import prepare_game
from skep.game import Game, Result, ResultCode
from skep.hexes import SYMMETRIES
from tests.archive.helpers import Counts, Replayed, image, random_filters, random_games, scan
from tests.sizes import small_and_large


def counts(explored: ExplorerResult, board: Board) -> Counts:
    """Return an explorer result in the form of the scan's."""
    total = (explored.white, explored.draws, explored.black, explored.unfinished)
    moves: dict[object, tuple[int, int, int, int]] = {}
    for move in explored.moves:
        after = Board.from_position(board.position())
        after.push(move.move)
        form = rules.canonical(after.position())
        assert form not in moves, "moves to the same position must be combined"
        moves[form] = (move.white, move.draws, move.black, move.unfinished)
        assert move.games == sum(moves[form])
        assert board.uhp(move.move) == move.uhp
    assert explored.games == sum(total)
    assert [move.games for move in explored.moves] == sorted((move.games for move in explored.moves), reverse=True)
    return total, moves


def random_board(rng: random.Random, games: list[Game]) -> Board:
    """Return a position of one of the games, rotated or mirrored."""
    game = image(rng.choice(games), rng.choice(SYMMETRIES))
    board = Board(game.game_type, edition=game.edition)
    moves = game.mainline_moves()
    for move in moves[: rng.choice([0, 1, 2, 4, 6, *[rng.randrange(len(moves) + 1)] * 4])]:
        board.push(move)
    return board


@small_and_large("number", 80, 120)
def test_results_equal_those_of_a_full_scan(archive: Archive, number: int) -> None:
    rng = random.Random(5)
    games = random_games(1, number)
    archive.add_many(games, source="test")
    # Export the games, because the archive has removed duplicates.
    replayed = [Replayed.of(game) for game in archive.export()]
    assert len(replayed) == archive.count() > 0.8 * number
    openings = deep = repeated = 0
    for _ in range(2 * number):
        board, filters = random_board(rng, games), rng.choice([Filters(), random_filters(rng)])
        explored = archive.explore(board, filters)
        expected = scan(replayed, board, filters)
        assert counts(explored, board) == expected, (board, filters)
        pieces = sum(len(stack) for stack in board.stacks.values())
        openings += bool(explored.games) and pieces <= OPENING_PIECES
        deep += bool(explored.games) and pieces > OPENING_PIECES
        repeated += sum(move.games for move in explored.moves) > explored.games
    assert openings > number // 3
    assert deep > number // 5
    assert repeated > 0, "no game repeated a position and continued differently"


def test_latest_games(archive: Archive) -> None:
    rng = random.Random(6)
    games = random_games(2, 80, types=["Base"])
    archive.add_many(games, source="test")
    stored = {entry.id: Replayed.of(archive.game(entry.id)) for entry in archive.find(limit=1000)}
    for _ in range(40):
        board, filters = random_board(rng, games), random_filters(rng)
        form = rules.canonical(board.position())
        expected = [
            entry.id
            for entry in archive.find(filters, limit=1000)
            if form in stored[entry.id].forms and stored[entry.id].game.game_type == board.game_type
        ]
        assert [entry.id for entry in archive.explore(board, filters).latest_games] == expected[:10]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_rotated_and_mirrored_positions_have_the_same_keys(symmetry: Callable[[Hex], Hex]) -> None:
    game = random_games(3, 1, plies=40)[0]
    one, two = prepare_game(game, "a", None), prepare_game(image(game, symmetry), "b", None)
    assert (one.keys, one.next_keys, one.moves) == (two.keys, two.next_keys, two.moves)


def test_positions_with_swapped_piece_numbers_are_the_same(archive: Archive) -> None:
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


def test_mirrored_moves_are_combined(archive: Archive) -> None:
    lines = ("wS1;bS1 wS1-;wQ /wS1", r"wS1;bS1 wS1-;wQ \wS1", "wS1;bS1 -wS1;wQ wS1/", "wS1;bS1 wS1-;wQ -wS1")
    for number, line in enumerate(lines):
        game = Game.parse(f"Base;;;{line}")
        game.tags["White"] = f"player {number}"
        archive.add(game, source="test")
    explored = archive.explore(Board.from_game_string("Base;;;wS1;bS1 wS1/"))
    assert [move.games for move in explored.moves] == [3, 1]
    assert {str(move.move.piece) for move in explored.moves} == {"wQ"}
    assert explored.moves[0].uhp in ("wQ -wS1", "wQ wS1\\")


def test_moves_of_other_editions_are_included(archive: Archive) -> None:
    archive.add(Game.parse("Base;;;wQ;bQ wQ-"), source="test")
    archive.add(Game.parse("Base;;;wS1;bQ wS1-"), source="test")
    explored = archive.explore(Board("Base"))
    assert sorted(move.uhp for move in explored.moves) == ["wQ", "wS1"]
    classic = Filters(edition=find_edition("hive-2016"))
    assert sum(move.games for move in archive.explore(Board("Base"), classic).moves) == 2
    assert archive.explore(Board("Base"), Filters(edition=find_edition("ultimate-2024"))).games == 0


def test_players_of_a_move(archive: Archive) -> None:
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
    assert archive.explore(Board("Base"), bob).games == 2, "a game of a player against themselves counts once"
    assert archive.explore(Board("Base"), Filters(player="bob", side=Color.WHITE)).games == 1
    assert archive.explore(Board("Base"), Filters(player="bob", side=Color.BLACK)).games == 2


def test_positions_with_other_bugs_in_hand_are_different(archive: Archive) -> None:
    archive.add(Game.parse("Base+M;;;wS1;bS1 wS1-"), source="test")
    assert archive.explore(Board("Base+M")).games == 1
    assert archive.explore(Board("Base")).games == 0
    assert archive.explore(Board("Base+M"), Filters(game_type=Board("Base").game_type)).games == 0


def test_finished_board_can_be_explored(archive: Archive) -> None:
    board = Board.from_game_string("Base;;;wS1;bS1 wS1-")
    archive.add(Game.from_board(board), source="test")
    board.agree_draw()
    explored = archive.explore(board)
    assert (explored.games, explored.unfinished, explored.moves) == (1, 1, ())


def test_counts_by_result(archive: Archive) -> None:
    codes = [ResultCode.WHITE_WINS] * 3 + [ResultCode.DRAW] * 2 + [ResultCode.BLACK_WINS, ResultCode.UNFINISHED]
    for number, code in enumerate(codes):
        game = Game.parse("Base;;;wS1;bS1 wS1-")
        game.tags["White"], game.result = f"player {number}", Result(code)
        archive.add(game, source="test")
    explored = archive.explore(Board("Base"))
    assert (explored.games, explored.white, explored.draws, explored.black, explored.unfinished) == (7, 3, 2, 1, 1)
    drawn = archive.explore(Board("Base"), Filters(result=ResultCode.DRAW))
    assert (drawn.games, drawn.draws, drawn.moves[0].games) == (2, 2, 2)
    assert archive.explore(Board("Base"), Filters(player="player 0", result=ResultCode.DRAW)).games == 0
