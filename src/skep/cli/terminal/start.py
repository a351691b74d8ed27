"""Before the first turn: choosing the game, the edition, the bugs and the names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from skep.cli.game_argument import is_game_type, read_game, read_text
from skep.cli.language import system_language
from skep.cli.piece_names import bug_name
from skep.cli.terminal.game import TerminalGame
from skep.cli.terminal.prompt import InputClosed, Prompt
from skep.cli.terminal.saved_game import SavedGame, last_saved_game, load_game, printable_name
from skep.editions import DEFAULT_EDITION, EDITIONS, EXPANSIONS, Edition, GameType, find_edition
from skep.errors import SkepError
from skep.i18n import Language, catalog
from skep.pieces import Color

if TYPE_CHECKING:
    from skep.board import Board

__all__ = ["GameOptions", "start"]

_NONE: Final = {"0", "-", *(catalog("terminal", language)["start.no_expansions"] for language in Language)}
"""Answers that choose no expansion."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of the command line. The game asks the players for those that are missing."""

    game: str
    edition: str | None
    threefold: bool
    white: str | None
    black: str | None
    language: Language | None


def start(options: GameOptions, *, resume: bool) -> None:
    """Play a game in the terminal, from the first question to the end."""
    prompt = Prompt(options.language or system_language())
    try:
        game = _resume(prompt) if resume else _game_from_argument(options, prompt)
        game = game or (None if options.game else _offer_last_game(prompt)) or _new_game(options, prompt)
        game.play()
    except InputClosed:
        prompt.show("goodbye")


def _resume(prompt: Prompt) -> TerminalGame:
    """Return the last game. Raises SkepError if there is none."""
    path = last_saved_game()
    if path is None:
        raise SkepError("there is no saved game to continue")
    saved = load_game(path)
    return TerminalGame(_replay(saved, str(path)), saved.names, prompt, path)


def _replay(saved: SavedGame, file: str) -> Board:
    try:
        return saved.board()
    except SkepError as error:
        raise SkepError(f"{file}: {error}") from error


def _offer_last_game(prompt: Prompt) -> TerminalGame | None:
    """Return the last game if it is not finished and the players want to continue it."""
    if last_saved_game() is None:
        return None
    try:
        game = _resume(prompt)
    except (SkepError, OSError) as error:
        prompt.show("start.damaged", error=error)
        prompt.print()
        return None
    if game.board.is_game_over():
        return None
    white, black = game.names
    question = prompt.strings.format("start.resume", white=white, black=black, turn=game.board.turn_number)
    return game if prompt.confirm(question) else None


def _game_from_argument(options: GameOptions, prompt: Prompt) -> TerminalGame | None:
    """Return the game of the GAME argument, or None if the argument only says which bugs to play with."""
    if not options.game or is_game_type(options.game):
        return None
    if options.game == "-":
        raise SkepError("the game cannot be read from stdin, because the players' moves are")
    text = read_text(options.game)
    board = read_game(text, edition=options.edition, threefold=options.threefold)
    board.game_string()  # raises SkepError for a game that cannot be saved
    saved_names = SavedGame.parse(text).names if text.lstrip().startswith("{") else ("", "")
    return TerminalGame(board, _choose_names(options, prompt, saved_names), prompt)


def _new_game(options: GameOptions, prompt: Prompt) -> TerminalGame:
    from skep.board import Board

    edition = _choose_edition(prompt) if options.edition is None else find_edition(options.edition)
    game_type = GameType.parse(options.game) if options.game else _choose_expansions(prompt, edition)
    names = _choose_names(options, prompt, ("", ""))
    return TerminalGame(Board(game_type, edition=edition, threefold=options.threefold), names, prompt)


def _choose_edition(prompt: Prompt) -> Edition:
    strings = prompt.strings
    prompt.show("start.edition")
    for number, edition in enumerate(EDITIONS, 1):
        prompt.show(
            "start.edition_option",
            number=number,
            title=edition.title_in(prompt.language),
            bugs=strings[f"box.{edition.id}"],
        )
    while True:
        answer = prompt.ask(strings["start.choose_edition"]).lower()
        if not answer:
            return DEFAULT_EDITION
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(EDITIONS):
            return EDITIONS[int(answer) - 1]
        for edition in EDITIONS:
            if answer == edition.id:
                return edition
        prompt.show("start.no_such_edition", text=answer, count=len(EDITIONS))


def _choose_expansions(prompt: Prompt, edition: Edition) -> GameType:
    strings = prompt.strings
    bugs = ", ".join(bug_name(bug, prompt.language) for bug in edition.box.expansions)
    prompt.show("start.expansions", bugs=bugs or strings["start.no_expansions"])
    while True:
        answer = prompt.ask(strings["start.choose_expansions"]).lower()
        if not answer:
            return edition.box
        letters = "" if answer in _NONE else answer.replace(" ", "").replace(",", "")
        if set(letters) <= {bug.letter.lower() for bug in EXPANSIONS}:
            return GameType(tuple(bug for bug in EXPANSIONS if bug.letter.lower() in letters))
        prompt.show("start.no_such_expansions", text=answer)


def _choose_names(options: GameOptions, prompt: Prompt, saved: tuple[str, str]) -> tuple[str, str]:
    """Return the players' names: of the options, of the saved game, or as the players type them."""
    white, black = (
        _choose_name(prompt, color, option if option is not None else saved[color] or None)
        for color, option in zip(Color, (options.white, options.black), strict=True)
    )
    return white, black


def _choose_name(prompt: Prompt, color: Color, known: str | None) -> str:
    default = prompt.strings[f"side.{color.name.lower()}"]
    name = prompt.ask(prompt.strings.format("start.name", color=default)) if known is None else known
    return printable_name(name) or default
