"""The Board class."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest

from skep import (
    DEFAULT_EDITION,
    EDITIONS,
    PASS,
    Board,
    Color,
    GameType,
    Hex,
    IllegalMove,
    ImpossiblePosition,
    LegalMovesJson,
    Move,
    NotationError,
    Outcome,
    Piece,
    Position,
    Reason,
    Rule,
    SkepError,
    Termination,
    rules,
)
from skep.notation.uhp import format_move
from skep.rules import PathKind
from tests.random_play import EVERY_GAME, MAX_PLIES, choose, positions

THROW = "Base+P;InProgress;White[3];wP;bB1 \\wP;wQ wP\\;bB2 -bB1"
"""White's pillbug is pinned and can throw the queen bee."""

DRAW = "Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 \\wS1;bA1 bS1\\"

CLIMB = "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 /wS1;bB1 bQ\\;wB1 wS1"


def piece(name: str) -> Piece:
    return Piece.parse(name)


def test_a_new_board() -> None:
    board = Board()
    assert (board.edition, str(board.game_type), board.threefold) == (DEFAULT_EDITION, "Base+MLP", False)
    assert (board.ply, board.turn_number, board.turn) == (0, 1, Color.WHITE)
    assert (board.last_move, board.last_move_from, board.just_moved, board.moves) == (None, None, None, ())
    assert board.stacks == {}
    assert len(board.hand(Color.WHITE)) == len(board.hand(Color.BLACK)) == 14
    assert board.outcome() is None
    assert board.game_string() == "Base+MLP;NotStarted;White[1]"
    assert board.position() == Position.start()


@pytest.mark.parametrize("edition", EDITIONS, ids=str)
def test_the_default_game_type_is_that_of_the_box(edition: Any) -> None:
    assert Board(edition=edition).game_type == edition.box
    assert Board(edition=edition.id) == Board(edition=edition)


def test_errors_quote_unknown_game_types_and_editions() -> None:
    with pytest.raises(NotationError, match="not a game type: 'Base\\+X'"):
        Board("Base+X")
    with pytest.raises(NotationError, match="not an edition: 'hive-1999': known editions are ultimate-2024"):
        Board(edition="hive-1999")


def test_pieces_stacks_and_hands() -> None:
    board = Board.from_game_string(CLIMB)
    assert board.where(piece("wB1")) == board.where(piece("wS1")) == Hex(0, 0)
    assert board.where(piece("wA1")) is None
    assert board.stack(Hex(0, 0)) == (piece("wS1"), piece("wB1"))
    assert board.stack(Hex(-1, 1)) == board.stack(Hex(32, -1)) == ()
    assert (board.top(Hex(0, 0)), board.height(Hex(0, 0)), board.top(Hex(9, 9))) == (piece("wB1"), 2, None)
    assert board.stacks == {
        Hex(-1, 0): (piece("wQ"),),
        Hex(0, 0): (piece("wS1"), piece("wB1")),
        Hex(1, 0): (piece("bS1"),),
        Hex(2, 0): (piece("bQ"),),
        Hex(2, 1): (piece("bB1"),),
    }
    assert piece("wB1") not in board.hand(Color.WHITE)
    assert board.last_move == Move(piece("wB1"), Hex(0, 0))
    assert board.last_move_from == Hex(-1, 1)


def test_legal_moves_is_a_view() -> None:
    board = Board("Base")
    view = board.legal_moves
    assert len(view) == view.count() == len(list(view)) == 4
    assert Move(piece("wS1"), Hex(0, 0)) in view
    assert Move(piece("wS1"), Hex(1, 0)) not in view
    assert Move(piece("wS1"), Hex(32, -1)) not in view, "another hex of the same cell"
    assert "wS1" in view
    assert "wQ" not in view, "the queen bee may not be placed first"
    with pytest.raises(NotationError):
        assert "nonsense" in view
    assert repr(view) == "<LegalMoves: wS1, wB1, wG1, wA1>"
    board.push_uhp("wS1")
    assert len(view) == 24, "the view follows the board"


def test_checked_and_unchecked_moves() -> None:
    board = Board("Base")
    with pytest.raises(IllegalMove, match=r"^wQ: the queen bee wQ may not be placed on your first turn"):
        board.push_uhp("wQ")
    with pytest.raises(IllegalMove, match=r"^wS1 to \(5, 5\): "):
        board.push_checked(Move(piece("wS1"), Hex(5, 5)))
    with pytest.raises(NotationError, match="not a move: 'nonsense!'"):
        board.push_uhp("nonsense!")
    with pytest.raises(IllegalMove, match="pass"):
        board.push_checked(PASS)
    assert board == Board("Base"), "a rejected move changes nothing"
    board.push_checked(Move(piece("wS1"), Hex(0, 0)))
    board.push(Move(piece("bS1"), Hex(1, 0)))
    assert board.game_string() == "Base;InProgress;White[2];wS1;bS1 wS1-"
    assert board.pop() == Move(piece("bS1"), Hex(1, 0))
    assert board.pop() == Move(piece("wS1"), Hex(0, 0))
    with pytest.raises(IndexError, match="no move to take back"):
        board.pop()


def test_explain_and_path() -> None:
    board = Board.from_game_string(THROW)
    throw = board.parse_uhp("wQ -wP")
    assert board.explain(throw) is None
    assert board.explain("wQ -wP") is None
    path = board.path(throw)
    assert (path.kind, path.thrower) == (PathKind.THROW, piece("wP"))
    reason = board.explain("wP wQ-")
    assert isinstance(reason, Reason)
    assert reason.rule is Rule.ONE_HIVE
    assert piece("wP") in board.pinned()
    assert throw.to in board.reachable(piece("wQ"))


def test_just_moved_is_set_only_with_a_pillbug() -> None:
    with_pillbug = Board.from_game_string("Base+P;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ /wS1")
    without = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ /wS1")
    assert with_pillbug.just_moved == piece("wQ")
    assert without.just_moved is None


def test_surrounding_ends_the_game() -> None:
    board = next(board for board, moves in positions(17, 20_000) if not moves)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.termination in (Termination.SURROUNDED, Termination.BOTH_SURROUNDED)
    assert board.game_string().split(";")[1] == outcome.state
    reason = board.explain(PASS)
    assert reason is not None
    assert reason.rule is Rule.GAME_OVER
    assert Board.from_game_string(board.game_string(), edition=board.edition) == board


def test_draw_by_agreement_and_resignation() -> None:
    board = Board.from_game_string(DRAW)
    board.agree_draw()
    assert board.outcome() == Outcome(None, Termination.AGREEMENT)
    assert list(board.legal_moves) == []
    assert board.game_string().startswith("Base;Draw;White[4]")
    reason = board.explain("wA1 wS1/")
    assert reason is not None
    assert reason.rule is Rule.GAME_OVER
    with pytest.raises(IllegalMove, match="the game is over already: Draw: agreement"):
        board.resign(Color.WHITE)
    board.pop()
    assert board.outcome() is None
    board.resign(Color.BLACK)
    assert board.outcome() == Outcome(Color.WHITE, Termination.RESIGNATION)


def repeated_position(**options: Any) -> Board:
    """Return a board after the queen bees have moved back and forth twice."""
    board = Board.from_game_string(DRAW, **options)
    for _ in range(2):
        for move in ("wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"):
            if not board.is_game_over():
                board.push_uhp(move)
    return board


def test_repetitions_are_counted_and_end_the_game_only_with_threefold() -> None:
    free = repeated_position()
    assert free.outcome() is None
    assert free.repetitions() == 3
    strict = repeated_position(threefold=True)
    assert strict.outcome() == Outcome(None, Termination.REPETITION)
    assert list(strict.legal_moves) == []
    strict.pop()
    assert strict.outcome() is None
    assert strict.legal_moves


def test_forced_pass() -> None:
    for board, moves in positions(6, 20_000):
        if moves == [PASS]:
            ply = board.ply
            board.push_checked(PASS)
            assert (board.ply, board.just_moved) == (ply + 1, None)
            assert board.game_string().endswith(";pass")
            assert board.pop() is PASS
            return
    pytest.fail("no pass in these games")


def test_copies_are_equal_and_independent() -> None:
    board = Board.from_game_string(THROW, threefold=True)
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board
        assert hash(twin) == hash(board)
        assert twin.moves == board.moves
        twin.push_uhp("wQ wP-")
        assert twin != board
        twin.pop()
        assert twin == board
    board.agree_draw()
    assert pickle.loads(pickle.dumps(board)).outcome() == board.outcome()


def test_boards_are_equal_if_their_positions_are() -> None:
    one = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    other = Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ /wS1;bQ bS1-")
    assert one != other
    assert one != Board.from_game_string("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-", edition="hive-2016")
    assert one != "Base"


def test_reprs_round_trip() -> None:
    boards = [Board(), Board("Base", edition="hive-2016", threefold=True), Board.from_game_string(THROW)]
    boards.append(Board.from_position(boards[-1].position()))
    for board in boards:
        again = eval(repr(board), {"Board": Board})
        assert again == board


def test_a_board_from_a_position_has_no_game_string() -> None:
    board = Board.from_position(Board.from_game_string(THROW).position())
    with pytest.raises(SkepError, match="use position_string"):
        board.game_string()
    assert Board.from_position_string(board.position_string()) == board


def test_an_impossible_position_is_rejected_with_its_fault() -> None:
    start = Position.start(GameType())
    with pytest.raises(ImpossiblePosition, match="the hive is in more than one part"):
        Board.from_position(
            Position(
                {Hex(0, 0): (piece("wS1"),), Hex(5, 0): (piece("bS1"),)},
                start.hands - {piece("wS1"), piece("bS1")},
                2,
                game_type=GameType(),
            )
        )


def test_errors_in_a_game_string_say_where() -> None:
    with pytest.raises(IllegalMove, match="move 2 of the game: bQ wS1-: the queen bee bQ may not be placed"):
        Board.from_game_string("Base;;;wS1;bQ wS1-")
    with pytest.raises(NotationError, match=r"move 2: .*bX1"):
        Board.from_game_string("Base;;;wS1;bX1 wS1-")


def test_game_strings_are_read_leniently() -> None:
    canonical = Board.from_game_string("Base+MLP;InProgress;Black[2];wM;bL wM-;wQ -wM")
    for text in (
        "base+plm;INPROGRESS;black[2];WM1;bl1 wm-;wq -wm;",
        "Base+MLP;;;wM .;bL wM-;wQ -wM",
        "Base+MLP;WhiteWins;White[77];wM;bL wM-;wQ -wM",
        "Base+MLP;Nonsense;??;wM;bL wM-;wQ -wM",
    ):
        assert Board.from_game_string(text) == canonical
    climb = Board.from_game_string(CLIMB.replace("wB1 wS1", "wB1 wB1/"))
    assert climb == Board.from_game_string(CLIMB), "a piece as its own reference, and a direction for a climb"


def test_move_strings_round_trip() -> None:
    for board, moves in positions(8, 1_500):
        texts = [board.uhp(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [board.parse_uhp(text) for text in texts] == moves


def test_coordinates_stay_true_when_the_hive_moves_far() -> None:
    """The rearmost piece moves to the front, all the way round the kernel's ring of cells."""
    board = Board.from_game_string("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-")
    position = board.position()

    def gain(move: Move) -> int:
        start = None if move.is_pass else position.where(move.piece)
        return -1 if start is None else move.to.q - start.q

    for _ in range(160):
        board.push_checked(max(board.legal_moves, key=gain))
        assert board.last_move is not None
        position = rules.play(position, board.last_move)
        assert board.position() == position
        assert set(board.legal_moves) == rules.legal_moves(position)
    assert min(hex_.q for hex_ in board.stacks) > 20
    last = board.position()
    while board.moves:
        board.pop()
    assert board == Board("Base")
    assert last.faults() == []


def test_the_longest_possible_hive_fits_the_ring() -> None:
    """All 28 pieces are in a row, in each of the three directions."""
    rng = random.Random(3)
    for step in (Hex(1, 0), Hex(0, 1), Hex(1, -1)):
        start = Position.start()
        pieces = sorted(start.hands)
        rng.shuffle(pieces)
        stacks = {Hex(step.q * i - 50, step.r * i + 7): (one,) for i, one in enumerate(pieces)}
        position = Position(stacks, frozenset(), 60)
        board = Board.from_position(position)
        assert board.position() == position
        assert set(board.legal_moves) == rules.legal_moves(position)
        assert (
            board.symmetric_key()
            == Board.from_position(
                Position({Hex(-hex_.q, -hex_.r): stack for hex_, stack in stacks.items()}, frozenset(), 60)
            ).symmetric_key()
        )


def test_text_and_picture() -> None:
    board = Board.from_game_string(THROW)
    assert "wP" in str(board)
    assert board._repr_svg_().startswith("<svg")
    assert 'class="skep-last"' in board.svg()


def test_pushing_a_line_equals_pushing_its_moves() -> None:
    """Random games of every edition and game type, in which the hive moves; all moves can be taken back."""
    rng = random.Random(11)
    for edition, game_type in EVERY_GAME:
        board = Board(game_type, edition=edition)
        while board.ply < MAX_PLIES and (moves := board.legal_moves.list()):
            board.push(choose(rng, board, moves))
        texts = board.game_string().split(";")[3:]
        again = Board(game_type, edition=edition)
        again.push_line(texts)
        assert (again, again.moves, again.key()) == (board, board.moves, board.key())
        assert again.moves_after(board.ply - 3) == list(board.moves[-3:])
        for _ in texts:
            again.pop()
        assert again == Board(game_type, edition=edition)


def test_pushing_a_line_in_which_the_hive_moves_far() -> None:
    """Two spiders and two queen bees move so far that the window has to follow."""
    board = Board("Base")
    board.push_line(["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"])
    rng = random.Random(5)
    for _ in range(600):
        moving = [move for move in board.legal_moves if not move.is_pass and board.where(move.piece) is not None]
        moves = moving or board.legal_moves.list()
        if not moves:
            break
        board.push(
            max(moves, key=lambda move: (move.is_pass, 0) if move.is_pass else (False, move.to.q + rng.random()))
        )
    assert max(abs(hex_.q) for hex_ in board.stacks) > 32
    again = Board("Base")
    again.push_line(board.game_string().split(";")[3:])
    assert (again, again.moves) == (board, board.moves)


def test_pushing_a_line_stops_at_the_first_illegal_move() -> None:
    for threefold in (False, True):
        board = Board("Base", threefold=threefold)
        line = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", *["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"] * 2]
        with pytest.raises(IllegalMove):
            board.push_line([*line, "wA1 bQ-", "bA1 bQ-"])
        assert board.ply == len(line)
        with pytest.raises(NotationError):
            board.push_line(["wA1 nowhere"])
        board = Board("Base", threefold=threefold)
        board.agree_draw()
        with pytest.raises(IllegalMove):
            board.push_line(line)


def test_the_fast_move_strings_equal_those_of_the_notation() -> None:
    for board, moves in positions(seed=41, plies=1500):
        assert [board.uhp(move) for move in moves] == [format_move(move, board) for move in moves]


def test_the_move_strings_of_a_line_are_those_of_its_moves() -> None:
    for board, moves in positions(seed=44, plies=600):
        if moves and board.ply % 20:
            continue
        replay, texts = Board.from_position(board.start), []
        for move in board.moves:
            texts.append(replay.uhp(move))
            replay.push(move)
        start = Board.from_position(board.start)
        assert start.uhp_line(board.moves) == texts
        assert start.moves == ()


def test_destinations_are_the_legal_moves() -> None:
    for board, moves in positions(seed=42, plies=1500):
        expected: dict[str, list[tuple[int, int]]] = {}
        for move in moves:
            if not move.is_pass:
                expected.setdefault(str(move.piece), []).append((move.to.q, move.to.r))
        destinations = board.legal_moves.destinations()
        assert {name: list(zip(at[::2], at[1::2], strict=True)) for name, at in destinations.items()} == expected


def test_written_moves_are_the_legal_moves_and_do_not_change() -> None:
    earlier: list[tuple[LegalMovesJson, list[Move]]] = []
    passing = r"Base;;;wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ"
    forced = Board.from_game_string(passing, edition="hive-classic").legal_moves
    earlier.append((forced.to_json(), forced.list()))
    assert forced.to_json().must_pass
    assert forced.to_json().json == b"{}"
    for board, moves in positions(seed=43, plies=1500):
        written = board.legal_moves.to_json()
        assert written.must_pass == (moves == [PASS])
        earlier.append((written, moves))
    rng = random.Random(43)
    for written, moves in earlier:
        assert all(move in written for move in moves)
        others = rng.choice(earlier)[1]
        assert [move in written for move in others] == [move in moves for move in others]
    assert "wS1" not in earlier[0][0]


def test_written_moves_are_right_at_any_coordinates() -> None:
    spider, queen = Piece.parse("wS1"), Piece.parse("bQ")
    for corner in (Hex(0, 0), Hex(-17, 1000), Hex(10**9, -(10**9)), Hex(-(10**15), 10**15)):
        start = Position.start(GameType.parse("Base"))
        stacks = {corner: (spider,), corner.moved(1, 0): (queen,)}
        board = Board.from_position(replace(start, stacks=stacks, hands=start.hands - {spider, queen}, ply=2))
        destinations = board.legal_moves.destinations()
        written = {(name, at[i], at[i + 1]) for name, at in destinations.items() for i in range(0, len(at), 2)}
        assert written == {(str(move.piece), *move.to) for move in board.legal_moves}
        assert all(move in board.legal_moves.to_json() for move in board.legal_moves)
