"""Moves, values and times in words."""

from __future__ import annotations

from typing import Final

from skep.board import Board
from skep.game import Game
from skep.i18n import piece_name
from skep.moves import Move
from skep.notation.uhp import split_move
from skep.pieces import Color
from skep.review.judging import BLUNDER, INACCURACY, MISTAKE, Judgement
from skep.review.report.english import ENGLISH
from skep.review.report.french import FRENCH
from skep.review.report.words import ReportWords
from skep.review.reviews import Review, ReviewedMove
from skep.rules import Language

__all__ = ["BAD", "REPORT_WORDS", "SIGNS", "Teller"]

REPORT_WORDS: Final = {Language.EN: ENGLISH, Language.FR: FRENCH}

SIGNS: Final[dict[Judgement, str]] = {
    "best": "★",
    "only-move": "□",
    "good": "✓",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
    "missed-win": "×",
    "forced": "→",
}
"""A sign for each judgement; those of chess where it has one."""

BAD: Final[frozenset[Judgement]] = frozenset({"inaccuracy", "mistake", "blunder", "missed-win"})
"""Judgements of moves for which a better one is shown."""


class Teller:
    """Says things about a game in one language."""

    def __init__(self, words: ReportWords) -> None:
        self.words = words

    def number(self, value: float, digits: int = 0) -> str:
        """A number, with the language's decimal sign and a minus that is no hyphen."""
        return f"{value:.{digits}f}".replace(".", self.words.decimal).replace("-", "−")

    def share(self, value: float) -> str:
        """A share of one, in percent."""
        return self.words.percent.format(number=self.number(100 * value))

    def explained(self, name: Judgement) -> str:
        """What a judgement means."""
        shares = {"inaccuracy": INACCURACY, "mistake": MISTAKE, "blunder": BLUNDER}
        return self.words.explained[name].format(**{name: self.share(value) for name, value in shares.items()})

    def turn(self, ply: int) -> str:
        """Whose turn it was, as in «Turn 12, White»."""
        return self.words.turn.format(turn=ply // 2 + 1, color=self.words.colors[Color(ply % 2)])

    def move(self, board: Board, text: str) -> str:
        """A MoveString in words, in the position before it."""
        piece, reference, side = split_move(text)
        if piece is None:
            return self.words.passed
        named = _capital(piece_name(piece, self.words.language))
        if reference is None:
            return self.words.opened.format(piece=named)
        pattern = self.words.onto if side is None else self.words.beside[side]
        return self._verb(board, board.parse_uhp(text)).format(
            piece=named, where=pattern.format(piece=piece_name(reference, self.words.language))
        )

    def _verb(self, board: Board, move: Move) -> str:
        if board.where(move.piece) is None:
            return self.words.placed
        return self.words.moved if move.piece.color is board.to_move else self.words.thrown

    def value(self, value: float, forced: int | None) -> str:
        """What a position is worth, White's view: units, or the forced win."""
        if forced is None:
            return self.words.units.format(value=self.number(value, 2) if value < 0 else f"+{self.number(value, 2)}")
        color = self.words.colors[Color.WHITE if value > 0 else Color.BLACK]
        return (self.words.wins_in if forced else self.words.won).format(color=color, moves=forced)

    def chances(self, move: ReviewedMove) -> str:
        """How the chances of the one who moved changed."""
        after = move.white_wins if move.ply % 2 == Color.WHITE else 1 - move.white_wins
        return self.words.chances.format(
            color=self.words.colors[Color(move.ply % 2)],
            before=self.share(min(1.0, after + move.lost)),
            after=self.share(after),
        )

    def clock(self, move: ReviewedMove) -> str:
        """What the record says of the clock, or nothing."""
        parts = list[str]()
        if move.spent is not None:
            parts.append(self.words.spent.format(time=self.time(move.spent)))
        if move.clock is not None:
            parts.append(self.words.clock_left.format(time=self.time(move.clock)))
        return ", ".join(parts)

    def time(self, seconds: float) -> str:
        """Seconds as a person says them: 7.3 s, 4:05, 1:02:03."""
        if seconds < 60:
            return f"{self.number(seconds, 1)}\N{NO-BREAK SPACE}s"
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

    def player(self, game: Game, color: Color) -> str:
        """A player's name, or the colour."""
        return game.tags.get(str(color), "").strip() or self.words.colors[color]

    def result(self, game: Game) -> str:
        """How the game ended."""
        result = game.result
        told = self.words.results[result.score.value]
        if not result.reason:
            return told
        return f"{told}{self.words.language.colon}{self.words.reasons.get(result.reason, result.reason)}"

    def made_by(self, review: Review) -> str:
        """Which engine looked, and how hard."""
        return _capital(self.words.made_by.format(effort=self.words.efforts[review.effort], engine=review.engine))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
