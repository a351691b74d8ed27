"""An independent check of a round against the absolute criteria of the FIDE Dutch system.

It keeps its own record of a tournament and shares nothing with the pairing but the values. The criteria are those of
FIDE's Handbook, C.04.3: C1, no one meets the same opponent twice; C2, no one gets a second bye, nor one after a win
without playing; C3, two players with the same absolute colour preference do not meet, unless one of them is a topscorer
in the last round; C4, the whole round can be paired. The basic rules (C.04.1) add that a player's colours differ by at
most two and that no one has the same colour three times in a row, with the same exception.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from skep.server.tournaments.values import Entry, Pairing, TournamentOutcome

WHITE, BLACK = 1, -1
MILD, STRONG, ABSOLUTE = 1, 2, 3

_WHITE_POINTS = {
    TournamentOutcome.WHITE: 1.0,
    TournamentOutcome.DRAW: 0.5,
    TournamentOutcome.BLACK: 0.0,
    TournamentOutcome.WHITE_WALKOVER: 1.0,
    TournamentOutcome.BLACK_WALKOVER: 0.0,
    TournamentOutcome.DOUBLE_FORFEIT: 0.0,
}
_PLAYED = (TournamentOutcome.WHITE, TournamentOutcome.DRAW, TournamentOutcome.BLACK)


@dataclass
class Record:
    """A player's results so far."""

    points: float = 0.0
    colours: list[int] = field(default_factory=list)
    opponents: set[str] = field(default_factory=set)
    had_free_point: bool = False

    @property
    def surplus(self) -> int:
        return sum(self.colours)

    @property
    def preference(self) -> tuple[int, int]:
        """The colour that the player should have, 0 for none, and how strong the preference is."""
        if not self.colours:
            return 0, 0
        twice = len(self.colours) > 1 and self.colours[-1] == self.colours[-2]
        if self.surplus > 1 or self.surplus < -1:
            return (BLACK if self.surplus > 0 else WHITE), ABSOLUTE
        if twice:
            return -self.colours[-1], ABSOLUTE
        if self.surplus:
            return -self.surplus, STRONG
        return -self.colours[-1], MILD


@dataclass
class Checker:
    """Follows a tournament round by round."""

    entries: Sequence[Entry]
    rounds: int
    records: dict[str, Record] = field(default_factory=dict)
    played_rounds: int = 0

    def __post_init__(self) -> None:
        self.records = {entry.player: Record() for entry in self.entries}

    def available(self, round_number: int) -> set[str]:
        """The players who want an opponent."""
        return {
            entry.player
            for entry in self.entries
            if entry.joined <= round_number
            and not (entry.withdrawn is not None and entry.withdrawn <= round_number)
            and round_number not in entry.byes
        }

    def resting(self, round_number: int) -> set[str]:
        """The players who asked for half a point."""
        return {
            entry.player
            for entry in self.entries
            if entry.joined <= round_number
            and not (entry.withdrawn is not None and entry.withdrawn <= round_number)
            and round_number in entry.byes
        }

    def check(self, pairings: Sequence[Pairing], round_number: int) -> None:
        """Fail unless the pairings are a complete round that fulfils the absolute criteria."""
        available = self.available(round_number)
        seen = sorted(player for pairing in pairings for player in pairing.players)
        assert seen == sorted(available | self.resting(round_number)), "everyone is there, once"
        assert {pairing.round for pairing in pairings} == {round_number}
        assert [pairing.board for pairing in pairings] == list(range(1, len(pairings) + 1))
        halves = {pairing.white for pairing in pairings if pairing.outcome is TournamentOutcome.HALF_BYE}
        assert halves == self.resting(round_number), "those who asked for half a point have it"
        byes = [pairing.white for pairing in pairings if pairing.outcome is TournamentOutcome.BYE]
        assert len(byes) == len(available) % 2, "a bye if the number is odd"
        for player in byes:
            assert not self.records[player].had_free_point, f"C2: {player} has had a point without playing"
        for pairing in pairings:
            if pairing.black is None:
                assert pairing.outcome in (TournamentOutcome.BYE, TournamentOutcome.HALF_BYE)
            else:
                assert pairing.outcome is None
                self._check_game(pairing.white, pairing.black, round_number)

    def may_meet(self, one: str, other: str, round_number: int) -> bool:
        """Whether C1 and C3 allow a game."""
        first, second = self.records[one], self.records[other]
        if other in first.opponents:
            return False
        clash = first.preference[1] == second.preference[1] == ABSOLUTE and first.preference[0] == second.preference[0]
        return not clash or self._topscorer(one, round_number) or self._topscorer(other, round_number)

    def _topscorer(self, player: str, round_number: int) -> bool:
        return round_number == self.rounds and self.records[player].points > (round_number - 1) / 2

    def _check_game(self, white: str, black: str, round_number: int) -> None:
        assert black not in self.records[white].opponents, f"C1: {white} and {black} have met"
        assert self.may_meet(white, black, round_number), f"C3: {white} and {black} must have the same colour"
        self._check_colours(white, black)
        if any(self._topscorer(player, round_number) for player in (white, black)):
            return
        for player, colour in ((white, WHITE), (black, BLACK)):
            colours = [*self.records[player].colours, colour]
            assert abs(sum(colours)) <= 2, f"{player} has one colour too often"
            assert len(colours) < 3 or len(set(colours[-3:])) > 1, f"{player} has a colour three times in a row"

    def _check_colours(self, white: str, black: str) -> None:
        """Fail unless preferences are granted if they differ, and the stronger one otherwise."""
        wanted = {player: self.records[player].preference for player in (white, black)}
        (white_side, white_strength), (black_side, black_strength) = wanted[white], wanted[black]
        if white_side != black_side:
            assert white_side != BLACK, f"{white} and {black} could both have the colour they should"
            assert black_side != WHITE, f"{white} and {black} could both have the colour they should"
        elif white_strength != black_strength:
            stronger = WHITE if white_strength > black_strength else BLACK
            assert white_side == stronger, f"the stronger preference of {white} and {black} counts"
        elif white_strength == ABSOLUTE and abs(self.records[white].surplus) != abs(self.records[black].surplus):
            wider = WHITE if abs(self.records[white].surplus) > abs(self.records[black].surplus) else BLACK
            assert white_side == wider, f"the wider colour difference of {white} and {black} counts"

    def can_pair(self, round_number: int) -> bool:
        """Whether any pairing of the round fulfils C1, C2 and C3, by an exhaustive search."""
        players = sorted(self.available(round_number))
        if len(players) < 2:
            return False
        allowed = {
            player: frozenset(
                other for other in players if other != player and self.may_meet(player, other, round_number)
            )
            for player in players
        }
        if len(players) % 2 == 0:
            return _has_perfect_matching(frozenset(players), allowed, set())
        return any(
            _has_perfect_matching(frozenset(players) - {player}, allowed, set())
            for player in players
            if not self.records[player].had_free_point
        )

    def record(self, pairings: Sequence[Pairing]) -> None:
        """Note the outcomes of a round."""
        for pairing in pairings:
            white = self.records[pairing.white]
            if pairing.black is None:
                white.points += 1.0 if pairing.outcome is TournamentOutcome.BYE else 0.5
                white.had_free_point |= pairing.outcome is TournamentOutcome.BYE
                continue
            assert pairing.outcome is not None
            black = self.records[pairing.black]
            white.points += _WHITE_POINTS[pairing.outcome]
            black.points += _WHITE_POINTS[_reversed(pairing.outcome)]
            if pairing.outcome in _PLAYED:
                white.opponents.add(pairing.black)
                black.opponents.add(pairing.white)
                white.colours.append(WHITE)
                black.colours.append(BLACK)
            white.had_free_point |= pairing.outcome is TournamentOutcome.WHITE_WALKOVER
            black.had_free_point |= pairing.outcome is TournamentOutcome.BLACK_WALKOVER


def _reversed(outcome: TournamentOutcome) -> TournamentOutcome:
    swapped = {
        TournamentOutcome.WHITE: TournamentOutcome.BLACK,
        TournamentOutcome.BLACK: TournamentOutcome.WHITE,
        TournamentOutcome.WHITE_WALKOVER: TournamentOutcome.BLACK_WALKOVER,
        TournamentOutcome.BLACK_WALKOVER: TournamentOutcome.WHITE_WALKOVER,
    }
    return swapped.get(outcome, outcome)


def _has_perfect_matching(
    players: frozenset[str], allowed: dict[str, frozenset[str]], hopeless: set[frozenset[str]]
) -> bool:
    if not players:
        return True
    if players in hopeless:
        return False
    # whoever has the fewest opponents left decides soonest
    player = min(players, key=lambda one: (len(allowed[one] & players), one))
    rest = players - {player}
    if any(_has_perfect_matching(rest - {other}, allowed, hopeless) for other in sorted(allowed[player] & rest)):
        return True
    hopeless.add(players)
    return False


def names(pairings: Collection[Pairing]) -> list[tuple[str, str | None]]:
    """White and Black of each board."""
    return [(pairing.white, pairing.black) for pairing in pairings]
