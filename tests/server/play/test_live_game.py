"""A game as a state machine: what each side may do, and that events alone rebuild it."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest

from skep.board import Board
from skep.moves import Move
from skep.pieces import PIECES, Color
from skep.server.play.live_game import Command, DamagedGame, LiveGame
from skep.server.play.snapshots import Presence, snapshot
from skep.server.schemas.game import (
    Abort,
    ClockRule,
    GameResult,
    LegalMovesView,
    MakeMove,
    ProposalKind,
    Propose,
    RefusalCode,
    Reply,
    Resign,
)
from skep.server.schemas.refusals import Refusal
from skep.server.store.records import Event, EventKind, GameRow, StoredGame
from tests.server.games import GAME, LINKS, game_row, legal_of, play, random_move

WHITE, BLACK = Color.WHITE, Color.BLACK
CLOCKS = (ClockRule(), ClockRule(kind="minutes", minutes=5, increment=3), ClockRule(kind="days", days=2))


def move(ply: int, piece: str | None = None, *to: int) -> MakeMove:
    return MakeMove(id=1, game=GAME, ply=ply, piece=piece, to=(to[0], to[1]) if to else None)


def propose(what: ProposalKind) -> Propose:
    return Propose(id=1, game=GAME, what=what)


def reply(what: ProposalKind, *, accept: bool) -> Reply:
    return Reply(id=1, game=GAME, what=what, accept=accept)


RESIGN, ABORT = Resign(id=1, game=GAME), Abort(id=1, game=GAME)


def do(table: LiveGame, side: Color, wish: Command, now: float = 2000.0) -> Event:
    event = table.decide(side, wish, now, next_game="nextnextne")
    assert isinstance(event, Event), event
    status = table.status_after(event)
    table.apply(event)
    assert table.status() == status
    return event


def refused(table: LiveGame, side: Color, wish: Command, now: float = 2000.0) -> RefusalCode:
    before = picture(table)
    decided = table.decide(side, wish, now, next_game="nextnextne")
    assert isinstance(decided, Refusal), decided
    assert picture(table) == before
    return decided.code


def picture(table: LiveGame) -> bytes:
    """Everything that can be seen of a table."""
    state = snapshot(table, frozenset(Color), presence=Presence(), chat=[], links=LINKS, now=5000.0)
    return msgspec.json.encode(state) + repr((table.board.position(), table.board_seq, table.status())).encode()


def rebuilt(row: GameRow, events: list[Event]) -> LiveGame:
    table = LiveGame(row)
    return LiveGame.restored(StoredGame(row, table.status(), 0.0, tuple(events)))


def test_moves_are_stored_as_canonical_move_strings() -> None:
    table = LiveGame(game_row())
    assert do(table, WHITE, move(0, "wG1", 0, 0)).text == "wG1"
    event = do(table, BLACK, move(1, "bS1", 1, 0), 2001.0)
    assert (event.kind, event.seq, event.side, event.text) == (EventKind.MOVE, 2, BLACK, "bS1 wG1-")
    played = table.played[-1]
    assert (played.uhp, played.piece, played.origin, played.to, played.spent) == ("bS1 wG1-", "bS1", None, (1, 0), 1000)
    do(table, WHITE, move(2, "wQ", -1, 0))
    do(table, BLACK, move(3, "bQ", 2, 0))
    do(table, WHITE, move(4, "wQ", 0, -1))
    assert table.played[-1].origin == (-1, 0)


def test_the_legal_moves_are_the_boards() -> None:
    table = LiveGame(game_row())
    play(table, 30)
    told = {
        (piece, places[at], places[at + 1])
        for piece, places in legal_of(table).moves.items()
        for at in range(0, len(places), 2)
    }
    assert told == {(str(legal.piece), *legal.to) for legal in table.board.legal_moves}


@pytest.mark.parametrize(
    ("side", "wish", "code"),
    [
        (BLACK, move(1, "bS1", 5, 5), "late"),
        (BLACK, move(2, "bS1", 1, 0), "not-your-turn"),
        (WHITE, move(2, "wS1"), "malformed"),
        (WHITE, move(2, "wA1", 2, 0), "illegal"),
        (WHITE, move(2, "bS1", 0, 1), "illegal"),
        (WHITE, move(2), "illegal"),
        (WHITE, move(7, "wA1", 0, 1), "late"),
        (WHITE, ABORT, "not-possible"),
        (WHITE, propose("rematch"), "not-possible"),
        (WHITE, reply("draw", accept=True), "nothing-proposed"),
        (WHITE, reply("takeback", accept=False), "nothing-proposed"),
    ],
)
def test_refusals(side: Color, wish: Command, code: str) -> None:
    table = LiveGame(game_row())
    do(table, WHITE, move(0, "wG1", 0, 0))
    do(table, BLACK, move(1, "bS1", 1, 0))
    assert refused(table, side, wish) == code


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    table = LiveGame(game_row())
    do(table, WHITE, move(0, "wG1", 0, 0))
    decided = table.decide(BLACK, move(1, "bQ", 1, 0), 2000.0)
    assert isinstance(decided, Refusal)
    assert decided.why is not None
    assert decided.why.rule == "queen-bee-not-yet"
    assert decided.text == decided.why.text


def test_nothing_is_played_before_the_second_seat_is_taken() -> None:
    table = LiveGame(game_row(black=None, clock=CLOCKS[1]))
    assert refused(table, WHITE, move(0, "wG1", 0, 0)) == "not-possible"
    assert refused(table, WHITE, RESIGN) == "not-possible"
    assert refused(table, WHITE, propose("draw")) == "not-possible"
    assert table.deadline is None
    joined = table.decide_join("ben", 3000.0)
    assert isinstance(joined, Event)
    status = table.status_after(joined)
    table.apply(joined)
    assert table.status() == status
    assert status.deadline == 3300.0
    assert isinstance(table.decide_join("eve", 3001.0), Refusal)
    do(table, WHITE, move(0, "wG1", 0, 0), 3010.0)


def test_an_open_game_can_be_aborted_and_then_not_joined() -> None:
    table = LiveGame(game_row(black=None))
    do(table, WHITE, ABORT)
    assert table.result == GameResult(winner=None, ending="aborted")
    decided = table.decide_join("ben", 3000.0)
    assert isinstance(decided, Refusal)
    assert decided.code == "game-over"


def test_resigning_and_what_is_possible_afterwards() -> None:
    table = LiveGame(game_row())
    do(table, WHITE, move(0, "wG1", 0, 0))
    do(table, WHITE, RESIGN)
    assert table.result == GameResult(winner="black", ending="resignation")
    for wish in (RESIGN, ABORT, propose("draw"), propose("takeback"), move(1, "bS1", 1, 0)):
        assert refused(table, BLACK, wish) == "game-over"
    assert legal_of(table) == LegalMovesView(moves={}, must_pass=False)


def test_a_draw_by_agreement() -> None:
    table = LiveGame(game_row())
    do(table, BLACK, propose("draw"))
    assert refused(table, BLACK, propose("draw")) == "not-possible"
    assert refused(table, BLACK, reply("draw", accept=True)) == "not-possible"
    do(table, WHITE, reply("draw", accept=True))
    assert table.result == GameResult(winner=None, ending="agreement")


def test_two_offers_are_an_agreement() -> None:
    table = LiveGame(game_row())
    do(table, BLACK, propose("draw"))
    do(table, WHITE, propose("draw"))
    assert table.result == GameResult(winner=None, ending="agreement")


def test_what_was_declined_is_not_asked_again_before_the_next_move() -> None:
    table = LiveGame(game_row())
    do(table, WHITE, propose("draw"))
    do(table, BLACK, reply("draw", accept=False))
    assert not table.proposals
    assert refused(table, WHITE, propose("draw")) == "not-possible"
    do(table, WHITE, move(0, "wG1", 0, 0))
    do(table, WHITE, propose("draw"))
    do(table, WHITE, reply("draw", accept=False))
    do(table, WHITE, propose("draw"))


def test_a_move_declines_the_other_sides_wishes_and_keeps_its_own_offer() -> None:
    table = LiveGame(game_row())
    do(table, WHITE, move(0, "wG1", 0, 0))
    do(table, WHITE, propose("takeback"))
    do(table, WHITE, propose("draw"))
    do(table, BLACK, move(1, "bS1", 1, 0))
    assert not table.proposals
    do(table, WHITE, propose("draw"))
    do(table, WHITE, propose("takeback"))
    do(table, WHITE, move(2, "wQ", -1, 0))
    assert table.proposals == {"draw": WHITE}


def test_a_takeback_goes_back_before_the_askers_last_move() -> None:
    table = LiveGame(game_row())
    assert refused(table, WHITE, propose("takeback")) == "not-possible"
    do(table, WHITE, move(0, "wG1", 0, 0))
    assert refused(table, BLACK, propose("takeback")) == "not-possible"
    do(table, BLACK, move(1, "bS1", 1, 0))
    do(table, WHITE, move(2, "wQ", -1, 0))
    do(table, WHITE, propose("takeback"))
    do(table, BLACK, reply("takeback", accept=True))
    assert table.ply == 2
    do(table, WHITE, propose("takeback"))
    do(table, BLACK, reply("takeback", accept=True))
    assert (table.ply, table.to_move, len(table.board.moves)) == (0, WHITE, 0)
    do(table, WHITE, move(0, "wB1", 0, 0))


def test_the_computer_gives_moves_back_at_once_with_its_answer() -> None:
    table = LiveGame(game_row(level=3))
    do(table, WHITE, move(0, "wG1", 0, 0))
    assert table.computer_to_move
    do(table, WHITE, propose("takeback"))
    assert (table.ply, table.computer_to_move) == (0, False)
    do(table, WHITE, move(0, "wG1", 0, 0))
    do(table, BLACK, move(1, "bS1", 1, 0))
    do(table, WHITE, propose("takeback"))
    assert table.ply == 0
    do(table, WHITE, propose("draw"))
    assert table.proposals == {"draw": WHITE}


def test_on_one_screen_everything_is_agreed_at_once() -> None:
    table = LiveGame(game_row(black="anna"))
    assert table.same_screen
    do(table, WHITE, move(0, "wG1", 0, 0))
    do(table, BLACK, propose("takeback"))
    assert table.ply == 0
    do(table, WHITE, propose("draw"))
    assert table.result == GameResult(winner=None, ending="agreement")
    assert do(table, WHITE, propose("rematch")).kind is EventKind.REMATCH
    assert table.rematch == "nextnextne"
    assert refused(table, WHITE, propose("rematch")) == "not-possible"


def test_a_rematch_between_people_needs_both() -> None:
    table = LiveGame(game_row())
    do(table, WHITE, RESIGN)
    do(table, WHITE, propose("rematch"))
    event = do(table, BLACK, reply("rematch", accept=True))
    assert (event.kind, event.side, table.rematch) == (EventKind.REMATCH, WHITE, "nextnextne")
    assert not table.proposals


def test_the_flag() -> None:
    table = LiveGame(game_row(clock=ClockRule(kind="minutes", minutes=1, increment=2)))
    do(table, WHITE, move(0, "wG1", 0, 0), 1010.0)
    assert table.deadline == 1070.0
    assert table.decide_flag(1069.9) is None
    ending = table.decide_flag(1070.0)
    assert ending is not None
    table.apply(ending)
    assert table.result == GameResult(winner="white", ending="time")
    clock = table.clocks.view(table.running, 9999.0)
    assert clock is not None
    assert (clock.white, clock.black, clock.running) == (52_000, 0, None)


def test_a_credit_moves_the_deadline() -> None:
    table = LiveGame(game_row(clock=CLOCKS[2]))
    before = table.deadline
    event = table.decide_credit(60.0, 1500.0)
    assert event is not None
    table.apply(event)
    assert before is not None
    assert table.deadline == before + 60
    assert LiveGame(game_row()).decide_credit(60.0, 1500.0) is None


def test_events_of_a_game_never_go_back_in_time() -> None:
    table = LiveGame(game_row(clock=CLOCKS[1]))
    do(table, WHITE, move(0, "wG1", 0, 0), 1100.0)
    assert do(table, BLACK, move(1, "bS1", 1, 0), 1050.0).at == 1100.0


def test_a_prepared_move_that_was_not_stored_is_withdrawn() -> None:
    table = LiveGame(game_row())
    before = picture(table)
    event = table.decide(WHITE, move(0, "wG1", 0, 0), 2000.0)
    assert isinstance(event, Event)
    table.withdraw()
    assert picture(table) == before
    table.decide(WHITE, move(0, "wG1", 0, 0), 2000.0)
    other = Event(GAME, 1, EventKind.MOVE, WHITE, "wB1", 2000.0)
    table.apply(other)
    assert [turn.uhp for turn in table.played] == ["wB1"]
    assert table.board.top(Move(PIECES[0], table.board.moves[0].to).to) == table.board.moves[0].piece


def test_damaged_events_are_noticed() -> None:
    for event in (
        Event(GAME, 1, EventKind.MOVE, WHITE, "bQ nonsense", 0.0),
        Event(GAME, 1, EventKind.MOVE, WHITE, "bS1", 0.0),
        Event(GAME, 2, EventKind.MOVE, WHITE, "wS1", 0.0),
        Event(GAME, 1, EventKind.PROPOSE, WHITE, "marriage", 0.0),
    ):
        with pytest.raises(DamagedGame):
            LiveGame(game_row()).apply(event)


def random_wish(table: LiveGame, chance: random.Random) -> Command:
    what: ProposalKind = chance.choice(["draw", "takeback", "rematch"])
    piece = chance.choice(PIECES)
    nonsense = move(table.ply, str(piece), chance.randint(-4, 4), chance.randint(-4, 4))
    wishes: list[Command] = [
        random_move(table, chance),
        nonsense,
        move(chance.randrange(9), "wA1", 0, 0),
        propose(what),
        reply(what, accept=chance.random() < 0.5),
        RESIGN,
        ABORT,
        move(table.ply),
    ]
    return chance.choices(wishes, [60, 12, 2, 9, 12, 0.4, 0.6, 2])[0]


@pytest.mark.parametrize("seed", range(24))
def test_random_requests_keep_the_laws(seed: int) -> None:
    """Refusals change nothing; standings foretell; events alone rebuild everything that can be seen."""
    chance = random.Random(seed)
    row = game_row(
        clock=CLOCKS[seed % 3],
        black=chance.choice(["ben", "anna"]),
        level=3 if seed % 4 == 3 else None,
        game_type=chance.choice(["Base", "Base+MLP"]),
        edition=chance.choice(["ultimate-2024", "hive-classic"]),
    )
    table, events, now = LiveGame(row), list[Event](), 1000.0
    for _ in range(160):
        now += chance.random() * 3
        side = chance.choice([table.to_move, table.to_move, table.to_move.other])
        before = picture(table)
        decided = table.decide(side, random_wish(table, chance), now, next_game="nextnextne")
        if isinstance(decided, Refusal):
            assert picture(table) == before
            continue
        status = table.status_after(decided)
        table.apply(decided)
        events.append(decided)
        assert table.status() == status
        assert table.seq == len(events)
        assert table.ply == len(table.board.moves)
    assert picture(rebuilt(row, events)) == picture(table)
    replay = Board(row.game_type, edition=row.edition, threefold=row.threefold)
    for turn in table.played:
        replay.push_uhp(turn.uhp)
    assert replay.position() == table.board.position()


def test_whole_random_games_end_on_the_board() -> None:
    endings = set()
    for seed in range(12):
        table = LiveGame(replace(game_row(game_type="Base"), threefold=True))
        play(table, 400, random.Random(seed))
        if table.result is not None:
            endings.add(table.result.ending)
            assert refused(table, table.to_move, move(table.ply)) == "game-over"
    assert endings & {"surrounded", "both-surrounded", "repetition"}


def test_a_forced_pass_is_the_only_move() -> None:
    table = LiveGame(game_row(edition="hive-classic", game_type="Base"))
    for text in r"wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ".split(";"):
        parsed = table.board.parse_uhp(text)
        do(table, table.to_move, move(table.ply, str(parsed.piece), *parsed.to))
    assert legal_of(table) == LegalMovesView(moves={}, must_pass=True)
    assert refused(table, WHITE, move(6, "wQ", 0, 0)) == "illegal"
    assert do(table, WHITE, move(6)).text == "pass"
