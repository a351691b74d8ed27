"""The French of the English texts by which tests find things on the page.

The texts are written out here, not read from the page's sources, so that a text that was never translated is found.
"""

from __future__ import annotations

from typing import Final

__all__ = ["FRENCH"]

FRENCH: Final[dict[str, str]] = {
    # every page
    "Menu": "Menu",
    "Settings": "Réglages",
    "Close": "Fermer",
    "Cancel": "Annuler",
    # accounts
    "Sign in": "Se connecter",
    "Sign out": "Se déconnecter",
    "Create an account": "Créer un compte",
    "Create with a passkey": "Créer avec une clé d’accès",
    "Sign in with a passkey": "Se connecter avec une clé d’accès",
    "Name": "Nom",
    "Password": "Mot de passe",
    "Keep these codes": "Conservez ces codes",
    "I've kept them": "Je les ai conservés",
    "Lost your passkey or password?": "Clé d’accès ou mot de passe perdus ?",
    "Recovery code": "Code de secours",
    "{count} codes are left.": "Il vous reste {count} codes.",
    "You signed in with a recovery code. Add a passkey or choose a password now.": (
        "Vous vous êtes connecté avec un code de secours. "
        "Ajoutez maintenant une clé d’accès ou choisissez un mot de passe."
    ),
    "Add a passkey": "Ajouter une clé d’accès",
    "This device": "Cet appareil",
    "Delete account": "Supprimer le compte",
    "Delete your account?": "Supprimer votre compte ?",
    "Delete for good": "Supprimer définitivement",
    "Your games as a guest": "Vos parties d’invité",
    "Move to my account": "Ajouter à mon compte",
    # looking for a game
    "{clock} Blitz: find an opponent": "{clock} Blitz : trouver un adversaire",
    "Looking for an opponent · {clock} Blitz": "Recherche d’un adversaire · {clock} Blitz",
    "Challenge": "Défier",
    "Challenge {name}": "Défier {name}",
    "Send the challenge": "Envoyer le défi",
    "Waiting for {name} to answer": "En attente de la réponse de {name}",
    "{name} challenges you": "{name} vous lance un défi",
    "Decline": "Refuser",
    "Ask me again later": "Redemandez-moi plus tard",
    "{name} declined: Ask me again later.": "{name} a refusé : Redemandez-moi plus tard.",
    "Accept": "Accepter",
    # games
    "Game": "Partie",
    "Resign": "Abandonner",
    "Resign this game?": "Abandonner cette partie ?",
    "You win!": "Gagné !",
    "You lost this one": "Perdu cette fois",
    "Your rating: from {before} to {after}": "Votre classement : de {before} à {after}",
    "Ratings": "Classements",
    "Chat": "Discussion",
    "Message": "Message",
    # daily games and notifications
    "Notify me on this device": "Me prévenir sur cet appareil",
    "This device notifies you.": "Cet appareil vous prévient.",
    "My turn in daily games": "Mon tour dans les parties par correspondance",
    "It's your turn": "À vous de jouer",
    "{name} has moved.": "{name} a joué son coup.",
    "If…": "Si…",
    "If {name} plays…": "Si {name} joue…",
    "…I answer": "…je réponds",
    "Save this line": "Enregistrer",
    "Your lines": "Vos variantes",
    "Remove line 1": "Supprimer la variante 1",
    "Back to the game": "Retour à la partie",
    "Waiting for {name}.": "En attente de {name}.",
    "1 reply prepared": "1 réponse préparée",
    # moderation
    "Moderation": "Modération",
    "About {name}": "À propos de {name}",
    "Report": "Signaler",
    "Report {name}": "Signaler {name}",
    "Abuse in chat": "Propos déplacés",
    "What happened? (optional)": "Que s’est-il passé ? (facultatif)",
    "Send report": "Envoyer",
    "Thank you. A moderator will look at it.": "Merci. La modération va regarder.",
    "Ban": "Bannir",
    "Reason, which the player will read": "Motif, que la personne lira",
    "Log": "Journal",
    "banned": "a banni",
    "You are banned": "Vous êtes banni",
    "Reason: {reason}": "Motif : {reason}",
    "You have been signed out, and can't play or chat.": (
        "Vous avez été déconnecté et ne pouvez plus ni jouer ni discuter."
    ),
    # what people write
    "You play like a snail": "Tu joues comme un escargot",
    "He insults me": "Il m’insulte",
    "Insults in chat": "Insultes dans la discussion",
}
