"""Before the first turn: which game, which box, which bugs, who plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from skep.cli.games import is_game_type, read_game, read_text
from skep.cli.languages import users_language
from skep.cli.terminal import saves
from skep.cli.terminal.game import TerminalGame
from skep.cli.terminal.talk import Left, Talk
from skep.editions import DEFAULT_EDITION, EDITIONS, EXPANSIONS, Edition, GameType, find_edition
from skep.errors import SkepError
from skep.pieces import Color
from skep.rules import Language

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["Wishes", "start"]

_NONE: Final = ("none", "aucun", "0", "-")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the options ask for; what they leave open is asked."""

    game: str
    edition: str | None
    threefold: bool
    white: str | None
    black: str | None
    language: Language | None


def start(wishes: Wishes, *, resume: bool) -> None:
    """Play a game in the terminal, from the first question to the last word."""
    talk = Talk(wishes.language or users_language())
    try:
        game = _resumed(talk) if resume else _from_argument(wishes, talk)
        game = game or (None if wishes.game else _offered(talk)) or _new_game(wishes, talk)
        game.play()
    except Left:
        talk.say(talk.words.bye)


def _resumed(talk: Talk) -> TerminalGame:
    """The game that was played last; an error when there is none to go on with."""
    path = saves.last_game()
    if path is None:
        raise SkepError("there is no game to go on with")
    saved = saves.read(path)
    return TerminalGame(_replayed(saved, str(path)), saved.names, talk, path)


def _replayed(saved: saves.SavedGame, where: str) -> Board:
    try:
        return saved.board()
    except SkepError as error:
        raise SkepError(f"{where}: {error}") from error


def _offered(talk: Talk) -> TerminalGame | None:
    """The last game, when it is not finished and the players want to go on with it."""
    path = saves.last_game()
    if path is None:
        return None
    try:
        game = _resumed(talk)
    except (SkepError, OSError) as error:
        talk.say(talk.words.damaged.format(error=error))
        talk.say()
        return None
    if game.board.is_game_over():
        return None
    white, black = game.names
    question = talk.words.resume.format(white=white, black=black, turn=game.board.turn)
    return game if talk.agrees(question) else None


def _from_argument(wishes: Wishes, talk: Talk) -> TerminalGame | None:
    """The game of the GAME argument, unless that is a new one; a saved one brings its names along."""
    if not wishes.game or is_game_type(wishes.game):
        return None
    if wishes.game == "-":
        raise SkepError("the game cannot come from stdin: the players' moves do")
    text = read_text(wishes.game)
    board = read_game(text, edition=wishes.edition, threefold=wishes.threefold)
    board.game_string()
    names = ("", "")
    if text.lstrip().startswith("{"):
        names = saves.SavedGame.parse(text).names
    return TerminalGame(board, _names(wishes, talk, names), talk)


def _new_game(wishes: Wishes, talk: Talk) -> TerminalGame:
    from skep.board import Board

    edition = _choose_edition(talk) if wishes.edition is None else find_edition(wishes.edition)
    game_type = GameType.parse(wishes.game) if wishes.game else _choose_bugs(talk, edition)
    names = _names(wishes, talk, ("", ""))
    return TerminalGame(Board(game_type, edition=edition, threefold=wishes.threefold), names, talk)


def _choose_edition(talk: Talk) -> Edition:
    talk.say(talk.words.which_box)
    for number, edition in enumerate(EDITIONS, 1):
        talk.say(f"  {number}  {edition.title}{talk.words.language.colon}{talk.words.boxes[edition.id]}")
    while True:
        answer = talk.ask(talk.words.choose_box).lower()
        if not answer:
            return DEFAULT_EDITION
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(EDITIONS):
            return EDITIONS[int(answer) - 1]
        for edition in EDITIONS:
            if answer == edition.id:
                return edition
        talk.say(talk.words.no_such_box.format(text=answer, count=len(EDITIONS)))


def _choose_bugs(talk: Talk, edition: Edition) -> GameType:
    words = talk.words
    bugs = ", ".join(words.bugs[bug] for bug in edition.box.expansions)
    talk.say(words.which_bugs.format(bugs=bugs or words.no_extra_bugs))
    while True:
        answer = talk.ask(words.choose_bugs).lower()
        if not answer:
            return edition.box
        letters = "" if answer in _NONE else answer.replace(" ", "").replace(",", "")
        if set(letters) <= {bug.letter.lower() for bug in EXPANSIONS}:
            return GameType(tuple(bug for bug in EXPANSIONS if bug.letter.lower() in letters))
        talk.say(words.no_such_bugs.format(text=answer))


def _names(wishes: Wishes, talk: Talk, known: tuple[str, str]) -> tuple[str, str]:
    white, black = (
        _name(talk, color, wish if wish is not None else known[color] or None)
        for color, wish in zip(Color, (wishes.white, wishes.black), strict=True)
    )
    return white, black


def _name(talk: Talk, color: Color, given: str | None) -> str:
    color_name = talk.words.colors[color]
    asked = talk.ask(talk.words.name_of.format(color=color_name)) if given is None else given
    return saves.readable_name(asked) or color_name
