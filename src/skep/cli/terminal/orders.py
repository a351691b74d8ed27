"""What players can type, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from skep.cli.languages import WORDS
from skep.cli.moves import grouped, listing
from skep.cli.terminal import saves
from skep.cli.terminal.talk import Left
from skep.errors import NotationError
from skep.moves import PASS
from skep.notation.uhp import parse_move
from skep.pieces import Piece
from skep.rules import Language

if TYPE_CHECKING:
    from skep.cli.terminal.game import TerminalGame

__all__ = ["ORDERS", "obey"]

_Order = Callable[["TerminalGame", str], None]
_COLOR: Final = "wb"


def obey(game: TerminalGame, typed: str) -> None:
    """Do what was typed: nothing, a letter, a number, an order, a piece or a move."""
    word, _, rest = typed.partition(" ")
    known = {word: order for words in WORDS.values() for word, order in words.orders.items()}
    if not typed:
        _enter(game)
    elif typed.lower() in game.spaces and game.chosen is not None:
        game.choose_space(typed.lower())
    elif word.lower() in known:
        ORDERS[known[word.lower()]](game, rest.strip())
    elif game.board.is_game_over():
        game.talk.say(game.talk.words.not_understood.format(text=typed))
    elif (piece := _piece(game, typed)) is not None:
        game.choose(piece)
    elif typed.isascii() and typed.isdigit():
        game.talk.say(game.talk.words.no_such_choice.format(number=typed))
    elif game.chosen is not None and len(typed) <= 2:
        game.talk.say(game.talk.words.no_such_space.format(text=typed))
    else:
        _move(game, typed)


def _enter(game: TerminalGame) -> None:
    """Enter alone: leave a finished game, make a forced pass, put a piece back, or look again."""
    if game.board.is_game_over():
        raise Left
    if game.must_pass:
        game.make(PASS)
        return
    game.put_back()
    game.looks = True


def _piece(game: TerminalGame, text: str) -> Piece | None:
    """The piece that a number of the list or a name means; a name may leave its colour or number out."""
    choices = game.choices()
    for choice in choices:
        if text == str(choice.number):
            return choice.piece
    letter = _COLOR[game.board.to_move]
    for name in (text, letter + text):
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
        words = game.talk.words
        names_piece = _piece(game, text.split()[0]) is not None
        game.talk.say((words.no_such_move if names_piece else words.not_understood).format(text=text))
    else:
        game.try_move(text)


def _help(game: TerminalGame, _rest: str) -> None:
    game.talk.say(game.talk.words.help)


def _moves(game: TerminalGame, _rest: str) -> None:
    words = game.talk.words
    legal = game.board.legal_moves.list()
    game.talk.say(words.moves_count.format(count=len(legal)))
    for line in listing(grouped(game.board, legal), words.bugs, words.kinds, game.talk.width):
        game.talk.say(line)


def _why(game: TerminalGame, rest: str) -> None:
    words = game.talk.words
    if not rest:
        game.talk.say(words.why_what)
        return
    if (piece := _piece(game, rest)) is not None:
        game.explain_piece(piece)
        return
    try:
        move = parse_move(rest, game.board)
    except NotationError:
        game.talk.say(words.no_such_move.format(text=rest))
        return
    reason = game.board.explain(move)
    if reason is None:
        game.talk.say(words.is_legal.format(move=rest))
    else:
        game.show_reason(reason)


def _undo(game: TerminalGame, _rest: str) -> None:
    """Take back the last move; passes after it were forced and go with it."""
    if not game.board.moves:
        game.talk.say(game.talk.words.nothing_to_undo)
        return
    move = game.board.pop()
    while move.is_pass and game.board.moves:
        move = game.board.pop()
    game.talk.say(game.talk.words.undone.format(move=game.board.uhp(move)))
    game.changed()


def _draw(game: TerminalGame, _rest: str) -> None:
    words = game.talk.words
    if game.board.is_game_over():
        game.looks = True
    elif game.talk.agrees(words.offer_draw.format(name=game.mover, other=game.other)):
        game.board.agree_draw()
        game.changed()
    else:
        game.talk.say(words.draw_refused.format(other=game.other))


def _resign(game: TerminalGame, _rest: str) -> None:
    if game.board.is_game_over():
        game.looks = True
    elif game.talk.agrees(game.talk.words.really_resign.format(name=game.mover)):
        game.board.resign(game.board.to_move)
        game.changed()


def _save(game: TerminalGame, rest: str) -> None:
    talk, words = game.talk, game.talk.words
    if not rest:
        talk.say(words.save_where)
        return
    path = Path(rest).expanduser()
    if path.exists() and not talk.agrees(words.overwrite.format(file=path)):
        return
    try:
        saves.write(path, saves.SavedGame.of(game.board, game.names))
    except OSError as error:
        talk.say(words.not_saved.format(error=error))
    else:
        talk.say(words.saved_as.format(file=path))


def _quit(_game: TerminalGame, _rest: str) -> None:
    raise Left


def _speak(language: Language) -> _Order:
    def speak(game: TerminalGame, _rest: str) -> None:
        game.talk.language = language
        game.talk.say(game.talk.words.language_now)
        game.put_back()
        game.looks = True

    return speak


ORDERS: Final[dict[str, _Order]] = {
    "help": _help,
    "moves": _moves,
    "why": _why,
    "undo": _undo,
    "draw": _draw,
    "resign": _resign,
    "save": _save,
    "quit": _quit,
    **{language.value: _speak(language) for language in Language},
}
