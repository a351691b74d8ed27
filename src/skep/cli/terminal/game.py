"""A game in the terminal: shows the board, asks for a turn, and makes moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.rule import Rule

from skep.cli.evidence import Evidence, ending_text, explain_stuck_piece, reason_text
from skep.cli.moves import move_kind
from skep.cli.piece_names import moved_piece
from skep.cli.terminal.menu import format_hand, format_menu, menu_items
from skep.cli.terminal.prompt import InputClosed, Prompt
from skep.cli.terminal.saved_game import SavedComputer, SavedGame, new_save_path, save_game
from skep.cli.terminal_board import Marks, draw_board, last_step, letter_spaces
from skep.errors import IllegalMove, SkepError
from skep.hexes import Hex
from skep.i18n import catalog, piece_name
from skep.moves import PASS, Move
from skep.notation.uhp import parse_move
from skep.pieces import Bug, Color, Piece
from skep.rules import Reason

if TYPE_CHECKING:
    from skep.board import Board
    from skep.cli.terminal.computer import Computer

__all__ = ["TerminalGame"]


class TerminalGame:
    """One game, which is saved after every move."""

    def __init__(
        self,
        board: Board,
        names: tuple[str, str],
        prompt: Prompt,
        path: Path | None = None,
        computer: Computer | None = None,
    ) -> None:
        self.board = board
        self.names = names
        self.prompt = prompt
        self.computer = computer
        """The computer player, or None if two people play."""
        self.path = path or new_save_path()
        self.selected: Piece | None = None
        self.spaces: dict[str, Hex] = {}
        """The destinations of the selected piece, by their letters on the board."""
        self.saves = True
        """Whether the game is saved automatically. False after saving has failed."""
        self.needs_display = True
        """Whether to show the board before the next question."""

    # Players

    @property
    def current_player(self) -> str:
        """The name of the player whose turn it is."""
        return self.names[self.board.turn]

    @property
    def other_player(self) -> str:
        """The name of the player whose turn it is not."""
        return self.names[self.board.turn.other]

    @property
    def must_pass(self) -> bool:
        """Whether the current player can neither place nor move."""
        return self.board.legal_moves.list() == [PASS]

    @property
    def is_computers_turn(self) -> bool:
        """Whether the computer has to move now."""
        return self.computer is not None and self.computer.color is self.board.turn and not self.board.is_game_over()

    def _name_and_color(self, color: Color) -> str:
        """Return the name of a player and the colour, or only the colour if the player has not given a name."""
        name, side = self.names[color], self.prompt.strings[f"side.{color.name.lower()}"]
        return name if name == side else f"{name} ({side})"

    # The loop

    def play(self) -> None:
        """Ask for turns until the players leave."""
        from skep.cli.terminal.commands import execute

        self.prompt.show("welcome" if self.computer is None else "welcome_computer")
        try:
            while True:
                if self.is_computers_turn:
                    self._let_computer_move()
                if self.needs_display:
                    self._show()
                self.needs_display = False
                execute(self, self.prompt.ask(self._question()))
        except InputClosed:
            is_saved = self.saves and self.board.moves and not self.board.is_game_over()
            self.prompt.show("goodbye_saved" if is_saved else "goodbye")

    def _question(self) -> str:
        strings = self.prompt.strings
        if self.board.is_game_over():
            return strings["turn.after_end"]
        if self.must_pass:
            return strings.format("turn.must_pass", name=self.current_player)
        if self.selected is not None:
            return strings.format("turn.choose_space", piece=piece_name(self.selected, self.prompt.language))
        return strings.format("turn.choose_piece", name=self.current_player)

    def _let_computer_move(self) -> None:
        assert self.computer is not None
        self.make_move(self.computer.choose(self.board))

    # Display

    def _show(self) -> None:
        """Show the turn, the last move, the board, the hands and the pieces to choose from."""
        prompt, board = self.prompt, self.board
        is_over = board.is_game_over()
        title = catalog("cli", prompt.language)["outcome.over"]
        if not is_over:
            name = self._name_and_color(board.turn)
            title = prompt.strings.format("turn.title", turn=board.turn_number, name=name)
        prompt.print()
        prompt.screen.print(Rule(title, align="left", style="dim"))
        self._show_last_move()
        prompt.draw(draw_board(board.position(), Marks(last_move=last_step(board)), width=prompt.drawing_width))
        if is_over:
            self._show_outcome()
        else:
            self._show_pieces()

    def _show_last_move(self) -> None:
        move = self.board.last_move
        if move is None:
            return
        before = self.board.copy()
        before.pop()
        key = f"last.{move_kind(before, move)}"
        piece = moved_piece(move, self.prompt.language)
        self.prompt.show(key, name=self.names[before.turn], piece=piece)

    def _show_pieces(self) -> None:
        board, prompt = self.board, self.prompt
        prompt.print(format_hand(board, board.turn.other, self.other_player, prompt.language), "dim")
        items = menu_items(board)
        for line in format_menu(items, prompt.language, prompt.width):
            prompt.print(line)
        if not all(item.is_playable for item in items) and not self.must_pass:
            prompt.print(prompt.strings["turn.stuck"], "dim")
        if board.turn_number == 4 and Piece(board.turn, Bug.QUEEN_BEE) in board.hand(board.turn):
            prompt.print(prompt.strings["turn.queen_due"], "bold")

    def _show_outcome(self) -> None:
        outcome = self.board.outcome()
        assert outcome is not None
        prompt, winner = self.prompt, outcome.winner
        strings = catalog("cli", prompt.language)
        if winner is None:
            result, loser = strings["outcome.draw"], ""
        else:
            result, loser = strings.format("outcome.wins", name=self._name_and_color(winner)), self.names[winner.other]
        prompt.print(result, "bold")
        prompt.print(ending_text(outcome, loser, prompt.language))
        prompt.print(self.board.game_string(), "dim")

    def show_reason(self, reason: Reason, *, mark_destination: bool = True) -> None:
        """Show why a move is illegal: the reason, the rulebook and, if it helps, the board."""
        prompt = self.prompt
        prompt.print(reason_text(self.board, reason, prompt.language), "bold")
        source = catalog("cli", prompt.language).format("explain.source", source=reason.source)
        prompt.print(source, "dim")
        evidence = Evidence.from_reason(self.board, reason, prompt.language, mark_destination=mark_destination)
        if evidence.labels:
            prompt.draw(evidence.draw(self.board, prompt.drawing_width))

    # Turns

    def select(self, piece: Piece) -> None:
        """Select a piece and letter its destinations, or explain why it cannot be played."""
        self.deselect()
        spaces = self.board.reachable(piece)
        if not spaces:
            self.explain_piece(piece)
        elif not self.board.stacks:
            self.make_move(Move(piece, next(iter(spaces))))
        else:
            position = self.board.position()
            letters = letter_spaces(spaces, position)
            self.selected, self.spaces = piece, {letter: hex_ for hex_, letter in letters.items()}
            drawing = draw_board(position, Marks(letters, selected=piece), width=self.prompt.drawing_width)
            self.prompt.draw(drawing)

    def move_selected(self, letter: str) -> None:
        """Move the selected piece to the space with a letter."""
        assert self.selected is not None
        self.make_move(Move(self.selected, self.spaces[letter]))

    def deselect(self) -> None:
        """Put the selected piece back."""
        self.selected, self.spaces = None, {}

    def explain_piece(self, piece: Piece) -> None:
        """Explain why a piece cannot be played, or say that it can."""
        if self.board.reachable(piece):
            self.prompt.show("why.playable", piece=piece_name(piece, self.prompt.language))
        elif (reason := explain_stuck_piece(self.board, piece)) is not None:
            self.show_reason(reason, mark_destination=reason.gate is not None)
        else:
            self.prompt.show("why.no_reason")

    def try_move(self, text: str) -> None:
        """Make a typed move, or explain why it is illegal. Raises NotationError if it is not a move."""
        move = parse_move(text, self.board)
        try:
            self.board.parse_uhp(text)
        except IllegalMove:
            reason = self.board.explain(move)
            assert reason is not None
            self.show_reason(reason)
            return
        self.make_move(move)

    def make_move(self, move: Move) -> None:
        """Make a legal move and save the game."""
        self.board.push(move)
        self.on_change()

    def to_saved(self) -> SavedGame:
        """Return the game as it is saved."""
        player = None if self.computer is None else SavedComputer(self.computer.color, self.computer.level.number)
        return SavedGame.from_board(self.board, self.names, player)

    def on_change(self) -> None:
        """After a move, an undo or the end of the game: save the game and show the board."""
        self.deselect()
        self.needs_display = True
        if not self.saves:
            return
        try:
            save_game(self.path, self.to_saved())
        except (OSError, SkepError) as error:
            self.saves = False
            self.prompt.show("save.autosave_failed", error=error)
