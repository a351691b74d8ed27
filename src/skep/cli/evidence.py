"""What shows on the table why a turn is legal or not: signs on hexes, and a line that says what each means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rich.style import Style
from rich.text import Text

from skep.cli.languages import WORDS
from skep.cli.picture import Marks, picture
from skep.cli.words import Words
from skep.hexes import Hex
from skep.moves import Move
from skep.pieces import Piece
from skep.render.marks import STOP
from skep.render.theme import PART_COLORS
from skep.rules import Language, Path, PathKind, Reason, Rule

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Evidence", "evidence_of_path", "evidence_of_reason", "svg_options", "told", "why_stuck"]

_GOLD: Final = "#ffd54a"


@dataclass(slots=True)
class Evidence:
    """Signs on the table and their meanings, gathered one kind after the other; the later sign wins a hex."""

    selected: Piece | None = None
    signs: dict[Hex, str] = field(default_factory=dict)
    colors: dict[Hex, str] = field(default_factory=dict)
    meanings: list[tuple[tuple[tuple[str, str], ...], str]] = field(default_factory=list)
    """Signs with their colours, and what they mean."""

    def mark(self, hexes: Iterable[Hex], sign: str, color: str = _GOLD) -> bool:
        """Put a sign on some hexes; says whether there were any."""
        marked = dict.fromkeys(hexes, sign)
        self.signs.update(marked)
        self.colors.update(dict.fromkeys(marked, color))
        return bool(marked)

    def mean(self, text: str, *signs: tuple[str, str]) -> None:
        """Say what one or several signs mean."""
        self.meanings.append((signs, text))

    def draw(self, board: Board, width: int) -> Text:
        """The table with the signs, and below it what they mean."""
        table = picture(board.position(), Marks(self.signs, self.colors, self.selected), width=width)
        lines = [table, *([Text()] if self.meanings else [])]
        for signs, text in self.meanings:
            shown = [Text(f" {sign} ", Style(color="#000000", bgcolor=color, bold=True)) for sign, color in signs]
            lines.append(Text("  ").append_text(Text(" ").join(shown)).append(f"  {text}"))
        return Text("\n").join(lines)


def evidence_of_reason(board: Board, reason: Reason, words: Words, *, wanted: bool = True) -> Evidence:
    """The parts the hive would fall into, the gate, the pieces that forbid it, and where to go instead.

    ``wanted`` is whether somebody asked for this very destination, so that it is marked.
    """
    move = reason.move
    found = Evidence(None if move.is_pass else move.piece)
    piece = words.named(move)
    if found.mark(reason.alternatives, "•"):
        found.mean(words.sign_instead.format(piece=piece), ("•", _GOLD))
    if wanted and not move.is_pass and move.to != board.where(move.piece) and not reason.parts:
        found.mark([move.to], "?", STOP)
        found.mean(words.sign_wanted.format(piece=piece), ("?", STOP))
    for index, part in enumerate(reason.parts):
        found.mark(part, str(index + 1), _part_color(index))
    if reason.parts:
        parts = [(str(index + 1), _part_color(index)) for index in range(len(reason.parts))]
        found.mean(words.sign_parts, *parts)
    if reason.gate is not None:
        found.mark(reason.gate.hexes, "×", STOP)
        found.mean(words.sign_gate, ("×", STOP))
    elif found.mark(_standing(board, reason), "!", STOP):
        found.mean(words.sign_pieces, ("!", STOP))
    return found


def told(board: Board, reason: Reason, language: Language) -> str:
    """The reason's sentence; a game that ended without a surrounded queen bee says how it ended."""
    outcome = board.outcome()
    if outcome is None or reason.rule is not Rule.GAME_OVER or reason.pieces:
        return reason.sentence(language)
    words = WORDS[language]
    loser = "" if outcome.winner is None else words.colors[outcome.winner.other]
    return f"{words.over}{words.language.colon}{words.endings[outcome.termination].format(other=loser)}"


def _part_color(index: int) -> str:
    return PART_COLORS[index % len(PART_COLORS)]


def _standing(board: Board, reason: Reason) -> Iterator[Hex]:
    """Where the pieces of the evidence stand; a pass is forbidden by none in particular."""
    if reason.rule is not Rule.PASS_WITH_MOVES:
        yield from (hex_ for piece in reason.pieces if (hex_ := board.where(piece)) is not None)


def evidence_of_path(path: Path, move: Move, words: Words) -> Evidence:
    """The steps of a legal turn; of a placing or a jump, the destination alone."""
    found = Evidence(None if move.is_pass else move.piece)
    stepwise = path.kind in (PathKind.SLIDE, PathKind.CLIMB, PathKind.THROW)
    steps = path.hexes[1:] if stepwise else path.hexes[-1:]
    for number, hex_ in enumerate(steps, 1):
        found.mark([hex_], str(number) if stepwise else "•")
    if stepwise:
        found.mean(words.sign_steps, *((str(number), _GOLD) for number in range(1, len(steps) + 1)))
    return found


def svg_options(board: Board, reason: Reason) -> dict[str, Any]:
    """How ``render_svg`` shows the same evidence: pieces that forbid a turn are tinted like a part."""
    options: dict[str, Any] = {"title": reason.sentence(), "destinations": reason.alternatives}
    if not reason.move.is_pass:
        options["selected"] = reason.move.piece
        options["hands"] = board.where(reason.move.piece) is None
    if reason.gate is not None:
        options["gate"] = (reason.gate.start, reason.gate.to)
    elif reason.parts:
        options["parts"] = reason.parts
    elif standing := frozenset(_standing(board, reason)):
        options["parts"] = [standing]
    return options


def why_stuck(board: Board, piece: Piece) -> Reason | None:
    """The reason that keeps a piece from every space, or the most telling one; None when it can be played."""
    reasons = [board.explain(Move(piece, hex_)) for hex_ in _near(board, piece)]
    told = [reason for reason in reasons if reason is not None]
    if not told or len(told) < len(reasons):
        return None
    order = list(_TELLING)
    return min(told, key=lambda reason: order.index(reason.rule) if reason.rule in order else len(order))


_TELLING: Final = (
    Rule.QUEEN_DUE,
    Rule.QUEEN_NOT_YET,
    Rule.LOWER_NUMBER_FIRST,
    Rule.GATE,
    Rule.GATE_ABOVE,
    Rule.PLACED_NEXT_TO_ENEMY,
    Rule.CLOSED_IN,
    Rule.LOSES_CONTACT,
)
"""Where spaces are refused for different reasons, these say most about why a piece cannot be played at all."""


def _near(board: Board, piece: Piece) -> list[Hex]:
    """Where one might want to put a piece: the spaces round it, or round the hive when it is in hand."""
    start = board.where(piece)
    taken = board.stacks
    around = start.neighbours() if start is not None else {near for hex_ in taken for near in hex_.neighbours()}
    spaces = [hex_ for hex_ in around if hex_ not in taken]
    return sorted(spaces) or sorted(around) or [Hex(0, 0)]
