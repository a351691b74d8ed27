"""The texts in French."""

from __future__ import annotations

from typing import Final

from skep.cli.words import Words
from skep.i18n import Language
from skep.outcomes import Termination
from skep.pieces import Bug, Color
from skep.rules import PathKind

__all__ = ["FRENCH"]

_HELP: Final = """\
Un tour
  3               choisir la pièce 3 de la liste, puis une case par sa lettre
  wA1             choisir une pièce par son nom
  wA1 -bQ         ou taper un coup entier : wA1 va sur la case à l'ouest de bQ
                  (bQ- est, -bQ ouest, bQ/ nord-est, /bQ sud-ouest,
                  \\bQ nord-ouest, bQ\\ sud-est, bQ seul : par-dessus)
  Entrée          revoir la table, ou reposer la pièce choisie

Questions
  pourquoi 3      pourquoi la pièce 3 ne peut pas bouger
  pourquoi wA1 -bQ
                  pourquoi un coup n'est pas permis, montré sur la table
  coups           tous les coups que vous pouvez jouer

La partie
  annuler         reprendre le dernier coup
  nulle           proposer la nulle
  abandonner      abandonner la partie
  enregistrer FICHIER
                  enregistrer la partie ; elle est aussi gardée à chaque coup
  quitter         partir ; skep play --terminal --resume la reprend
  en              speak English"""

FRENCH: Final = Words(
    language=Language.FR,
    bugs={
        Bug.QUEEN_BEE: "reine abeille",
        Bug.SPIDER: "araignée",
        Bug.BEETLE: "scarabée",
        Bug.GRASSHOPPER: "sauterelle",
        Bug.SOLDIER_ANT: "fourmi",
        Bug.MOSQUITO: "moustique",
        Bug.LADYBUG: "coccinelle",
        Bug.PILLBUG: "cloporte",
    },
    colors={Color.WHITE: "Blanc", Color.BLACK: "Noir"},
    white_or_black={Color.WHITE: "blanche", Color.BLACK: "noire"},
    legal="{move} est permis : {piece} {way}.",
    illegal="{move} n'est pas permis.",
    ways={
        PathKind.PLACE: "entre en jeu à cet endroit",
        PathKind.SLIDE: "y va en glissant",
        PathKind.CLIMB: "y va en grimpant",
        PathKind.JUMP: "y va d'un saut",
        PathKind.THROW: "y va, par un lancer ({thrower})",
        PathKind.PASS: "on ne peut ni placer ni déplacer",
    },
    copying=" (le moustique agit {copied})",
    sign_parts="les morceaux que formerait la ruche",
    sign_gate="le passage fermé",
    sign_pieces="ce qui l'empêche",
    sign_wanted="où {piece} ne peut pas aller",
    sign_instead="où {piece} peut aller",
    sign_steps="le chemin",
    source="Règle : {source}",
    playing_at="skep est à l'adresse {address} (Ctrl-C pour finir)",
    plays_already="skep tourne déjà, à l'adresse {address}",
    ended="Au revoir. Vos parties sont gardées.",
    welcome="Hive à deux sur un clavier. On gagne quand la reine abeille adverse est encerclée sur ses six côtés, "
    "par des insectes de l'une ou l'autre couleur. À son tour, on place un insecte de sa main ou on en déplace un.\n\n"
    "Une pièce s'écrit comme wA1 : w pour Blanc (b pour Noir), A pour la fourmi (ant), 1 pour la première. "
    "Choisissez une pièce par son numéro, puis une case par sa lettre. Tapez aide pour tout le reste.",
    which_box="Quelle boîte avez-vous ? Les règles diffèrent un peu de l'une à l'autre.",
    boxes={
        "ultimate-2024": "avec moustique, coccinelle et cloporte",
        "pocket-2012": "avec moustique et coccinelle",
        "pocket-fr": "avec moustique et coccinelle, règles françaises",
        "hive-2016": "sans insecte de plus",
        "hive-classic": "sans insecte de plus, règles plus anciennes",
    },
    choose_box="Numéro de la boîte (un doute ? Entrée pour 1)",
    no_such_box="« {text} » n'est pas dans la liste : tapez un numéro de 1 à {count}.",
    which_bugs="Insectes de plus dans cette boîte : {bugs}.",
    no_extra_bugs="aucun",
    choose_bugs="Jouer avec m (moustique), l (coccinelle), p (cloporte), par exemple mlp, ou aucun "
    "(Entrée : ceux de la boîte)",
    no_such_bugs="« {text} » n'est pas compris : tapez des lettres parmi m, l et p, ou aucun.",
    name_of="Qui joue {color} ? (Entrée : {color})",
    resume="La dernière partie n'est pas finie : {white} contre {black}, tour {turn}. La reprendre ?",
    damaged="La dernière partie est illisible ; son fichier reste tel quel. {error}",
    not_understood="« {text} » n'est pas compris. Tapez aide pour voir ce qu'on peut taper.",
    yes_no="o ou n",
    yes=("o", "oui"),
    no=("n", "non"),
    turn="Tour {turn} : {name}",
    did={
        "place": "{name} a placé {piece}.",
        "move": "{name} a déplacé {piece}.",
        "throw": "{name} a lancé {piece}.",
        "pass": "{name} a passé son tour.",
    },
    hand="{name} a en main",
    empty_hand="vide",
    in_play="En jeu",
    in_hand="En main",
    to_throw="À lancer",
    stuck_note="Un numéro entre parenthèses ne peut pas jouer maintenant ; choisissez-le pour savoir pourquoi.",
    queen_due="C'est votre quatrième tour : il faut placer la reine abeille maintenant.",
    choose_piece="{name}, quelle pièce ? (numéro, ou aide)",
    choose_space="Où va {piece} ? (lettre, ou Entrée pour choisir une autre pièce)",
    must_pass="{name} ne peut ni placer ni déplacer d'insecte et doit passer. (Entrée pour passer)",
    no_such_choice="Il n'y a pas de pièce numéro {number} dans la liste.",
    no_such_space="Il n'y a pas de case « {text} » sur la table.",
    no_such_move="« {text} » n'est pas un coup ici : nommez une pièce et une place à côté d'une pièce en jeu, "
    "comme dans wA1 -bQ.",
    is_legal="{move} est permis.",
    can_go="Vous pouvez jouer {piece}. Choisissez cette pièce pour voir où.",
    no_reason="Rien à expliquer : aucune pièce ne peut aller nulle part.",
    orders={
        "aide": "help",
        "coups": "moves",
        "pourquoi": "why",
        "annuler": "undo",
        "nulle": "draw",
        "abandonner": "resign",
        "enregistrer": "save",
        "quitter": "quit",
    },
    help=_HELP,
    kinds={"place": "placer", "move": "déplacer", "throw": "lancer", "pass": "passer"},
    moves_count="Vous pouvez jouer {count} coups.",
    nothing_to_undo="Il n'y a pas de coup à reprendre.",
    undone="Coup repris : {move}.",
    why_what="Dites quel coup ou quelle pièce, comme dans : pourquoi wA1 -bQ",
    offer_draw="{other}, {name} propose la nulle. Acceptez-vous ?",
    draw_refused="{other} continue.",
    really_resign="{name}, abandonnez-vous vraiment la partie ?",
    save_where="Dites où, comme dans : enregistrer notre-partie.json",
    overwrite="{file} existe déjà. Le remplacer ?",
    saved_as="C'est enregistré. Pour reprendre la partie : skep play --terminal @{file}",
    not_saved="Pas enregistré : {error}",
    autosave_failed="La partie ne peut pas être gardée pour plus tard : {error}",
    language_now="En français, donc.",
    bye="Au revoir.",
    bye_saved="Au revoir. Votre partie est gardée ; pour la reprendre : skep play --terminal --resume",
    over="La partie est finie",
    wins="{name} gagne.",
    draw="Partie nulle.",
    endings={
        Termination.SURROUNDED: "La reine abeille {loser} est encerclée.",
        Termination.BOTH_SURROUNDED: "Les deux reines abeilles sont encerclées.",
        Termination.REPETITION: "La même position est apparue pour la troisième fois.",
        Termination.AGREEMENT: "D'un commun accord.",
        Termination.RESIGNATION: "{other} a abandonné.",
    },
    after_end="Entrée pour partir ; ou annuler, enregistrer FICHIER, aide",
    reading_files="{file} : {added} ajoutées, {known} déjà connues, {refused} refusées",
    imported="{added} ajoutées, {known} déjà connues, {refused} refusées",
    more_refused="et {count} autres refusées",
    exported="{count} parties écrites",
    explored="Parties : {games}. Blanc a gagné {white} fois, Noir {black} fois ; nulles : {draws}, "
    "inachevées : {unfinished}.",
    never_played="Aucune partie de la base n'a cette position.",
    explored_columns={
        "move": "coup",
        "games": "parties",
        "share": "part",
        "results": "Blanc █  nulle ▒  Noir ░",
        "value": "moteur",
        "players": "joueurs",
    },
    latest_games="Les dernières parties",
)
