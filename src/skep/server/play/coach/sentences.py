"""Hints, threats and blunders as sentences. The texts are in the catalogue ``coach``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skep.i18n import Language, PieceNames, catalog, find_language, piece_list, side_name
from skep.pieces import Color, Piece
from skep.server.play.coach.blunders import Blunder
from skep.server.play.coach.effects import Effect
from skep.server.play.coach.hints import Hint
from skep.server.play.coach.threats import ThreatReport
from skep.server.schemas.coach import HintRequest, SetCoaching, ThreatsRequest

__all__ = ["Phrasing", "blunder_sentence", "hint_sentence", "threats_sentence"]


@dataclass(frozen=True, slots=True)
class Phrasing:
    """How a player reads sentences."""

    player: Color
    language: Language = Language.EN
    names: PieceNames = PieceNames.PLAIN

    @classmethod
    def for_request(cls, player: Color, request: HintRequest | ThreatsRequest | SetCoaching) -> Phrasing:
        """Return the phrasing that a request of this player asks for."""
        return cls(player, find_language(request.language), PieceNames.choose(notation=request.notation))


def hint_sentence(hint: Hint, phrasing: Phrasing, *, step: int) -> str:
    """Return where to look or, as the second step, the move and up to two reasons for it."""
    if step == 1 or hint.move.is_pass:
        main = hint.effects[0] if hint.effects else None
        return _sentence(
            f"{'look' if step == 1 else 'move'}.{hint.theme}",
            phrasing,
            hint.pieces[:1],
            _named_pieces(main),
            moves=hint.wins_in or 0,
        )
    effects = iter(hint.effects)
    main = next(effects, None) if hint.theme not in ("win", "force") else None
    sentences = [_main_sentence(hint, main, phrasing)]
    if (second := next(effects, None)) is not None:
        sentences.append(_sentence(f"also.{second.kind}", phrasing, (hint.move.piece,), _named_pieces(second)))
    return " ".join(sentences)


def _main_sentence(hint: Hint, effect: Effect | None, phrasing: Phrasing) -> str:
    """Return what the move does, and its main effect."""
    if effect is None:
        return _sentence(
            f"move.{hint.theme}", phrasing, (hint.move.piece,), moves=hint.wins_in or 0, count=hint.choices
        )
    return _sentence(
        f"move.{effect.kind}",
        phrasing,
        (hint.move.piece,),
        _named_pieces(effect),
        count=len(effect.spaces),
        before=effect.before,
    )


def _named_pieces(effect: Effect | None) -> tuple[Piece, ...]:
    """Return the pieces that the sentence about an effect names besides the one that acts."""
    return effect.pieces if effect is not None and effect.kind in ("pin", "unpin") else ()


def threats_sentence(report: ThreatReport, phrasing: Phrasing) -> str:
    """Return the worst threat."""
    if report.queen is None:
        return _sentence("threat.no-queen", phrasing)
    if not report.threats:
        spaces = report.queen.open_spaces
        white = phrasing.player is Color.WHITE
        filled = sum(bool(space.black if white else space.white) for space in spaces)
        return _sentence("threat.fill" if filled else "threat.nothing", phrasing, filled=filled, open=len(spaces))
    worst = report.threats[0]
    if worst.kind == "win":
        pieces = tuple(dict.fromkeys(threat.move.piece for threat in report.threats))
        return _sentence("threat.win", phrasing, pieces=pieces)
    return _sentence(f"threat.{worst.kind}", phrasing, (worst.move.piece,), worst.pinned)


def blunder_sentence(blunder: Blunder, phrasing: Phrasing) -> str:
    """Return why the player might want to take the move back."""
    kind = "behind" if blunder.behind and not blunder.move.is_pass else blunder.kind
    acting = () if blunder.move.is_pass else (blunder.move.piece,)
    return _sentence(f"blunder.{kind}", phrasing, acting)


def _sentence(
    key: str,
    phrasing: Phrasing,
    acting: Sequence[Piece] = (),
    pieces: Sequence[Piece] = (),
    **numbers: int,
) -> str:
    player, language, names = phrasing.player, phrasing.language, phrasing.names
    text = catalog("coach", language).format(
        key,
        side=side_name(player.other, language),
        piece=piece_list(acting, language, names, player),
        pieces=piece_list(pieces, language, names, player, after=acting[0] if acting else None),
        **numbers,
    )
    return text[0].upper() + text[1:]
