"""The reasons, and the faults of positions, in French."""

from __future__ import annotations

from typing import Final

from skep.faults import FaultCode
from skep.pieces import Bug, Color
from skep.rules.objections import Rule
from skep.rules.phrasebook import Phrasebook

__all__ = ["FRENCH"]

_TITLES: Final = {
    Rule.GAME_OVER: "fin de la partie",
    Rule.PASS_WITH_MOVES: "passer son tour",
    Rule.NOT_IN_GAME: "pièces de cette partie",
    Rule.NOT_YOUR_PIECE: "vos propres pièces",
    Rule.QUEEN_NOT_YET: "placer la reine abeille",
    Rule.QUEEN_DUE: "placer la reine abeille",
    Rule.PLACED_ON_HIVE: "placer",
    Rule.FIRST_IN_CENTRE: "première pièce",
    Rule.PLACED_AWAY: "placer",
    Rule.PLACED_NEXT_TO_ENEMY: "placer",
    Rule.LOWER_NUMBER_FIRST: "numéros des pièces",
    Rule.STAYS: "déplacer",
    Rule.QUEEN_BEFORE_MOVING: "la reine abeille avant tout déplacement",
    Rule.COVERED: "pièce recouverte",
    Rule.JUST_MOVED: "pièce tout juste déplacée",
    Rule.ONE_HIVE: "ruche unique",
    Rule.NOBODY_TO_COPY: "moustique",
    Rule.SPACE_TAKEN: "case occupée",
    Rule.AWAY_FROM_HIVE: "ruche unique",
    Rule.GATE: "liberté de déplacement",
    Rule.GATE_ABOVE: "liberté de déplacement",
    Rule.CLOSED_IN: "liberté de déplacement",
    Rule.LOSES_CONTACT: "contact avec la ruche",
    Rule.TOO_FAR: "trop loin",
    Rule.NOT_FAR_ENOUGH: "pas assez loin",
    Rule.NOT_STRAIGHT: "saut",
    Rule.NOTHING_TO_JUMP: "saut",
    Rule.JUMPS_ACROSS_GAP: "saut",
    Rule.ENDS_ON_TOP: "chemin de la coccinelle",
    Rule.TWO_ON_TOP: "chemin de la coccinelle",
    Rule.THROWER_JUST_MOVED: "lancer du cloporte",
    Rule.THROW_NOT_BESIDE: "lancer du cloporte",
    Rule.THROW_STACK: "lancer du cloporte",
    Rule.THROW_JUST_MOVED: "lancer du cloporte",
    Rule.THROW_SPLITS: "lancer du cloporte et ruche unique",
    Rule.THROW_TAKEN: "lancer du cloporte",
    Rule.THROW_TO_NOT_BESIDE: "lancer du cloporte",
    Rule.THROW_GATE: "lancer du cloporte et liberté de déplacement",
}

_SENTENCES: Final = {
    Rule.GAME_OVER: "la partie est finie, et on ne joue plus",
    Rule.PASS_WITH_MOVES: "on ne passe que si l'on ne peut ni placer ni déplacer, mais on peut encore jouer {pieces}",
    Rule.NOT_IN_GAME: "{piece} n'est pas en jeu dans cette partie",
    Rule.NOT_YOUR_PIECE: "{piece} appartient à l'adversaire",
    Rule.QUEEN_NOT_YET: "{piece} n'entre pas en jeu à votre premier tour",
    Rule.QUEEN_DUE: "{piece} doit attendre : au plus tard à votre quatrième tour, vous placez {pieces}",
    Rule.PLACED_ON_HIVE: "{piece} entre en jeu sur une case vide, et ici il y a {pieces}",
    Rule.FIRST_IN_CENTRE: "{piece} ouvre la partie au centre de la table",
    Rule.PLACED_AWAY: "{piece} doit toucher la ruche en entrant en jeu",
    Rule.PLACED_NEXT_TO_ENEMY: "{piece} ne peut pas toucher l'autre couleur en entrant en jeu, "
    "or cette case touche {pieces}",
    Rule.LOWER_NUMBER_FIRST: "{piece} entre en jeu plus tard, car la première à placer de ce genre est {pieces}",
    Rule.STAYS: "{piece} est déjà à cet endroit, et un déplacement mène ailleurs",
    Rule.QUEEN_BEFORE_MOVING: "{piece} ne peut pas bouger, car il faut d'abord placer {pieces}",
    Rule.COVERED: "{piece} ne peut pas bouger sous une autre pièce ({pieces})",
    Rule.JUST_MOVED: "{piece} ne bouge pas ce tour-ci, car l'adversaire vient de déplacer cette pièce",
    Rule.ONE_HIVE: "{piece} doit rester, car sans cette pièce la ruche se séparerait en {parts} morceaux",
    Rule.NOBODY_TO_COPY: "{piece} ne touche aucun insecte à imiter, et un autre moustique ne lui prête rien",
    Rule.SPACE_TAKEN: "{piece} ne peut pas s'arrêter sur une case occupée ({pieces})",
    Rule.AWAY_FROM_HIVE: "{piece} finirait loin de la ruche, sans toucher d'autre pièce",
    Rule.GATE: "{piece} ne peut pas glisser au pas {step} de son chemin, car {pieces} ferment le passage",
    Rule.GATE_ABOVE: "{piece} ne peut pas grimper au pas {step} de son chemin, "
    "car les piles sous {pieces} ferment le passage",
    Rule.CLOSED_IN: "{piece} ne peut pas glisser jusque-là, car des pièces ferment tous les chemins",
    Rule.LOSES_CONTACT: "{piece} quitterait la ruche en chemin, sans rien à longer",
    Rule.TOO_FAR: "{piece} se déplace {reach}, et cette case est plus loin",
    Rule.NOT_FAR_ENOUGH: "{piece} se déplace {reach}, et cette case est plus près",
    Rule.NOT_STRAIGHT: "{piece} ne saute qu'en ligne droite",
    Rule.NOTHING_TO_JUMP: "{piece} doit sauter par-dessus au moins une pièce, et de ce côté il n'y en a pas",
    Rule.JUMPS_ACROSS_GAP: "{piece} retombe sur la première case vide de la rangée et ne saute pas plus loin",
    Rule.ENDS_ON_TOP: "{piece} doit descendre de la ruche au troisième pas et ne peut pas s'arrêter en haut ({pieces})",
    Rule.TWO_ON_TOP: "{piece} fait deux pas sur la ruche puis un vers le bas, et aucun chemin pareil ne mène là",
    Rule.THROWER_JUST_MOVED: "{piece} reste en place, car {pieces} vient de subir un déplacement et doit se reposer",
    Rule.THROW_NOT_BESIDE: "{piece} reste en place, car {pieces} ne touche pas cette pièce",
    Rule.THROW_STACK: "{piece} reste en place, car cette pièce partage une pile avec {pieces}",
    Rule.THROW_JUST_MOVED: "{piece} reste en place, car l'adversaire vient de déplacer cette pièce",
    Rule.THROW_SPLITS: "{piece} reste en place, car sans cette pièce la ruche se séparerait en {parts} morceaux",
    Rule.THROW_TAKEN: "{piece} ne peut pas retomber sur une case occupée ({pieces})",
    Rule.THROW_TO_NOT_BESIDE: "{piece} ne retombe que sur une case que touche {pieces}",
    Rule.THROW_GATE: "{piece} ne peut pas franchir au pas {step} le passage que ferment les piles sous {pieces}",
}

_FAULTS: Final = {
    FaultCode.TWO_PLACES: "{piece} se trouve à deux endroits à la fois",
    FaultCode.IN_HAND_TOO: "{piece} se trouve à la fois en jeu et en main",
    FaultCode.LOWER_NUMBER_FIRST: "{piece} est en jeu avant {other}",
    FaultCode.NOT_IN_GAME_TYPE: "{piece} ne fait pas partie de {game_type}",
    FaultCode.QUEEN_MISSING: "{piece} manque",
    FaultCode.QUEEN_DUE: "{side} ont placé plus de trois pièces sans la reine abeille",
    FaultCode.JUST_MOVED_NOT_ON_TOP: "{piece} viendrait de bouger, mais n'est pas en jeu au sommet d'une pile",
    FaultCode.JUST_MOVED_NO_PILLBUG: "{piece} n'a pas à rester en place : il n'y a pas de cloporte dans {game_type}",
    FaultCode.EMPTY_STACK: "il y a une pile sans pièce en {hex}",
    FaultCode.CANNOT_CLIMB: "{piece} se trouve sur une autre pièce, ce que seuls scarabées et moustiques peuvent faire",
    FaultCode.TOO_MANY_PIECES: "{side} ont plus de pièces en jeu ({needed}) que de tours joués ({turns})",
    FaultCode.NO_PIECE: "{side} n'ont aucune pièce en jeu, et pourtant des tours joués ({turns})",
    FaultCode.APART: "la ruche est en plusieurs morceaux",
    FaultCode.QUEEN_FIRST: "{piece} ne peut pas être la première pièce placée par {side}",
    FaultCode.QUEEN_BEFORE_MOVING: "{piece} n'a pas pu bouger avant l'entrée en jeu de {other}",
    FaultCode.JUST_MOVED_BY_NOBODY: "{piece} viendrait de bouger, mais {side} n'y ont rien à côté pour un lancer",
    FaultCode.TOO_FEW_TURNS: "{side} ont joué trop peu de tours ({turns}) pour placer et bouger ces pièces ({needed})",
    FaultCode.TOO_MANY_TURNS: "{side} ont joué trop de tours ({turns}) pour leurs pièces en jeu ({needed}) : sans la "
    "reine abeille, chaque tour en place une",
}

FRENCH: Final = Phrasebook(
    bugs={
        Bug.QUEEN_BEE: "la reine abeille",
        Bug.SPIDER: "l'araignée",
        Bug.BEETLE: "le scarabée",
        Bug.GRASSHOPPER: "la sauterelle",
        Bug.SOLDIER_ANT: "la fourmi",
        Bug.MOSQUITO: "le moustique",
        Bug.LADYBUG: "la coccinelle",
        Bug.PILLBUG: "le cloporte",
    },
    as_bugs={
        Bug.QUEEN_BEE: "comme reine abeille",
        Bug.SPIDER: "comme araignée",
        Bug.BEETLE: "comme scarabée",
        Bug.GRASSHOPPER: "comme sauterelle",
        Bug.SOLDIER_ANT: "comme fourmi",
        Bug.MOSQUITO: "comme moustique",
        Bug.LADYBUG: "comme coccinelle",
        Bug.PILLBUG: "comme cloporte",
    },
    reach={
        **dict.fromkeys(Bug, "d'une case par tour"),
        Bug.SPIDER: "d'exactement trois cases",
        Bug.LADYBUG: "de trois cases, deux sur la ruche et une vers le bas",
    },
    last="et",
    more="d'autres",
    colon=" : ",
    titles=_TITLES,
    sentences=_SENTENCES,
    sides={Color.WHITE: "les Blancs", Color.BLACK: "les Noirs"},
    faults=_FAULTS,
)
