"""Every rule as a short answer to «why not?», for tasks that ask for the reason. No two are alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from skep.learn.texts import LocalizedText
from skep.rules import Rule

__all__ = ["SHORT_REASONS"]

SHORT_REASONS: Final[Mapping[Rule, LocalizedText]] = {
    Rule.GAME_OVER: LocalizedText(en="The game is over.", fr="La partie est finie."),
    Rule.PASS_WITH_MOVES: LocalizedText(en="There is still a move to make.", fr="Il reste un coup à jouer."),
    Rule.NOT_IN_GAME: LocalizedText(en="The piece is not in this game.", fr="La pièce n'est pas de cette partie."),
    Rule.NOT_YOUR_PIECE: LocalizedText(en="The piece is the other player's.", fr="La pièce est à l'adversaire."),
    Rule.QUEEN_NOT_YET: LocalizedText(
        en="The queen bee does not come on the first turn.", fr="La reine abeille ne vient pas au premier tour."
    ),
    Rule.QUEEN_DUE: LocalizedText(
        en="The queen bee has to be placed now.", fr="Il faut placer la reine abeille maintenant."
    ),
    Rule.PLACED_ON_HIVE: LocalizedText(
        en="New pieces do not go on top of others.", fr="On ne place pas sur une autre pièce."
    ),
    Rule.FIRST_IN_CENTRE: LocalizedText(en="The first piece goes to the centre.", fr="La première pièce va au centre."),
    Rule.PLACED_AWAY: LocalizedText(
        en="A new piece has to touch the hive.", fr="Une nouvelle pièce doit toucher la ruche."
    ),
    Rule.PLACED_NEXT_TO_ENEMY: LocalizedText(
        en="A new piece may not touch the other colour.", fr="Une nouvelle pièce ne touche pas l'autre couleur."
    ),
    Rule.LOWER_NUMBER_FIRST: LocalizedText(
        en="The lower number is placed first.", fr="Le plus petit numéro se place d'abord."
    ),
    Rule.STAYS: LocalizedText(en="It would stay where it is.", fr="Elle resterait où elle est."),
    Rule.QUEEN_BEFORE_MOVING: LocalizedText(
        en="Nothing moves before the queen bee is placed.", fr="Rien ne bouge avant que la reine abeille soit placée."
    ),
    Rule.COVERED: LocalizedText(en="There is a piece on top of it.", fr="Il y a une pièce dessus."),
    Rule.JUST_MOVED: LocalizedText(en="It was just moved, so it rests.", fr="Elle vient de bouger : elle se repose."),
    Rule.ONE_HIVE: LocalizedText(en="The hive would fall apart.", fr="La ruche se séparerait."),
    Rule.NOBODY_TO_COPY: LocalizedText(en="There is no bug to copy.", fr="Il n'y a pas d'insecte à imiter."),
    Rule.SPACE_TAKEN: LocalizedText(en="The space is taken.", fr="La case est prise."),
    Rule.AWAY_FROM_HIVE: LocalizedText(en="It would end away from the hive.", fr="Elle finirait loin de la ruche."),
    Rule.GATE: LocalizedText(
        en="The gap is too narrow to slide through.", fr="Le passage est trop étroit pour y glisser."
    ),
    Rule.GATE_ABOVE: LocalizedText(
        en="Two stacks are too close to climb between.", fr="Deux piles sont trop proches pour passer entre elles."
    ),
    Rule.CLOSED_IN: LocalizedText(en="No way leads there along the ground.", fr="Au sol, aucun chemin n'y mène."),
    Rule.LOSES_CONTACT: LocalizedText(
        en="It would leave the hive on its way.", fr="Elle quitterait la ruche en chemin."
    ),
    Rule.TOO_FAR: LocalizedText(en="That is too far.", fr="C'est trop loin."),
    Rule.NOT_FAR_ENOUGH: LocalizedText(en="That is not far enough.", fr="Ce n'est pas assez loin."),
    Rule.NOT_STRAIGHT: LocalizedText(en="That is not in a straight line.", fr="Ce n'est pas en ligne droite."),
    Rule.NOTHING_TO_JUMP: LocalizedText(en="There is nothing to jump over.", fr="Il n'y a rien à franchir d'un saut."),
    Rule.JUMPS_ACROSS_GAP: LocalizedText(en="A jump ends at the first gap.", fr="Un saut s'arrête au premier trou."),
    Rule.ENDS_ON_TOP: LocalizedText(
        en="It cannot stay on top of the hive.", fr="Elle ne peut pas rester sur la ruche."
    ),
    Rule.TWO_ON_TOP: LocalizedText(
        en="No way leads there by two steps on top and one down.",
        fr="Deux pas en haut et un vers le bas n'y mènent pas.",
    ),
    Rule.THROWER_JUST_MOVED: LocalizedText(
        en="The thrower itself has to rest.", fr="Le lanceur lui-même doit se reposer."
    ),
    Rule.THROW_NOT_BESIDE: LocalizedText(
        en="The thrown piece does not touch the thrower.", fr="La pièce lancée ne touche pas le lanceur."
    ),
    Rule.THROW_STACK: LocalizedText(en="No piece of a stack is thrown.", fr="On ne lance pas une pièce d'une pile."),
    Rule.THROW_JUST_MOVED: LocalizedText(
        en="A piece that was just moved is not thrown.", fr="On ne lance pas une pièce qui vient de bouger."
    ),
    Rule.THROW_SPLITS: LocalizedText(en="The throw would tear the hive apart.", fr="Le lancer déchirerait la ruche."),
    Rule.THROW_TAKEN: LocalizedText(en="A throw ends on an empty space.", fr="Un lancer finit sur une case vide."),
    Rule.THROW_TO_NOT_BESIDE: LocalizedText(
        en="A throw ends beside the thrower.", fr="Un lancer finit à côté du lanceur."
    ),
    Rule.THROW_GATE: LocalizedText(
        en="Two stacks are too close to throw between.", fr="Deux piles sont trop proches pour lancer entre elles."
    ),
}
