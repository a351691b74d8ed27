"""The texts of a report: moves, evaluations and times in words."""

from __future__ import annotations

from typing import Final

from skep.board import Board
from skep.game import Game
from skep.i18n import Language, catalog, piece_name
from skep.moves import Move
from skep.notation.uhp import split_move
from skep.pieces import Color
from skep.review.judgement import BLUNDER, INACCURACY, MISTAKE, Judgement
from skep.review.reviews import Review, ReviewedMove

__all__ = ["BAD", "SYMBOLS", "ReportText"]

SYMBOLS: Final[dict[Judgement, str]] = {
    "best": "★",
    "only-move": "□",
    "good": "✓",
    "inaccuracy": "?!",
    "mistake": "?",
    "blunder": "??",
    "missed-win": "×",
    "forced": "→",
}
"""A symbol for each judgement; those of chess where they exist."""

BAD: Final[frozenset[Judgement]] = frozenset({"inaccuracy", "mistake", "blunder", "missed-win"})
"""The judgements of moves for which a better one is shown."""


class ReportText:
    """The texts of a report in one language.

    >>> text = ReportText()
    >>> text["accuracy.label"], text.share(0.456), text.turn(16)
    ('Accuracy', '46%', 'Turn 9, White')
    """

    def __init__(self, language: Language = Language.EN) -> None:
        self.language: Final = language
        self._texts = catalog("report", language)
        self._judgements = catalog("judgements", language)

    def __getitem__(self, key: str) -> str:
        """Return a text of the report's catalogue."""
        return self._texts[key]

    def format(self, key: str, /, **values: object) -> str:
        """Return a text of the report's catalogue with its fields filled in."""
        return self._texts.format(key, **values)

    def number(self, value: float, digits: int = 0) -> str:
        """Format a number with the language's decimal separator and a true minus sign."""
        return f"{value:.{digits}f}".replace(".", self["decimal"]).replace("-", "−")

    def share(self, value: float) -> str:
        """Format a share of one as a percentage."""
        return self.format("percent", number=self.number(100 * value))

    def time(self, seconds: float) -> str:
        """Format a duration: 7.3 s, 4:05 or 1:02:03."""
        if seconds < 60:
            return f"{self.number(seconds, 1)}\N{NO-BREAK SPACE}s"
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

    # the game

    def side(self, color: Color) -> str:
        """Return the name of a side."""
        return self[f"side.{color.name.lower()}"]

    def player(self, game: Game, color: Color) -> str:
        """Return a player's name, or the name of the side if it is unknown."""
        return game.tags.get(str(color), "").strip() or self.side(color)

    def title(self, game: Game) -> str:
        """Return the title of the report, with the players' names."""
        return self.format("title", white=self.player(game, Color.WHITE), black=self.player(game, Color.BLACK))

    def result(self, game: Game) -> str:
        """Return the result of the game and the reason, if it is known."""
        result = game.result
        text = self[f"result.{result.code.value}"]
        if not result.reason:
            return text
        return f"{text}{self.language.colon}{self._texts.get(f'reason.{result.reason}', result.reason)}"

    def made_by(self, review: Review) -> str:
        """Return which engine made the review, and its effort."""
        return self.format("made-by", effort=self._judgements[f"effort.{review.effort}"], engine=review.engine)

    # a move

    def turn(self, ply: int) -> str:
        """Return the turn and the side to move, such as "Turn 12, White"."""
        return self.format("move.turn", turn=ply // 2 + 1, side=self.side(Color(ply % 2)))

    def move(self, board: Board, text: str) -> str:
        """Describe a MoveString in words, given the board before the move."""
        piece, reference, side = split_move(text)
        if piece is None:
            return self["move.pass"]
        name = piece_name(piece, self.language)
        if reference is None:
            return _capitalize(self.format("move.opens", piece=name))
        if side is None:
            where = self.format("move.onto", piece=piece_name(reference, self.language))
        else:
            of = self.format(f"of.{reference.bug.name.lower()}", piece=reference)
            where = self.format(f"move.{side.name}", of=of)
        return _capitalize(self.format(_verb_key(board, board.parse_uhp(text)), piece=name, where=where))

    def clock(self, move: ReviewedMove) -> str:
        """Return the time spent on a move and the time left, as far as they are recorded."""
        parts = list[str]()
        if move.spent is not None:
            parts.append(self.format("clock.spent", time=self.time(move.spent)))
        if move.clock is not None:
            parts.append(self.format("clock.left", time=self.time(move.clock)))
        return ", ".join(parts)

    # judgements and evaluations

    def judgement(self, name: Judgement) -> str:
        """Return the name of a judgement."""
        return self._judgements[f"name.{name}"]

    def meaning(self, name: Judgement) -> str:
        """Return what a judgement means."""
        thresholds = {"inaccuracy": INACCURACY, "mistake": MISTAKE, "blunder": BLUNDER}
        return self.format(f"meaning.{name}", **{name: self.share(value) for name, value in thresholds.items()})

    def verdict(self, move: ReviewedMove) -> str:
        """Return the judgement of a move, and for a bad one its cost, such as "blunder, gave away 34%"."""
        name = self.judgement(move.judgement)
        if move.judgement not in BAD:
            return name
        return self.format("evaluation.gave-away", judgement=name, share=self.share(move.lost))

    def value(self, value: float, forced: int | None) -> str:
        """Return an evaluation from White's side in units, or the forced win."""
        if forced is None:
            sign = "" if value < 0 else "+"
            return self.format("evaluation.units", value=sign + self.number(value, 2))
        side = self.side(Color.WHITE if value > 0 else Color.BLACK)
        if forced == 0:
            return self.format("evaluation.won", side=side)
        return self.format("evaluation.forced-win", side=side, count=forced)

    def white_wins(self, white_wins: float, value: float, forced: int | None) -> str:
        """Return White's winning chances and the evaluation of a position."""
        chances = self.format("evaluation.white-wins", share=self.share(white_wins))
        return f"{chances} · {self.value(value, forced)}"

    def chances(self, move: ReviewedMove) -> str:
        """Return how the winning chances of the player who moved changed."""
        after = move.white_wins if move.ply % 2 == 0 else 1 - move.white_wins
        return self.format(
            "evaluation.chances",
            side=self.side(Color(move.ply % 2)),
            before=self.share(min(1.0, after + move.lost)),
            after=self.share(after),
        )


def _verb_key(board: Board, move: Move) -> str:
    if board.where(move.piece) is None:
        return "move.placed"
    return "move.moved" if move.piece.color is board.turn else "move.thrown"


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
