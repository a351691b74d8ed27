"""The rules for the names of players and teams.

The names of guests are not unique, but no guest can pass for the computer.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal, TypeAlias

from skep.server.accounts.texts import one_line
from skep.server.http.problem_error import ProblemError

__all__ = ["MAX_NAME_LENGTH", "NameProblem", "NameRefused", "check_name", "name_key"]

MAX_NAME_LENGTH: Final = 24

NameProblem: TypeAlias = Literal["name-empty", "name-long", "name-characters", "name-mixed", "name-reserved"]

_MESSAGES: Final[dict[NameProblem, str]] = {
    "name-empty": "A name needs at least one letter or digit.",
    "name-long": "A name has at most {most} characters.",
    "name-characters": "A name consists of letters, digits, spaces and the characters . , ' - _ & + ! ( ) and quotes.",
    "name-mixed": "A word cannot mix alphabets whose letters look the same, such as Latin and Cyrillic.",
    "name-reserved": "This name is reserved: it could be mistaken for the computer or for someone who runs the site.",
}

_PUNCTUATION: Final = frozenset(".,'’-_&+!\"()·・")
_SEPARATORS: Final = re.compile("[{} ]+".format(re.escape("".join(sorted(_PUNCTUATION)))))
_LOOK_ALIKE_SCRIPTS: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})
"""Scripts with letters that look the same, as the first words of their characters' names."""

_LOOK_ALIKES: Final = str.maketrans(
    {
        # Cyrillic, Greek and Armenian letters, in both cases
        **dict(zip("авеѕіјкмнорстухԁԛԝһӏгьү", "abesijkmhopctyxdqwhlrby", strict=True)),
        **dict(zip("αβγεζηικμνορτυχω", "abyeznikmnoptuxw", strict=True)),
        **dict(zip("հոսօցզ", "hnuogq", strict=True)),
        # Latin letters with strokes, which do not decompose
        **dict(zip("øłđħıɑɡ", "oldhiag", strict=True)),
        # digits and symbols
        **dict(zip("0134578!", "oleastbi", strict=True)),
    }
)

_DELETED: Final = ("deleted account", "compte supprimé")
"""The texts that the page shows instead of the name of a deleted account."""
_RESERVED_NAMES: Final = ("white", "black", "blanc", "blancs", "noir", "noirs", "les blancs", "les noirs", *_DELETED)
_RESERVED_WORDS: Final = (
    *("skep", "computer", "ordinateur"),
    *("admin", "administrator", "administrateur", "administratrice"),
    *("moderator", "modérateur", "modératrice"),
)


class NameRefused(ProblemError):
    """A name that a guest cannot have; ``code`` says why."""

    def __init__(self, code: NameProblem, max_length: int = MAX_NAME_LENGTH) -> None:
        super().__init__(422, code, _MESSAGES[code].replace("{most}", str(max_length)))


def check_name(text: str, *, max_length: int = MAX_NAME_LENGTH) -> str:
    """Return a name as it is shown, or raise NameRefused.

    >>> check_name(" Anne-Marie\\n")
    'Anne-Marie'
    >>> check_name("skep level 10")
    Traceback (most recent call last):
    skep.server.accounts.names.NameRefused: This name is reserved: it could be mistaken for the computer or for \
someone who runs the site.
    """
    name = one_line(unicodedata.normalize("NFKC", text[: 8 * max_length]))
    if not any(character.isalnum() for character in name):
        raise NameRefused("name-characters" if name.strip(_BLANKS) else "name-empty")
    if len(name) > max_length:
        raise NameRefused("name-long", max_length)
    if not _has_valid_characters(name):
        raise NameRefused("name-characters")
    if any(len(_scripts(word) & _LOOK_ALIKE_SCRIPTS) > 1 for word in _SEPARATORS.split(name)):
        raise NameRefused("name-mixed")
    if _is_reserved(name):
        raise NameRefused("name-reserved")
    return name


def name_key(name: str) -> str:
    """Return what is equal for names that look alike, so that no two accounts can have them.

    >>> name_key("Anna-Marie") == name_key("anna marie") == name_key("ANNA MARlE")
    True

    It has no NUL characters, which PostgreSQL rejects, because names that no one can have are looked up too.
    """
    return _skeleton("".join(_SEPARATORS.split(unicodedata.normalize("NFKC", name.replace("\0", "")))))


_BLANKS: Final = " " + "".join(_PUNCTUATION)


def _has_valid_characters(name: str) -> bool:
    """Return whether a name has only letters, digits, marks on letters, spaces and some punctuation."""
    on_letter = False
    for character in name:
        category = unicodedata.category(character)
        if category in ("Mn", "Mc"):
            if not on_letter:
                return False
            continue
        on_letter = category[0] == "L"
        if not (on_letter or category == "Nd" or character == " " or character in _PUNCTUATION):
            return False
    return True


def _scripts(word: str) -> set[str]:
    """Return the scripts of a word's letters, which are the first words of their names."""
    return {unicodedata.name(character, "").partition(" ")[0] for character in word if character.isalpha()}


def _is_reserved(name: str) -> bool:
    """Return whether a name looks like a reserved one, or contains a word that does.

    A number at the end of a word makes no difference, and neither does punctuation inside it.
    """
    words = [word for word in _SEPARATORS.split(name) if word]
    if _looks(" ".join(words)) & _NAMES or _looks("".join(words)) & (_NAMES | _WORDS):
        return True
    return any(_looks(word) & _WORDS for word in words)


def _looks(text: str) -> set[str]:
    """Return the skeletons of a text with and without the number at its end."""
    return {_skeleton(text), _skeleton(re.sub(r"[\d\s]+$", "", text))}


def _skeleton(text: str) -> str:
    """Return a text that is equal for texts that look alike: without marks, case and spaces, in Latin letters."""
    if text.isascii():
        letters = "".join(text.lower().split())
    else:
        decomposed = unicodedata.normalize("NFKD", text.casefold())
        letters = "".join(c for c in decomposed if unicodedata.category(c)[0] != "M" and not c.isspace())
    latin = letters.translate(_LOOK_ALIKES)
    return latin.replace("i", "l").replace("rn", "m").replace("vv", "w")


_NAMES: Final = frozenset(map(_skeleton, _RESERVED_NAMES))
_WORDS: Final = frozenset(map(_skeleton, _RESERVED_WORDS))
