"""The commands that players can type."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from skep.cli.moves import format_groups, group_moves
from skep.cli.terminal.menu import menu_items
from skep.cli.terminal.prompt import InputClosed
from skep.cli.terminal.saved_game import save_game
from skep.errors import NotationError
from skep.i18n import Language, catalog
from skep.moves import PASS
from skep.notation.uhp import parse_move
from skep.pieces import Piece

if TYPE_CHECKING:
    from skep.cli.terminal.game import TerminalGame

__all__ = ["COMMANDS", "command_names", "execute"]

_Command = Callable[["TerminalGame", str], None]


def execute(game: TerminalGame, typed: str) -> None:
    """Execute what was typed: nothing, a letter, a number, a command, a piece or a move."""
    word, _, rest = typed.partition(" ")
    if not typed:
        _enter(game)
    elif typed.lower() in game.spaces and game.selected is not None:
        game.move_selected(typed.lower())
    elif (name := command_names().get(word.lower())) is not None:
        COMMANDS[name](game, rest.strip())
    elif game.board.is_game_over():
        game.prompt.show("turn.not_understood", text=typed)
    elif (piece := _find_piece(game, typed)) is not None:
        game.select(piece)
    elif typed.isascii() and typed.isdigit():
        game.prompt.show("turn.no_such_number", number=typed)
    elif game.selected is not None and len(typed) <= 2:
        game.prompt.show("turn.no_such_space", text=typed)
    else:
        _move(game, typed)


@cache
def command_names() -> dict[str, str]:
    """Return the command for each word that can be typed, in all languages."""
    names = {language.value: language.value for language in Language}
    for language in Language:
        for name, words in catalog("terminal", language).table("command").items():
            names |= dict.fromkeys(words.split(), name)
    return names


def _enter(game: TerminalGame) -> None:
    """Handle Enter: leave a finished game, make a forced pass, or deselect the piece and show the board again."""
    if game.board.is_game_over():
        raise InputClosed
    if game.must_pass:
        game.make_move(PASS)
        return
    game.deselect()
    game.needs_display = True


def _find_piece(game: TerminalGame, text: str) -> Piece | None:
    """Return the piece with a number in the list or with a name, which can lack its colour or its number."""
    for item in menu_items(game.board):
        if text == str(item.number):
            return item.piece
    for name in (text, game.board.turn.letter + text):
        for ending in ("", "1"):
            try:
                piece = Piece.parse(name + ending)
            except NotationError:
                continue
            return piece if piece.bug in game.board.game_type else None
    return None


def _move(game: TerminalGame, text: str) -> None:
    try:
        parse_move(text, game.board)
    except NotationError:
        names_piece = _find_piece(game, text.split()[0]) is not None
        game.prompt.show("turn.not_a_move" if names_piece else "turn.not_understood", text=text)
    else:
        game.try_move(text)


def _help(game: TerminalGame, _rest: str) -> None:
    game.prompt.show("help")


def _moves(game: TerminalGame, _rest: str) -> None:
    prompt = game.prompt
    legal = game.board.legal_moves.list()
    prompt.show("moves.count", count=len(legal))
    kinds = prompt.strings.table("kind")
    for line in format_groups(group_moves(game.board, legal), kinds, prompt.language, prompt.width):
        prompt.print(line)


def _why(game: TerminalGame, rest: str) -> None:
    if not rest:
        game.prompt.show("why.what")
        return
    if (piece := _find_piece(game, rest)) is not None:
        game.explain_piece(piece)
        return
    try:
        move = parse_move(rest, game.board)
    except NotationError:
        game.prompt.show("turn.not_a_move", text=rest)
        return
    reason = game.board.explain(move)
    if reason is None:
        game.prompt.show("why.legal", move=rest)
    else:
        game.show_reason(reason)


def _undo(game: TerminalGame, _rest: str) -> None:
    """Take back the last move, along with the forced passes after it and the computer's reply to it."""
    if not _has_moved(game):
        game.prompt.show("undo.nothing")
        return
    move = game.board.pop()
    while game.board.moves and (move.is_pass or game.is_computers_turn):
        move = game.board.pop()
    game.prompt.show("undo.done", move=game.board.uhp(move))
    game.on_change()


def _has_moved(game: TerminalGame) -> bool:
    """Return whether a move can be taken back. The computer's first move cannot."""
    is_reply = game.computer is not None and game.computer.color is game.board.start.turn
    return len(game.board.moves) > is_reply


def _draw(game: TerminalGame, _rest: str) -> None:
    names = {"name": game.current_player, "other": game.other_player}
    if game.board.is_game_over():
        game.needs_display = True
    elif game.computer is not None:
        game.prompt.show("draw.declined", **names)
    elif game.prompt.confirm(game.prompt.strings.format("draw.offer", **names)):
        game.board.agree_draw()
        game.on_change()
    else:
        game.prompt.show("draw.declined", **names)


def _resign(game: TerminalGame, _rest: str) -> None:
    if game.board.is_game_over():
        game.needs_display = True
    elif game.prompt.confirm(game.prompt.strings.format("resign.confirm", name=game.current_player)):
        game.board.resign(game.board.turn)
        game.on_change()


def _save(game: TerminalGame, rest: str) -> None:
    prompt = game.prompt
    if not rest:
        prompt.show("save.where")
        return
    path = Path(rest).expanduser()
    if path.exists() and not prompt.confirm(prompt.strings.format("save.overwrite", file=path)):
        return
    try:
        save_game(path, game.to_saved())
    except OSError as error:
        prompt.show("save.failed", error=error)
    else:
        prompt.show("save.done", file=path)


def _quit(_game: TerminalGame, _rest: str) -> None:
    raise InputClosed


def _change_language(language: Language) -> _Command:
    def change(game: TerminalGame, _rest: str) -> None:
        game.prompt.language = language
        game.prompt.show("language_changed")
        game.deselect()
        game.needs_display = True

    return change


COMMANDS: Final[dict[str, _Command]] = {
    "help": _help,
    "moves": _moves,
    "why": _why,
    "undo": _undo,
    "draw": _draw,
    "resign": _resign,
    "save": _save,
    "quit": _quit,
    **{language.value: _change_language(language) for language in Language},
}
"""The commands by name. ``command_names`` maps the words that players type to these names."""
