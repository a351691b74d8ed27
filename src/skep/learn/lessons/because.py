"""Every rule as a short answer to «why not?», for tasks that ask for the reason. No two are alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from skep.learn.texts import Both
from skep.rules import Rule

__all__ = ["BECAUSE"]

BECAUSE: Final[Mapping[Rule, Both]] = {
    Rule.GAME_OVER: Both(en="The game is over.", fr="La partie est finie."),
    Rule.PASS_WITH_MOVES: Both(en="There is still a move to make.", fr="Il reste un coup à jouer."),
    Rule.NOT_IN_GAME: Both(en="The piece is not in this game.", fr="La pièce n'est pas de cette partie."),
    Rule.NOT_YOUR_PIECE: Both(en="The piece is the other player's.", fr="La pièce est à l'adversaire."),
    Rule.QUEEN_NOT_YET: Both(
        en="The queen bee does not come on the first turn.", fr="La reine abeille ne vient pas au premier tour."
    ),
    Rule.QUEEN_DUE: Both(en="The queen bee has to be placed now.", fr="Il faut placer la reine abeille maintenant."),
    Rule.PLACED_ON_HIVE: Both(en="New pieces do not go on top of others.", fr="On ne place pas sur une autre pièce."),
    Rule.FIRST_IN_CENTRE: Both(en="The first piece goes to the centre.", fr="La première pièce va au centre."),
    Rule.PLACED_AWAY: Both(en="A new piece has to touch the hive.", fr="Une nouvelle pièce doit toucher la ruche."),
    Rule.PLACED_NEXT_TO_ENEMY: Both(
        en="A new piece may not touch the other colour.", fr="Une nouvelle pièce ne touche pas l'autre couleur."
    ),
    Rule.LOWER_NUMBER_FIRST: Both(en="The lower number is placed first.", fr="Le plus petit numéro se place d'abord."),
    Rule.STAYS: Both(en="It would stay where it is.", fr="Elle resterait où elle est."),
    Rule.QUEEN_BEFORE_MOVING: Both(
        en="Nothing moves before the queen bee is placed.", fr="Rien ne bouge avant que la reine abeille soit placée."
    ),
    Rule.COVERED: Both(en="There is a piece on top of it.", fr="Il y a une pièce dessus."),
    Rule.JUST_MOVED: Both(en="It was just moved, so it rests.", fr="Elle vient de bouger : elle se repose."),
    Rule.ONE_HIVE: Both(en="The hive would fall apart.", fr="La ruche se séparerait."),
    Rule.NOBODY_TO_COPY: Both(en="There is no bug to copy.", fr="Il n'y a pas d'insecte à imiter."),
    Rule.SPACE_TAKEN: Both(en="The space is taken.", fr="La case est prise."),
    Rule.AWAY_FROM_HIVE: Both(en="It would end away from the hive.", fr="Elle finirait loin de la ruche."),
    Rule.GATE: Both(en="The gap is too narrow to slide through.", fr="Le passage est trop étroit pour y glisser."),
    Rule.GATE_ABOVE: Both(
        en="Two stacks are too close to climb between.", fr="Deux piles sont trop proches pour passer entre elles."
    ),
    Rule.CLOSED_IN: Both(en="No way leads there along the ground.", fr="Au sol, aucun chemin n'y mène."),
    Rule.LOSES_CONTACT: Both(en="It would leave the hive on its way.", fr="Elle quitterait la ruche en chemin."),
    Rule.TOO_FAR: Both(en="That is too far.", fr="C'est trop loin."),
    Rule.NOT_FAR_ENOUGH: Both(en="That is not far enough.", fr="Ce n'est pas assez loin."),
    Rule.NOT_STRAIGHT: Both(en="That is not in a straight line.", fr="Ce n'est pas en ligne droite."),
    Rule.NOTHING_TO_JUMP: Both(en="There is nothing to jump over.", fr="Il n'y a rien à franchir d'un saut."),
    Rule.JUMPS_ACROSS_GAP: Both(en="A jump ends at the first gap.", fr="Un saut s'arrête au premier trou."),
    Rule.ENDS_ON_TOP: Both(en="It cannot stay on top of the hive.", fr="Elle ne peut pas rester sur la ruche."),
    Rule.TWO_ON_TOP: Both(
        en="No way leads there by two steps on top and one down.",
        fr="Deux pas en haut et un vers le bas n'y mènent pas.",
    ),
    Rule.THROWER_JUST_MOVED: Both(en="The thrower itself has to rest.", fr="Le lanceur lui-même doit se reposer."),
    Rule.THROW_NOT_BESIDE: Both(
        en="The thrown piece does not touch the thrower.", fr="La pièce lancée ne touche pas le lanceur."
    ),
    Rule.THROW_STACK: Both(en="No piece of a stack is thrown.", fr="On ne lance pas une pièce d'une pile."),
    Rule.THROW_JUST_MOVED: Both(
        en="A piece that was just moved is not thrown.", fr="On ne lance pas une pièce qui vient de bouger."
    ),
    Rule.THROW_SPLITS: Both(en="The throw would tear the hive apart.", fr="Le lancer déchirerait la ruche."),
    Rule.THROW_TAKEN: Both(en="A throw ends on an empty space.", fr="Un lancer finit sur une case vide."),
    Rule.THROW_TO_NOT_BESIDE: Both(en="A throw ends beside the thrower.", fr="Un lancer finit à côté du lanceur."),
    Rule.THROW_GATE: Both(
        en="Two stacks are too close to throw between.", fr="Deux piles sont trop proches pour lancer entre elles."
    ),
}
