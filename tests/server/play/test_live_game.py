"""A game as a state machine: the commands of each side, and the events that rebuild it."""

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


def execute(game: LiveGame, side: Color, command: Command, now: float = 2000.0) -> Event:
    event = game.decide(side, command, now, next_game="nextnextne")
    assert isinstance(event, Event), event
    status = game.status_after(event)
    game.apply(event)
    assert game.status() == status
    return event


def refusal_code(game: LiveGame, side: Color, command: Command, now: float = 2000.0) -> RefusalCode:
    before = visible_state(game)
    decided = game.decide(side, command, now, next_game="nextnextne")
    assert isinstance(decided, Refusal), decided
    assert visible_state(game) == before
    return decided.code


def visible_state(game: LiveGame) -> bytes:
    """Return the complete visible state of a game."""
    state = snapshot(game, frozenset(Color), presence=Presence(), chat=[], spectator_chat=(), links=LINKS, now=5000.0)
    return msgspec.json.encode(state) + repr((game.board.position(), game.board_seq, game.status())).encode()


def rebuild(row: GameRow, events: list[Event]) -> LiveGame:
    game = LiveGame(row)
    return LiveGame.restore(StoredGame(row, game.status(), 0.0, tuple(events)))


def test_moves_are_stored_as_canonical_move_strings() -> None:
    game = LiveGame(game_row())
    assert execute(game, WHITE, move(0, "wG1", 0, 0)).text == "wG1"
    event = execute(game, BLACK, move(1, "bS1", 1, 0), 2001.0)
    assert (event.kind, event.seq, event.side, event.text) == (EventKind.MOVE, 2, BLACK, "bS1 wG1-")
    played = game.played[-1]
    assert (played.uhp, played.piece, played.origin, played.to, played.spent) == ("bS1 wG1-", "bS1", None, (1, 0), 1000)
    execute(game, WHITE, move(2, "wQ", -1, 0))
    execute(game, BLACK, move(3, "bQ", 2, 0))
    execute(game, WHITE, move(4, "wQ", 0, -1))
    assert game.played[-1].origin == (-1, 0)


def test_the_legal_moves_are_those_of_the_board() -> None:
    game = LiveGame(game_row())
    play(game, 30)
    moves = {
        (piece, places[at], places[at + 1])
        for piece, places in legal_of(game).moves.items()
        for at in range(0, len(places), 2)
    }
    assert moves == {(str(legal.piece), *legal.to) for legal in game.board.legal_moves}


@pytest.mark.parametrize(
    ("side", "command", "code"),
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
def test_invalid_commands_are_refused(side: Color, command: Command, code: str) -> None:
    game = LiveGame(game_row())
    execute(game, WHITE, move(0, "wG1", 0, 0))
    execute(game, BLACK, move(1, "bS1", 1, 0))
    assert refusal_code(game, side, command) == code


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    game = LiveGame(game_row())
    execute(game, WHITE, move(0, "wG1", 0, 0))
    decided = game.decide(BLACK, move(1, "bQ", 1, 0), 2000.0)
    assert isinstance(decided, Refusal)
    assert decided.why is not None
    assert decided.why.rule == "queen-bee-not-yet"
    assert decided.text == decided.why.text


def test_a_game_cannot_start_before_both_seats_are_taken() -> None:
    game = LiveGame(game_row(black=None, clock=CLOCKS[1]))
    assert refusal_code(game, WHITE, move(0, "wG1", 0, 0)) == "not-possible"
    assert refusal_code(game, WHITE, RESIGN) == "not-possible"
    assert refusal_code(game, WHITE, propose("draw")) == "not-possible"
    assert game.deadline is None
    joined = game.decide_join("ben", 3000.0)
    assert isinstance(joined, Event)
    status = game.status_after(joined)
    game.apply(joined)
    assert game.status() == status
    assert status.deadline == 3300.0
    assert isinstance(game.decide_join("eve", 3001.0), Refusal)
    execute(game, WHITE, move(0, "wG1", 0, 0), 3010.0)


def test_an_aborted_game_cannot_be_joined() -> None:
    game = LiveGame(game_row(black=None))
    execute(game, WHITE, ABORT)
    assert game.result == GameResult(winner=None, ending="aborted")
    decided = game.decide_join("ben", 3000.0)
    assert isinstance(decided, Refusal)
    assert decided.code == "game-over"


def test_nothing_is_possible_after_resigning() -> None:
    game = LiveGame(game_row())
    execute(game, WHITE, move(0, "wG1", 0, 0))
    execute(game, WHITE, RESIGN)
    assert game.result == GameResult(winner="black", ending="resignation")
    for command in (RESIGN, ABORT, propose("draw"), propose("takeback"), move(1, "bS1", 1, 0)):
        assert refusal_code(game, BLACK, command) == "game-over"
    assert legal_of(game) == LegalMovesView(moves={}, must_pass=False)


def test_an_accepted_draw_offer_ends_the_game() -> None:
    game = LiveGame(game_row())
    execute(game, BLACK, propose("draw"))
    assert refusal_code(game, BLACK, propose("draw")) == "not-possible"
    assert refusal_code(game, BLACK, reply("draw", accept=True)) == "not-possible"
    execute(game, WHITE, reply("draw", accept=True))
    assert game.result == GameResult(winner=None, ending="agreement")


def test_two_draw_offers_end_the_game() -> None:
    game = LiveGame(game_row())
    execute(game, BLACK, propose("draw"))
    execute(game, WHITE, propose("draw"))
    assert game.result == GameResult(winner=None, ending="agreement")


def test_a_declined_draw_cannot_be_offered_again_before_the_next_move() -> None:
    game = LiveGame(game_row())
    execute(game, WHITE, propose("draw"))
    execute(game, BLACK, reply("draw", accept=False))
    assert not game.proposals.open()
    assert refusal_code(game, WHITE, propose("draw")) == "not-possible"
    execute(game, WHITE, move(0, "wG1", 0, 0))
    execute(game, WHITE, propose("draw"))
    execute(game, WHITE, reply("draw", accept=False))
    execute(game, WHITE, propose("draw"))


def test_a_move_declines_the_opponents_proposals_and_keeps_its_own_draw_offer() -> None:
    game = LiveGame(game_row())
    execute(game, WHITE, move(0, "wG1", 0, 0))
    execute(game, WHITE, propose("takeback"))
    execute(game, WHITE, propose("draw"))
    execute(game, BLACK, move(1, "bS1", 1, 0))
    assert not game.proposals.open()
    execute(game, WHITE, propose("draw"))
    execute(game, WHITE, propose("takeback"))
    execute(game, WHITE, move(2, "wQ", -1, 0))
    assert game.proposals.open() == {"draw": WHITE}


def test_a_takeback_undoes_the_proposers_last_move() -> None:
    game = LiveGame(game_row())
    assert refusal_code(game, WHITE, propose("takeback")) == "not-possible"
    execute(game, WHITE, move(0, "wG1", 0, 0))
    assert refusal_code(game, BLACK, propose("takeback")) == "not-possible"
    execute(game, BLACK, move(1, "bS1", 1, 0))
    execute(game, WHITE, move(2, "wQ", -1, 0))
    execute(game, WHITE, propose("takeback"))
    execute(game, BLACK, reply("takeback", accept=True))
    assert game.ply == 2
    execute(game, WHITE, propose("takeback"))
    execute(game, BLACK, reply("takeback", accept=True))
    assert (game.ply, game.turn, len(game.board.moves)) == (0, WHITE, 0)
    execute(game, WHITE, move(0, "wB1", 0, 0))


def test_the_computer_accepts_takebacks_immediately() -> None:
    game = LiveGame(game_row(level=3))
    execute(game, WHITE, move(0, "wG1", 0, 0))
    assert game.computer_to_move
    execute(game, WHITE, propose("takeback"))
    assert (game.ply, game.computer_to_move) == (0, False)
    execute(game, WHITE, move(0, "wG1", 0, 0))
    execute(game, BLACK, move(1, "bS1", 1, 0))
    execute(game, WHITE, propose("takeback"))
    assert game.ply == 0
    execute(game, WHITE, propose("draw"))
    assert game.proposals.open() == {"draw": WHITE}


def test_proposals_on_one_screen_are_accepted_immediately() -> None:
    game = LiveGame(game_row(black="anna"))
    assert game.same_screen
    execute(game, WHITE, move(0, "wG1", 0, 0))
    execute(game, BLACK, propose("takeback"))
    assert game.ply == 0
    execute(game, WHITE, propose("draw"))
    assert game.result == GameResult(winner=None, ending="agreement")
    assert execute(game, WHITE, propose("rematch")).kind is EventKind.REMATCH
    assert game.rematch == "nextnextne"
    assert refusal_code(game, WHITE, propose("rematch")) == "not-possible"


def test_a_rematch_between_people_needs_both_players() -> None:
    game = LiveGame(game_row())
    execute(game, WHITE, RESIGN)
    execute(game, WHITE, propose("rematch"))
    event = execute(game, BLACK, reply("rematch", accept=True))
    assert (event.kind, event.side, game.rematch) == (EventKind.REMATCH, WHITE, "nextnextne")
    assert not game.proposals.open()


def test_an_expired_clock_ends_the_game() -> None:
    game = LiveGame(game_row(clock=ClockRule(kind="minutes", minutes=1, increment=2)))
    execute(game, WHITE, move(0, "wG1", 0, 0), 1010.0)
    assert game.deadline == 1070.0
    assert game.decide_flag(1069.9) is None
    ending = game.decide_flag(1070.0)
    assert ending is not None
    game.apply(ending)
    assert game.result == GameResult(winner="white", ending="time")
    clock = game.clocks.view(game.running, 9999.0)
    assert clock is not None
    assert (clock.white, clock.black, clock.running) == (52_000, 0, None)


def test_a_credit_postpones_the_deadline() -> None:
    game = LiveGame(game_row(clock=CLOCKS[2]))
    before = game.deadline
    event = game.decide_credit(60.0, 1500.0)
    assert event is not None
    game.apply(event)
    assert before is not None
    assert game.deadline == before + 60
    assert LiveGame(game_row()).decide_credit(60.0, 1500.0) is None


def test_the_times_of_events_never_decrease() -> None:
    game = LiveGame(game_row(clock=CLOCKS[1]))
    execute(game, WHITE, move(0, "wG1", 0, 0), 1100.0)
    assert execute(game, BLACK, move(1, "bS1", 1, 0), 1050.0).at == 1100.0


def test_a_prepared_move_can_be_withdrawn() -> None:
    game = LiveGame(game_row())
    before = visible_state(game)
    event = game.decide(WHITE, move(0, "wG1", 0, 0), 2000.0)
    assert isinstance(event, Event)
    game.withdraw()
    assert visible_state(game) == before
    game.decide(WHITE, move(0, "wG1", 0, 0), 2000.0)
    other = Event(GAME, 1, EventKind.MOVE, WHITE, "wB1", 2000.0)
    game.apply(other)
    assert [turn.uhp for turn in game.played] == ["wB1"]
    assert game.board.top(Move(PIECES[0], game.board.moves[0].to).to) == game.board.moves[0].piece


def test_damaged_events_raise_an_error() -> None:
    for event in (
        Event(GAME, 1, EventKind.MOVE, WHITE, "bQ nonsense", 0.0),
        Event(GAME, 1, EventKind.MOVE, WHITE, "bS1", 0.0),
        Event(GAME, 2, EventKind.MOVE, WHITE, "wS1", 0.0),
        Event(GAME, 1, EventKind.PROPOSE, WHITE, "marriage", 0.0),
    ):
        with pytest.raises(DamagedGame):
            LiveGame(game_row()).apply(event)


def random_command(game: LiveGame, rng: random.Random) -> Command:
    what: ProposalKind = rng.choice(["draw", "takeback", "rematch"])
    piece = rng.choice(PIECES)
    nonsense = move(game.ply, str(piece), rng.randint(-4, 4), rng.randint(-4, 4))
    commands: list[Command] = [
        random_move(game, rng),
        nonsense,
        move(rng.randrange(9), "wA1", 0, 0),
        propose(what),
        reply(what, accept=rng.random() < 0.5),
        RESIGN,
        ABORT,
        move(game.ply),
    ]
    return rng.choices(commands, [60, 12, 2, 9, 12, 0.4, 0.6, 2])[0]


@pytest.mark.parametrize("seed", range(24))
def test_random_commands_keep_the_invariants(seed: int) -> None:
    """Refusals change nothing, predicted statuses are right, and events rebuild the visible state."""
    rng = random.Random(seed)
    row = game_row(
        clock=CLOCKS[seed % 3],
        black=rng.choice(["ben", "anna"]),
        level=3 if seed % 4 == 3 else None,
        game_type=rng.choice(["Base", "Base+MLP"]),
        edition=rng.choice(["ultimate-2024", "hive-classic"]),
    )
    game, events, now = LiveGame(row), list[Event](), 1000.0
    for _ in range(160):
        now += rng.random() * 3
        side = rng.choice([game.turn, game.turn, game.turn.other])
        before = visible_state(game)
        decided = game.decide(side, random_command(game, rng), now, next_game="nextnextne")
        if isinstance(decided, Refusal):
            assert visible_state(game) == before
            continue
        status = game.status_after(decided)
        game.apply(decided)
        events.append(decided)
        assert game.status() == status
        assert game.seq == len(events)
        assert game.ply == len(game.board.moves)
    assert visible_state(rebuild(row, events)) == visible_state(game)
    replay = Board(row.game_type, edition=row.edition, threefold=row.threefold)
    for turn in game.played:
        replay.push_uhp(turn.uhp)
    assert replay.position() == game.board.position()


def test_random_games_end_on_the_board() -> None:
    endings = set()
    for seed in range(12):
        game = LiveGame(replace(game_row(game_type="Base"), threefold=True))
        play(game, 400, random.Random(seed))
        if game.result is not None:
            endings.add(game.result.ending)
            assert refusal_code(game, game.turn, move(game.ply)) == "game-over"
    assert endings & {"surrounded", "both-surrounded", "repetition"}


def test_a_forced_pass_is_the_only_move() -> None:
    game = LiveGame(game_row(edition="hive-classic", game_type="Base"))
    for text in r"wQ;bB1 wQ-;wQ \bB1;bQ /bB1;wQ -bB1;bB1 wQ".split(";"):
        parsed = game.board.parse_uhp(text)
        execute(game, game.turn, move(game.ply, str(parsed.piece), *parsed.to))
    assert legal_of(game) == LegalMovesView(moves={}, must_pass=True)
    assert refusal_code(game, WHITE, move(6, "wQ", 0, 0)) == "illegal"
    assert execute(game, WHITE, move(6)).text == "pass"
