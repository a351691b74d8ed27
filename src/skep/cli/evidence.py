"""Why a move is legal or not, shown on the board: labels on hexes with a legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rich.style import Style
from rich.text import Text

from skep.cli.piece_names import moved_piece
from skep.cli.terminal_board import Marks, draw_board
from skep.hexes import Hex
from skep.i18n import Language, catalog
from skep.moves import Move
from skep.outcomes import Outcome
from skep.pieces import Piece
from skep.render.marks import STOP
from skep.render.options import SvgOptions
from skep.render.theme import PART_COLORS
from skep.rules import MovePath, PathKind, Reason, Rule

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Evidence", "ending_text", "explain_stuck_piece", "reason_text", "svg_options"]

_GOLD: Final = "#ffd54a"


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One line of the legend."""

    labels: tuple[tuple[str, str], ...]
    """Labels, each with its colour."""
    meaning: str


@dataclass(slots=True)
class Evidence:
    """Labels on the board and their legend. A label replaces an earlier one on the same hex."""

    selected: Piece | None = None
    labels: dict[Hex, str] = field(default_factory=dict)
    colors: dict[Hex, str] = field(default_factory=dict)
    legend: list[LegendEntry] = field(default_factory=list)

    @classmethod
    def from_reason(
        cls, board: Board, reason: Reason, language: Language, *, mark_destination: bool = True
    ) -> Evidence:
        """Show why a move is illegal: parts of the hive, the gate, the pieces concerned, and where to go instead."""
        move, strings = reason.move, catalog("cli", language)
        evidence = cls(None if move.is_pass else move.piece)
        piece = moved_piece(move, language)
        if evidence._label(reason.alternatives, "•"):
            evidence._explain(strings.format("label.allowed", piece=piece), ("•", _GOLD))
        if mark_destination and not move.is_pass and move.to != board.where(move.piece) and not reason.parts:
            evidence._label([move.to], "?", STOP)
            evidence._explain(strings.format("label.forbidden", piece=piece), ("?", STOP))
        if reason.parts:
            parts = [(str(index + 1), _part_color(index)) for index in range(len(reason.parts))]
            for part, (number, color) in zip(reason.parts, parts, strict=True):
                evidence._label(part, number, color)
            evidence._explain(strings["label.parts"], *parts)
        if reason.gate is not None:
            evidence._label(reason.gate.hexes, "×", STOP)
            evidence._explain(strings["label.gate"], ("×", STOP))
        elif evidence._label(_hexes_of_pieces(board, reason), "!", STOP):
            evidence._explain(strings["label.pieces"], ("!", STOP))
        return evidence

    @classmethod
    def from_path(cls, path: MovePath, move: Move, language: Language) -> Evidence:
        """Show how a legal move goes: its steps, or only the destination of a placement or a jump."""
        evidence = cls(None if move.is_pass else move.piece)
        has_steps = path.kind in (PathKind.SLIDE, PathKind.CLIMB, PathKind.THROW)
        steps = path.hexes[1:] if has_steps else path.hexes[-1:]
        for number, hex_ in enumerate(steps, 1):
            evidence._label([hex_], str(number) if has_steps else "•")
        if has_steps:
            numbers = ((str(number), _GOLD) for number in range(1, len(steps) + 1))
            evidence._explain(catalog("cli", language)["label.steps"], *numbers)
        return evidence

    def draw(self, board: Board, width: int) -> Text:
        """Draw the board with the labels, and the legend below it."""
        drawing = draw_board(board.position(), Marks(self.labels, self.colors, self.selected), width=width)
        lines = [drawing, *([Text()] if self.legend else [])]
        for entry in self.legend:
            labels = [
                Text(f" {label} ", Style(color="#000000", bgcolor=color, bold=True)) for label, color in entry.labels
            ]
            lines.append(Text("  ").append_text(Text(" ").join(labels)).append(f"  {entry.meaning}"))
        return Text("\n").join(lines)

    def _label(self, hexes: Iterable[Hex], label: str, color: str = _GOLD) -> bool:
        """Put a label on hexes, and return whether there are any."""
        labels = dict.fromkeys(hexes, label)
        self.labels.update(labels)
        self.colors.update(dict.fromkeys(labels, color))
        return bool(labels)

    def _explain(self, meaning: str, *labels: tuple[str, str]) -> None:
        self.legend.append(LegendEntry(labels, meaning))


def _part_color(index: int) -> str:
    return PART_COLORS[index % len(PART_COLORS)]


def _hexes_of_pieces(board: Board, reason: Reason) -> Iterator[Hex]:
    """Yield the hexes of the pieces that prevent the move. No particular piece prevents a pass."""
    if reason.rule is not Rule.PASS_WITH_MOVES:
        yield from (hex_ for piece in reason.pieces if (hex_ := board.where(piece)) is not None)


def reason_text(board: Board, reason: Reason, language: Language) -> str:
    """Return the reason as a sentence. If the game ended without a surrounded queen bee, it says how the game ended."""
    outcome = board.outcome()
    if outcome is None or reason.rule is not Rule.GAME_OVER or reason.pieces:
        return reason.sentence(language)
    sides = catalog("terminal", language).table("side")
    loser = "" if outcome.winner is None else sides[outcome.winner.other.name.lower()]
    return catalog("cli", language).format("outcome.over_because", ending=ending_text(outcome, loser, language))


def ending_text(outcome: Outcome, loser: str, language: Language) -> str:
    """Return why a game ended as a sentence. ``loser`` is the name of the player who lost, if any."""
    strings = catalog("cli", language)
    color = "" if outcome.winner is None else strings[f"queen.{outcome.winner.other.name.lower()}"]
    return strings.format(f"ending.{outcome.termination.name.lower()}", color=color, name=loser)


def svg_options(board: Board, reason: Reason, language: Language) -> SvgOptions:
    """Return the options of ``render_svg`` that show the same evidence. Pieces concerned are tinted like a part."""
    options: SvgOptions = {"title": reason_text(board, reason, language), "destinations": reason.alternatives}
    if not reason.move.is_pass:
        options["selected"] = reason.move.piece
        options["hands"] = board.where(reason.move.piece) is None
    if reason.gate is not None:
        options["gate"] = (reason.gate.start, reason.gate.to)
    elif reason.parts:
        options["parts"] = reason.parts
    elif hexes := frozenset(_hexes_of_pieces(board, reason)):
        options["parts"] = [hexes]
    return options


_MOST_INFORMATIVE: Final = (
    Rule.QUEEN_DUE,
    Rule.QUEEN_NOT_YET,
    Rule.LOWER_NUMBER_FIRST,
    Rule.GATE,
    Rule.GATE_ABOVE,
    Rule.PLACED_NEXT_TO_ENEMY,
    Rule.CLOSED_IN,
    Rule.LOSES_CONTACT,
)
"""The rules that best explain why a piece cannot be played at all, the best first."""


def explain_stuck_piece(board: Board, piece: Piece) -> Reason | None:
    """Return the most informative reason why a piece cannot be played, or None if it can."""
    reasons = [board.explain(Move(piece, hex_)) for hex_ in _nearby_hexes(board, piece)]
    objections = [reason for reason in reasons if reason is not None]
    if not objections or len(objections) < len(reasons):
        return None
    order = list(_MOST_INFORMATIVE)
    return min(objections, key=lambda reason: order.index(reason.rule) if reason.rule in order else len(order))


def _nearby_hexes(board: Board, piece: Piece) -> list[Hex]:
    """Return the likely destinations of a piece: the spaces around it or, if it is in hand, around the hive."""
    start = board.where(piece)
    stacks = board.stacks
    around = start.neighbours() if start is not None else {near for hex_ in stacks for near in hex_.neighbours()}
    spaces = [hex_ for hex_ in around if hex_ not in stacks]
    return sorted(spaces) or sorted(around) or [Hex(0, 0)]
