"""What a language must say: the texts of the terminal game, of ``skep explain`` and of the database, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skep.i18n import Language, piece_name
from skep.moves import Move
from skep.outcomes import Termination
from skep.pieces import Bug, Color
from skep.rules import PathKind

__all__ = ["Words"]


@dataclass(frozen=True, slots=True)
class Words:
    """One language's texts. ``{}`` fields are named alike in every language."""

    language: Language
    bugs: Mapping[Bug, str]
    colors: Mapping[Color, str]
    white_or_black: Mapping[Color, str]
    """The colour as the queen bee's adjective."""

    # the evidence of a reason, and skep explain
    legal: str
    illegal: str
    ways: Mapping[PathKind, str]
    copying: str
    sign_parts: str
    sign_gate: str
    sign_pieces: str
    sign_wanted: str
    sign_instead: str
    sign_steps: str
    source: str

    # before the game
    playing_at: str
    plays_already: str
    ended: str
    welcome: str
    which_box: str
    boxes: Mapping[str, str]
    choose_box: str
    no_such_box: str
    which_bugs: str
    no_extra_bugs: str
    choose_bugs: str
    no_such_bugs: str
    name_of: str
    resume: str
    damaged: str
    not_understood: str
    yes_no: str
    yes: tuple[str, ...]
    no: tuple[str, ...]

    # a turn
    turn: str
    did: Mapping[str, str]
    """What the other player just did: place, move, throw or pass."""
    hand: str
    empty_hand: str
    in_play: str
    in_hand: str
    to_throw: str
    stuck_note: str
    queen_due: str
    choose_piece: str
    choose_space: str
    must_pass: str
    no_such_choice: str
    no_such_space: str
    no_such_move: str
    is_legal: str
    can_go: str
    no_reason: str

    # orders
    orders: Mapping[str, str]
    """The words a player may type, and the order each means."""
    help: str
    kinds: Mapping[str, str]
    moves_count: str
    nothing_to_undo: str
    undone: str
    why_what: str
    offer_draw: str
    draw_refused: str
    really_resign: str
    save_where: str
    overwrite: str
    saved_as: str
    not_saved: str
    autosave_failed: str
    language_now: str
    bye: str
    bye_saved: str

    # the end
    over: str
    wins: str
    draw: str
    endings: Mapping[Termination, str]
    after_end: str

    # the game database
    reading_files: str
    imported: str
    more_refused: str
    exported: str
    explored: str
    never_played: str
    explored_columns: Mapping[str, str]
    latest_games: str

    def bug_count(self, bug: Bug, count: int) -> str:
        """«beetle ×2», or the bug alone when there is one."""
        return f"{self.bugs[bug]} ×{count}" if count > 1 else self.bugs[bug]

    def named(self, move: Move) -> str:
        """The piece of a move with its article, or nothing for a pass."""
        return "" if move.is_pass else piece_name(move.piece, self.language)
