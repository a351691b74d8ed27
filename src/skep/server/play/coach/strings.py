"""Hints, threats and blunders as sentences, in English and French.

The patterns know ``{side}`` the other side, ``{piece}`` the piece that acts, ``{pieces}`` those concerned, and the
numbers ``{moves}``, ``{filled}`` and ``{open}``. French ones are written so that nothing agrees with a piece.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from skep.i18n import Language, piece_list, side_name
from skep.pieces import Color, Piece
from skep.server.play.coach.blunders import Blunder
from skep.server.play.coach.hints import Hint
from skep.server.play.coach.threats import Seen
from skep.server.schemas.coach import HintTheme

__all__ = ["blunder_sentence", "hint_sentence", "threats_sentence"]


@dataclass(frozen=True, slots=True)
class _Words:
    language: Language
    look: Mapping[HintTheme, str]
    """Where to look."""
    move: Mapping[HintTheme, str]
    """What the move does."""
    threats: Mapping[str, str]
    blunders: Mapping[str, str]


_ENGLISH: Final = _Words(
    language=Language.EN,
    look={
        "win": "you can win now: look at the last open space beside the other queen bee",
        "force": "you can force a win in {moves} moves: look at {piece}",
        "save": "{side} is about to surround your queen bee: look at {piece}, which can help",
        "flee": "look at your queen bee: she would stand better elsewhere",
        "fill": "look at the other queen bee: one of the spaces beside her is yours to fill",
        "pin": "one of {side}'s pieces could be held in place: look at {piece}",
        "place": "bring a new bug in: look at {piece} in your hand",
        "move": "look at {piece}: there is a better place for it",
        "pass": "you can neither place nor move a bug this turn: all you can do is pass",
    },
    move={
        "win": "{piece} fills the last space, and the queen bee is surrounded",
        "force": "with {piece} here, the win can no longer be stopped",
        "save": "with {piece} here, your queen bee is safe for another turn",
        "flee": "the queen bee goes here",
        "fill": "{piece} takes one more space beside the other queen bee",
        "pin": "with {piece} here, {pieces} can no longer move",
        "place": "{piece} comes in here",
        "move": "{piece} goes here",
        "pass": "you can neither place nor move a bug this turn: all you can do is pass",
    },
    threats={
        "win": "with {pieces}, {side} can fill the last space beside your queen bee and win",
        "force": "{side} threatens to win in two moves, beginning with {piece}",
        "pin": "with {piece}, {side} could hold {pieces} in place",
        "fill": "nothing urgent: {side} could fill {filled} of the {open} open spaces beside your queen bee next",
        "nothing": "nothing is threatened: {side} cannot reach your queen bee with the next move",
        "no-queen": "nothing is threatened: your queen bee is not in play yet",
    },
    blunders={
        "loses": "that lets {side} surround your queen bee. Take it back?",
        "misses": "you could have won at once with {piece}. Take it back?",
        "behind": "with {piece}, {side} now gets ahead. Take it back?",
        "gives": "that gives away much of your lead. Take it back?",
    },
)
_FRENCH: Final = _Words(
    language=Language.FR,
    look={
        "win": "vous pouvez gagner tout de suite : regardez la dernière case libre autour de la reine abeille adverse",
        "force": "vous pouvez forcer la victoire en {moves} coups : regardez {piece}",
        "save": "{side} sont sur le point d'entourer votre reine abeille : regardez {piece}, qui peut aider",
        "flee": "regardez votre reine abeille : elle serait mieux ailleurs",
        "fill": "regardez la reine abeille adverse : vous pouvez prendre une des cases autour d'elle",
        "pin": "une pièce adverse pourrait rester immobile : regardez {piece}",
        "place": "faites entrer un nouvel insecte : regardez {piece} dans votre main",
        "move": "regardez {piece} : il y a une meilleure place",
        "pass": "vous ne pouvez ni placer ni déplacer d'insecte ce tour-ci : il ne reste qu'à passer",
    },
    move={
        "win": "{piece} prend la dernière case, et la reine abeille est entourée",
        "force": "avec {piece} ici, plus rien n'arrête la victoire",
        "save": "avec {piece} ici, votre reine abeille tient un tour de plus",
        "flee": "la reine abeille va ici",
        "fill": "{piece} prend une case de plus autour de la reine abeille adverse",
        "pin": "{piece} va ici, ce qui immobilise {pieces}",
        "place": "{piece} entre en jeu ici",
        "move": "{piece} va ici",
        "pass": "vous ne pouvez ni placer ni déplacer d'insecte ce tour-ci : il ne reste qu'à passer",
    },
    threats={
        "win": "avec {pieces}, {side} peuvent prendre la dernière case autour de votre reine abeille et gagner",
        "force": "{side} menacent de gagner en deux coups, en commençant par {piece}",
        "pin": "avec {piece}, {side} pourraient immobiliser {pieces}",
        "fill": "rien d'urgent : au prochain coup, {side} pourraient prendre {filled} des {open} cases libres autour "
        "de votre reine abeille",
        "nothing": "rien n'est menacé : {side} n'atteignent pas votre reine abeille au prochain coup",
        "no-queen": "rien n'est menacé : votre reine abeille n'est pas encore en jeu",
    },
    blunders={
        "loses": "après ce coup, {side} peuvent entourer votre reine abeille. Le reprendre ?",
        "misses": "vous pouviez gagner tout de suite avec {piece}. Reprendre ce coup ?",
        "behind": "avec {piece}, {side} prennent maintenant l'avantage. Reprendre ce coup ?",
        "gives": "ce coup donne une bonne part de votre avance. Le reprendre ?",
    },
)
_WORDS: Final = {Language.EN: _ENGLISH, Language.FR: _FRENCH}


def hint_sentence(hint: Hint, side: Color, language: Language, *, step: int) -> str:
    """Where the side to move should look or, as the second step, what the move does."""
    words = _WORDS[language]
    pattern = (words.look if step == 1 else words.move)[hint.theme]
    acting = hint.pieces[:1] if step == 1 or hint.move.is_pass else (hint.move.piece,)
    return _said(words, pattern, side.other, acting, hint.held, moves=hint.wins_in or 0)


def threats_sentence(seen: Seen, side: Color, language: Language) -> str:
    """The worst that the side to move has to fear."""
    words = _WORDS[language]
    if seen.queen is None:
        return _said(words, words.threats["no-queen"], side.other)
    if not seen.threats:
        spaces = seen.queen.open_spaces
        filled = sum(bool(space.black if side is Color.WHITE else space.white) for space in spaces)
        pattern = words.threats["fill" if filled else "nothing"]
        return _said(words, pattern, side.other, filled=filled, open=len(spaces))
    worst = seen.threats[0]
    if worst.kind == "win":
        pieces = tuple(dict.fromkeys(threat.move.piece for threat in seen.threats))
        return _said(words, words.threats["win"], side.other, pieces=pieces)
    return _said(words, words.threats[worst.kind], side.other, (worst.move.piece,), worst.pinned)


def blunder_sentence(blunder: Blunder, side: Color, language: Language) -> str:
    """Why a side might want its move back."""
    words = _WORDS[language]
    kind = "behind" if blunder.behind and not blunder.move.is_pass else blunder.kind
    acting = () if blunder.move.is_pass else (blunder.move.piece,)
    return _said(words, words.blunders[kind], side.other, acting)


def _said(
    words: _Words,
    pattern: str,
    side: Color,
    acting: Sequence[Piece] = (),
    pieces: Sequence[Piece] = (),
    **numbers: int,
) -> str:
    text = pattern.format(
        side=side_name(side, words.language),
        piece=piece_list(acting, words.language),
        pieces=piece_list(pieces, words.language),
        **numbers,
    )
    # a line never begins with the mark that French sets apart
    text = text.replace(" :", "\u00a0:").replace(" ?", "\u00a0?")
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"
