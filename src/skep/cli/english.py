"""The texts in English."""

from __future__ import annotations

from typing import Final

from skep.cli.words import Words
from skep.i18n import Language
from skep.outcomes import Termination
from skep.pieces import Bug, Color
from skep.rules import PathKind

__all__ = ["ENGLISH"]

_HELP: Final = """\
A turn
  3               choose piece number 3 of the list, then a space by its letter
  wA1             choose a piece by its name
  wA1 -bQ         or type a whole move: wA1 goes to the space west of bQ
                  (bQ- east, -bQ west, bQ/ north-east, /bQ south-west,
                  \\bQ north-west, bQ\\ south-east, bQ alone: on top of it)
  Enter           look at the table again, or put the chosen piece back

Questions
  why 3           why piece 3 cannot move
  why wA1 -bQ     why a move is not allowed, shown on the table
  moves           every move you can make

The game
  undo            take the last move back
  draw            offer a draw
  resign          give the game up
  save FILE       save the game in a file; it is also kept after every move
  quit            leave; skep play --terminal --resume goes on
  fr              parler français"""

ENGLISH: Final = Words(
    language=Language.EN,
    bugs={bug: str(bug) for bug in Bug},
    colors={Color.WHITE: "White", Color.BLACK: "Black"},
    white_or_black={Color.WHITE: "white", Color.BLACK: "black"},
    legal="{move} is legal: {piece} {way}.",
    illegal="{move} is not legal.",
    ways={
        PathKind.PLACE: "is placed there",
        PathKind.SLIDE: "slides there",
        PathKind.CLIMB: "climbs there",
        PathKind.JUMP: "jumps there",
        PathKind.THROW: "is thrown there by {thrower}",
        PathKind.PASS: "nothing can be placed or moved",
    },
    copying=" (the mosquito acts {copied})",
    sign_parts="the parts that the hive would fall into",
    sign_gate="the gate",
    sign_pieces="what forbids it",
    sign_wanted="where {piece} cannot go",
    sign_instead="where {piece} can go",
    sign_steps="the way it takes",
    source="Rule: {source}",
    playing_at="skep is at {address} (Ctrl-C ends it)",
    plays_already="skep is running already, at {address}",
    ended="Goodbye. Your games are kept.",
    welcome="Hive for two at one keyboard. You win when the other player's queen bee is surrounded on all six "
    "sides, by bugs of either colour. A turn is a bug placed from your hand or a bug moved.\n\n"
    "Pieces are written like wA1: w for White (b for Black), A for soldier Ant, 1 for the first of them. "
    "Choose a piece by its number, then a space by its letter. Type help to see what else you can do.",
    which_box="Which box do you have? The rules differ a little from one to the next.",
    boxes={
        "ultimate-2024": "with mosquito, ladybug and pillbug",
        "pocket-2012": "with mosquito and ladybug",
        "pocket-fr": "with mosquito and ladybug, French rulebook",
        "hive-2016": "without extra bugs",
        "hive-classic": "without extra bugs, older rulebook",
    },
    choose_box="Number of the box (not sure? press Enter for 1)",
    no_such_box="«{text}» is no box of the list: type a number from 1 to {count}.",
    which_bugs="Extra bugs in this box: {bugs}.",
    no_extra_bugs="none",
    choose_bugs="Play with m (mosquito), l (ladybug), p (pillbug), for example mlp, or none (Enter: those of the box)",
    no_such_bugs="«{text}» is not understood: type some of the letters m, l and p, or none.",
    name_of="Who plays {color}? (Enter: {color})",
    resume="The last game was not finished: {white} against {black}, turn {turn}. Go on with it?",
    damaged="The last game cannot be read and is left as it is. {error}",
    not_understood="«{text}» was not understood. Type help to see what you can type.",
    yes_no="y or n",
    yes=("y", "yes"),
    no=("n", "no"),
    turn="Turn {turn}: {name}",
    did={
        "place": "{name} placed {piece}.",
        "move": "{name} moved {piece}.",
        "throw": "{name} threw {piece}.",
        "pass": "{name} passed.",
    },
    hand="{name}'s hand",
    empty_hand="empty",
    in_play="In play",
    in_hand="In hand",
    to_throw="To throw",
    stuck_note="A number in brackets cannot be played now; choose it to see why.",
    queen_due="You have to place your queen bee now: it is your fourth turn.",
    choose_piece="{name}, which piece? (number, or help)",
    choose_space="Where does {piece} go? (letter, or Enter to choose another piece)",
    must_pass="{name} can neither place nor move a bug and has to pass. (Enter to pass)",
    no_such_choice="There is no piece number {number} in the list.",
    no_such_space="There is no space «{text}» on the table.",
    no_such_move="«{text}» is no move here: name a piece and a place beside a piece in play, as in wA1 -bQ.",
    is_legal="{move} is legal.",
    can_go="You can play {piece} now. Choose it to see where it can go.",
    no_reason="There is nothing to explain: no piece can go anywhere now.",
    orders={
        "help": "help",
        "?": "help",
        "moves": "moves",
        "why": "why",
        "undo": "undo",
        "draw": "draw",
        "resign": "resign",
        "save": "save",
        "quit": "quit",
        "exit": "quit",
        "fr": "fr",
        "en": "en",
    },
    help=_HELP,
    kinds={"place": "place", "move": "move", "throw": "throw", "pass": "pass"},
    moves_count="You can play {count} moves.",
    nothing_to_undo="There is no move to take back.",
    undone="Taken back: {move}.",
    why_what="Say which move or piece you mean, as in: why wA1 -bQ",
    offer_draw="{other}, {name} offers a draw. Do you accept?",
    draw_refused="{other} plays on.",
    really_resign="{name}, do you really give the game up?",
    save_where="Say where, as in: save our-game.json",
    overwrite="{file} exists already. Replace it?",
    saved_as="Saved. To go on with it: skep play --terminal @{file}",
    not_saved="Not saved: {error}",
    autosave_failed="The game cannot be kept for later: {error}",
    language_now="English it is.",
    bye="Goodbye.",
    bye_saved="Goodbye. Your game is kept; to go on with it: skep play --terminal --resume",
    over="The game is over",
    wins="{name} wins.",
    draw="A draw.",
    endings={
        Termination.SURROUNDED: "The {loser} queen bee is surrounded.",
        Termination.BOTH_SURROUNDED: "Both queen bees are surrounded.",
        Termination.REPETITION: "The same position came up for the third time.",
        Termination.AGREEMENT: "Both players agreed to it.",
        Termination.RESIGNATION: "{other} gave the game up.",
    },
    after_end="Enter to leave; or undo, save FILE, help",
    reading_files="{file}: {added} added, {known} there already, {refused} refused",
    imported="{added} added, {known} there already, {refused} refused",
    more_refused="and {count} more refused",
    exported="{count} games written",
    explored="Games: {games}. White won {white}, Black won {black}, {draws} drawn, {unfinished} unfinished.",
    never_played="No game of the database has this position.",
    explored_columns={
        "move": "move",
        "games": "games",
        "share": "share",
        "results": "White █  draw ▒  Black ░",
        "value": "engine",
        "players": "players",
    },
    latest_games="The latest games",
)
