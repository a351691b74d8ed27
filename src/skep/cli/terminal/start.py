"""Before the first turn: choosing the game, the edition, the bugs, the computer player and the names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from skep.cli.game_argument import is_game_type, read_argument, read_game
from skep.cli.language import system_language
from skep.cli.options import LEVEL_NUMBERS
from skep.cli.piece_names import bug_name
from skep.cli.terminal.computer import DEFAULT_SECONDS, Computer
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """The options of the command line. The game asks the players for those that are missing."""

    game: str
    number: int | None = None
    edition: str | None
    threefold: bool
    white: str | None
    black: str | None
    level: int | None = None
    """The level of the computer player, or None if there is none or it is not known yet."""
    color: Color | None = None
    """The colour of the person who plays the computer."""
    seconds: float = DEFAULT_SECONDS
    threads: int = 1
    language: Language | None

    @property
    def plays_computer(self) -> bool:
        """Whether the options ask for a game against the computer."""
        return self.level is not None or self.color is not None


def start(options: GameOptions, *, resume: bool) -> None:
    """Play a game in the terminal, from the first question to the end."""
    prompt = Prompt(options.language or system_language())
    try:
        game = _resume(prompt, options) if resume else _game_from_argument(options, prompt)
        if game is None and not options.game and not options.plays_computer:
            game = _offer_last_game(prompt, options)
        game = game or _new_game(options, prompt)
        game.play()
    except InputClosed:
        prompt.show("goodbye")


def _resume(prompt: Prompt, options: GameOptions) -> TerminalGame:
    """Return the last game. Raises SkepError if there is none."""
    path = last_saved_game()
    if path is None:
        raise SkepError("there is no saved game to continue")
    saved = load_game(path)
    return TerminalGame(_replay(saved, str(path)), saved.names, prompt, path, _saved_computer(saved, options))


def _saved_computer(saved: SavedGame, options: GameOptions) -> Computer | None:
    player = saved.computer
    return None if player is None else _new_computer(player.level, player.color, options)


def _new_computer(level: int, color: Color, options: GameOptions) -> Computer:
    return Computer(level, color, seconds=options.seconds, threads=options.threads)


def _replay(saved: SavedGame, file: str) -> Board:
    try:
        return saved.board()
    except SkepError as error:
        raise SkepError(f"{file}: {error}") from error


def _offer_last_game(prompt: Prompt, options: GameOptions) -> TerminalGame | None:
    """Return the last game if it is not finished and the players want to continue it."""
    if last_saved_game() is None:
        return None
    try:
        game = _resume(prompt, options)
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
    board = read_game(options.game, edition=options.edition, threefold=options.threefold, number=options.number)
    board.game_string()  # raises SkepError for a game that cannot be saved
    given = read_argument(options.game)
    if given.is_saved_game and not options.plays_computer:
        saved = SavedGame.parse(given.text)
        computer = _saved_computer(saved, options)
        return TerminalGame(board, _choose_names(options, prompt, saved.names), prompt, None, computer)
    computer = _choose_computer(options, prompt)
    return TerminalGame(board, _choose_names(options, prompt, ("", ""), computer), prompt, None, computer)


def _new_game(options: GameOptions, prompt: Prompt) -> TerminalGame:
    from skep.board import Board

    edition = _choose_edition(prompt) if options.edition is None else find_edition(options.edition)
    game_type = GameType.parse(options.game) if options.game else _choose_expansions(prompt, edition)
    computer = _choose_computer(options, prompt)
    names = _choose_names(options, prompt, ("", ""), computer)
    board = Board(game_type, edition=edition, threefold=options.threefold)
    return TerminalGame(board, names, prompt, None, computer)


def _choose_computer(options: GameOptions, prompt: Prompt) -> Computer | None:
    """Return the computer player of the options or the answers, or None if two people play.

    Two names are an answer too: two people play.
    """
    level, color = options.level, options.color
    if level is None:
        if color is None and options.white is not None and options.black is not None:
            return None
        level = _choose_level(prompt, must_choose=color is not None)
        if level is None:
            return None
    if color is None:
        color = _color_of_names(options)
    if color is None:
        color = _choose_color(prompt)
    return _new_computer(level, color.other, options)


def _color_of_names(options: GameOptions) -> Color | None:
    """Return the colour of the only player who has a name, or None."""
    if (options.white is None) == (options.black is None):
        return None
    return Color.BLACK if options.white is None else Color.WHITE


def _choose_level(prompt: Prompt, *, must_choose: bool) -> int | None:
    while True:
        answer = prompt.ask(prompt.strings["start.choose_level_only" if must_choose else "start.choose_level"])
        if not answer and not must_choose:
            return None
        if answer.isascii() and answer.isdigit() and int(answer) in LEVEL_NUMBERS:
            return int(answer)
        prompt.show("start.no_such_level", text=answer, count=LEVEL_NUMBERS[-1])


def _choose_color(prompt: Prompt) -> Color:
    while True:
        answer = prompt.ask(prompt.strings["start.choose_color"]).lower()
        if not answer:
            return Color.WHITE
        for color in Color:
            side = f"side.{color.name.lower()}"
            names = {catalog("terminal", language)[side].lower() for language in Language}
            if answer in names or answer == prompt.strings[side][0].lower():
                return color
        prompt.show("start.no_such_color", text=answer)


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


def _choose_names(
    options: GameOptions, prompt: Prompt, saved: tuple[str, str], computer: Computer | None = None
) -> tuple[str, str]:
    """Return the players' names: of the options, of the saved game, or as the players type them.

    A game against the computer does not ask for a name.
    """
    defaults = [prompt.strings[f"side.{color.name.lower()}"] for color in Color]
    known = [
        option if option is not None else name or None
        for option, name in zip((options.white, options.black), saved, strict=True)
    ]
    if computer is not None:
        level = computer.level
        known[computer.color] = prompt.strings.format("computer.name", level=level.number)
        known[computer.color.other] = known[computer.color.other] or defaults[computer.color.other]
    white, black = (_choose_name(prompt, default, name) for default, name in zip(defaults, known, strict=True))
    return white, black


def _choose_name(prompt: Prompt, default: str, known: str | None) -> str:
    name = prompt.ask(prompt.strings.format("start.name", color=default)) if known is None else known
    return printable_name(name) or default
