"""A game at the table: shows it, asks whose turn it is, and does what was typed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.rule import Rule

from skep.cli.evidence import evidence_of_reason, told, why_stuck
from skep.cli.moves import kind_of
from skep.cli.picture import Marks, last_step, lettered, picture
from skep.cli.terminal import saves
from skep.cli.terminal.choices import Choice, choices_of, hand_line, list_lines
from skep.cli.terminal.talk import Left, Talk
from skep.errors import IllegalMove, SkepError
from skep.hexes import Hex
from skep.i18n import piece_name
from skep.moves import PASS, Move
from skep.notation.uhp import parse_move
from skep.pieces import Bug, Color, Piece
from skep.rules import Reason

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["TerminalGame"]


class TerminalGame:
    """One game, kept on disk after every move."""

    def __init__(self, board: Board, names: tuple[str, str], talk: Talk, path: Path | None = None) -> None:
        self.board = board
        self.names = names
        self.talk = talk
        self.path = path or saves.new_path()
        self.chosen: Piece | None = None
        self.spaces: dict[str, Hex] = {}
        """The spaces that the chosen piece can go to, by the letters on the table."""
        self.keeps = True
        self.looks = True
        """Whether the table is to be shown before the next question."""

    # names

    def name(self, color: Color) -> str:
        """Who plays a colour."""
        return self.names[color]

    def known_as(self, color: Color) -> str:
        """Who plays a colour, and which; a player without a name of their own is called by the colour alone."""
        name, word = self.name(color), self.talk.words.colors[color]
        return name if name == word else f"{name} ({word})"

    @property
    def mover(self) -> str:
        """Whose turn it is."""
        return self.name(self.board.to_move)

    @property
    def other(self) -> str:
        """Who waits."""
        return self.name(self.board.to_move.other)

    @property
    def must_pass(self) -> bool:
        """Whether the player can neither place nor move."""
        return self.board.legal_moves.list() == [PASS]

    # the loop

    def play(self) -> None:
        """Go on until the players leave."""
        from skep.cli.terminal.orders import obey

        self.talk.say(self.talk.words.welcome)
        try:
            while True:
                if self.looks:
                    self.show()
                self.looks = False
                obey(self, self.talk.ask(self._question()))
        except Left:
            kept = self.keeps and self.board.moves and not self.board.is_game_over()
            self.talk.say(self.talk.words.bye_saved if kept else self.talk.words.bye)

    def _question(self) -> str:
        words = self.talk.words
        if self.board.is_game_over():
            return words.after_end
        if self.must_pass:
            return words.must_pass.format(name=self.mover)
        if self.chosen is not None:
            return words.choose_space.format(piece=piece_name(self.chosen, words.language))
        return words.choose_piece.format(name=self.mover)

    # what is seen

    def show(self) -> None:
        """The whole table: whose turn it is, the last move, the hive, the hands and what can be chosen."""
        talk, words, board = self.talk, self.talk.words, self.board
        over = board.is_game_over()
        title = words.over if over else words.turn.format(turn=board.turn, name=self.known_as(board.to_move))
        talk.say()
        talk.screen.print(Rule(title, align="left", style="dim"))
        if last := self._last_move():
            talk.say(last)
        talk.draw(picture(board.position(), Marks(last_move=last_step(board)), width=talk.drawing_width))
        if over:
            self._show_end()
        else:
            self._show_hands()

    def _last_move(self) -> str:
        """What the other player just did, in words."""
        move = self.board.last_move
        if move is None:
            return ""
        before = self.board.copy()
        before.pop()
        words = self.talk.words
        return words.did[kind_of(before, move)].format(name=self.name(before.to_move), piece=words.named(move))

    def _show_hands(self) -> None:
        board, words = self.board, self.talk.words
        self.talk.say(hand_line(board, board.to_move.other, self.other, words), "dim")
        choices = choices_of(board)
        for line in list_lines(choices, words, self.talk.width):
            self.talk.say(line)
        if not all(choice.free for choice in choices) and not self.must_pass:
            self.talk.say(words.stuck_note, "dim")
        if board.turn == 4 and Piece(board.to_move, Bug.QUEEN_BEE) in board.hand(board.to_move):
            self.talk.say(words.queen_due, "bold")

    def _show_end(self) -> None:
        outcome = self.board.outcome()
        assert outcome is not None
        words, winner = self.talk.words, outcome.winner
        result, fields = words.draw, {}
        if winner is not None:
            result = words.wins.format(name=self.known_as(winner))
            fields = {"loser": words.white_or_black[winner.other], "other": self.name(winner.other)}
        self.talk.say(result, "bold")
        self.talk.say(words.endings[outcome.termination].format(**fields))
        self.talk.say(self.board.game_string(), "dim")

    def show_reason(self, reason: Reason, *, wanted: bool = True) -> None:
        """Why something is illegal: the sentence, the rulebook, and the table with the evidence, if there is any."""
        talk = self.talk
        talk.say(told(self.board, reason, talk.language), "bold")
        talk.say(talk.words.source.format(source=reason.source), "dim")
        evidence = evidence_of_reason(self.board, reason, talk.words, wanted=wanted)
        if evidence.signs:
            talk.draw(evidence.draw(self.board, talk.drawing_width))

    # what is done

    def choices(self) -> list[Choice]:
        """The list as it was shown."""
        return choices_of(self.board)

    def choose(self, piece: Piece) -> None:
        """Take a piece up and letter the spaces it can go to, or say why it has to stay."""
        self.put_back()
        spaces = self.board.reachable(piece)
        if not spaces:
            self.explain_piece(piece)
        elif not self.board.stacks:
            self.make(Move(piece, next(iter(spaces))))
        else:
            position = self.board.position()
            letters = lettered(spaces, position)
            self.chosen, self.spaces = piece, {letter: hex_ for hex_, letter in letters.items()}
            self.talk.draw(picture(position, Marks(letters, selected=piece), width=self.talk.drawing_width))

    def choose_space(self, letter: str) -> None:
        """Let the chosen piece go to a space."""
        assert self.chosen is not None
        self.make(Move(self.chosen, self.spaces[letter]))

    def put_back(self) -> None:
        """Let go of the chosen piece."""
        self.chosen, self.spaces = None, {}

    def explain_piece(self, piece: Piece) -> None:
        """Say why a piece cannot be played, or that it can."""
        words = self.talk.words
        if self.board.reachable(piece):
            self.talk.say(words.can_go.format(piece=piece_name(piece, words.language)))
        elif (reason := why_stuck(self.board, piece)) is not None:
            self.show_reason(reason, wanted=reason.gate is not None)
        else:
            self.talk.say(words.no_reason)

    def try_move(self, text: str) -> None:
        """Make a typed move, or say why it is illegal; raises NotationError when it is no move."""
        move = parse_move(text, self.board)
        try:
            self.board.parse_uhp(text)
        except IllegalMove:
            reason = self.board.explain(move)
            assert reason is not None
            self.show_reason(reason)
            return
        self.make(move)

    def make(self, move: Move) -> None:
        """Make a legal move and keep the game."""
        self.board.push(move)
        self.changed()

    def changed(self) -> None:
        """After a move, an undo or the end: put the piece back, keep the game, show the table."""
        self.put_back()
        self.looks = True
        if not self.keeps:
            return
        try:
            saves.write(self.path, saves.SavedGame.of(self.board, self.names))
        except (OSError, SkepError) as error:
            self.keeps = False
            self.talk.say(self.talk.words.autosave_failed.format(error=error))
