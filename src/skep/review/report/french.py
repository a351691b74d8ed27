"""Reports in French."""

from __future__ import annotations

from typing import Final

from skep.hexes import Direction
from skep.i18n import Language
from skep.pieces import Color
from skep.review.report.words import ReportWords

__all__ = ["FRENCH"]

FRENCH: Final = ReportWords(
    code="fr",
    language=Language.FR,
    decimal=",",
    percent="{number}\N{NO-BREAK SPACE}%",
    colors={Color.WHITE: "Blanc", Color.BLACK: "Noir"},
    judgements={
        "best": "le meilleur",
        "only-move": "seul coup",
        "good": "bon",
        "inaccuracy": "imprécision",
        "mistake": "erreur",
        "blunder": "gaffe",
        "missed-win": "gain manqué",
        "forced": "obligé",
    },
    explained={
        "best": "on ne connaît pas mieux",
        "only-move": "le meilleur coup, et tout autre aurait été une gaffe",
        "good": "a cédé moins de {inaccuracy}",
        "inaccuracy": "a cédé {inaccuracy} ou plus",
        "mistake": "a cédé {mistake} ou plus",
        "blunder": "a cédé {blunder} ou plus",
        "missed-win": "a laissé passer un gain forcé",
        "forced": "il n'y avait pas d'autre coup",
    },
    efforts={"quick": "regard rapide", "normal": "regard normal", "deep": "regard profond"},
    results={
        "InProgress": "Sans résultat",
        "Draw": "Partie nulle",
        "WhiteWins": "Blanc a gagné",
        "BlackWins": "Noir a gagné",
    },
    reasons={
        "queen bee surrounded": "reine abeille encerclée",
        "both queen bees surrounded": "les deux reines abeilles encerclées",
        "threefold repetition": "trois fois la même position",
        "agreement": "d'un commun accord",
        "resignation": "abandon",
        "time": "au temps",
        "aborted": "interrompue",
    },
    turn="Tour {turn}, {color}",
    placed="{piece} entre en jeu {where}",
    moved="{piece} va {where}",
    thrown="{piece} est à lancer {where}",
    opened="{piece} ouvre la partie",
    passed="passer",
    onto="par-dessus {piece}",
    beside={
        Direction.E: "à droite, contre {piece}",
        Direction.NE: "en haut à droite, contre {piece}",
        Direction.NW: "en haut à gauche, contre {piece}",
        Direction.W: "à gauche, contre {piece}",
        Direction.SW: "en bas à gauche, contre {piece}",
        Direction.SE: "en bas à droite, contre {piece}",
    },
    start="Avant le premier coup",
    title="Analyse de partie : {white} – {black}",
    made_by="{effort} par {engine}",
    accuracy="Précision",
    no_choice="n'a jamais eu le choix",
    all_moves="Tous les coups",
    no_moves="Aucun coup n'a été joué.",
    gave_away="a cédé {lost}",
    white_wins="Chances de gain de Blanc",
    wins_in="{color} gagne de force en {moves}",
    won="{color} a gagné",
    units="{value} unités",
    better="Mieux",
    chances="Les chances de gain de {color} sont passées de {before} à {after}.",
    turning_points="Tournants",
    no_turning_points="Aucun coup n'a fait basculer la partie : personne n'a commis d'erreur.",
    clock_left="reste {time}",
    spent="a pris {time}",
    time_used="Temps de chaque coup, Blanc au-dessus de la ligne et Noir au-dessous ; le plus long : {longest}",
    longest="Temps de réflexion",
    graph="Chances de gain de Blanc, coup par coup",
    graph_words="Les chances de gain de Blanc commencent à {first} et finissent à {last} ; "
    "le plus grand tournant : {turn}.",
    position_at="La table",
    first="Première position",
    back="Coup précédent",
    forward="Coup suivant",
    last="Dernière position",
    slider="Choisir un coup",
    keys="Les flèches du clavier parcourent la partie ; un clic sur la courbe ou sur un coup le choisit.",
    line_move="Montrer la meilleure suite jusqu'à {move}",
    legend="Comment lire cette page",
    how_told="Un coup est jugé par les chances de gain qu'il a cédées : le programme cherche aussi loin dans la "
    "position après ce coup que dans celle après le meilleur autre coup, et compare les deux. "
    "La précision est de 100 pour un camp qui n'a jamais rien cédé.",
    credits="Dessins",
    table_move="coup",
    table_judgement="jugement",
    table_better="mieux",
    progress="la partie est examinée",
    written="Le rapport est dans {file}.",
)
