import type { Strings } from "../strings";
import moderation from "./moderation";
import { studies } from "./studies";

export const refusals: Strings["refusals"] = {
  malformed: "Cette page n’est plus à jour. Rechargez-la.",
  "unknown-game": "Cette partie est introuvable.",
  "not-your-game": "Vous regardez cette partie : vous ne pouvez pas y jouer.",
  "not-your-turn": "Ce n’est pas à vous de jouer.",
  late: "La partie a avancé entre-temps. Voici où elle en est.",
  illegal: "Les règles ne le permettent pas.",
  "game-over": "La partie est déjà terminée.",
  "nothing-proposed": "Cette proposition n’est plus valable.",
  "not-possible": "C’est impossible pour l’instant.",
  "no-help": "L’aide n’est disponible que contre l’ordinateur.",
  "in-play":
    "Vous jouez cette position dans une partie à la pendule. Vous pourrez l’analyser après la partie.",
  "other-window": "Vous avez lancé une analyse dans une autre fenêtre : celle-ci s’est arrêtée.",
  "too-many": "Trop d’analyses sont en cours depuis votre réseau. Attente de la fin de l’une d’elles…",
  "too-fast": "Un peu moins vite, puis réessayez.",
  "too-many-games": "Vous avez trop de parties en cours, ou trop de parties créées depuis une heure.",
  "sign-in": "Connectez-vous pour faire cela.",
  busy: "Le serveur est occupé. Réessayez dans un instant.",
  unconfirmed: "Le serveur n’a pas pu confirmer votre coup à temps. Vérification de l’enregistrement…",
  unanswered: "Le serveur ne répond pas. Votre dernière action n’est peut-être pas passée.",
  ...moderation.refusals,
  ...studies.refusals,
};

export const problems: Strings["problems"] = {
  unreachable: "Impossible de joindre le serveur",
  unreachableText:
    "Vérifiez votre connexion. Si vous avez lancé skep vous-même, assurez-vous qu’il tourne toujours.",
  unknownGame: "Partie introuvable",
  unknownGameText: "Le lien est peut-être incomplet, ou la partie n’est pas sur ce serveur.",
  invitationUnknown: "Cette invitation n’existe pas",
  invitationUnknownText:
    "Le lien est peut-être incomplet, ou il a été remplacé par un autre. Demandez le dernier lien.",
  invitationTaken: "Cette invitation a déjà servi",
  invitationTakenText:
    "Quelqu’un a déjà rejoint cette partie. Demandez-en une nouvelle, ou regardez les autres jouer.",
  invitationExpired: "Cette invitation a expiré",
  invitationExpiredText: "Un lien est valable une semaine. Demandez-en un nouveau.",
  invitationOver: "Cette partie a été annulée",
  invitationOverText: "Elle s’est terminée avant que quelqu’un la rejoigne. Demandez-en une nouvelle.",
  invitationUsed: "Cette invitation n’est plus valable",
  invitationUsedText:
    "Quelqu’un a déjà rejoint la partie, elle a été annulée, ou le lien a expiré ou a été remplacé. Demandez un nouveau lien à la personne qui vous invite.",
  seatUnknown: "Ce lien de place ne fonctionne pas",
  seatUnknownText:
    "Il est peut-être incomplet, vieux de plus d’une semaine ou remplacé par un autre. Créez-en un autre dans la partie, sous « Jouer sur un autre appareil ».",
  outdatedLink: "Ce lien est trop ancien",
  outdatedLinkText:
    "Les liens de ce type ne fonctionnent plus. Demandez-en un nouveau à la personne qui vous invite, ou créez-en un dans la partie, sous « Jouer sur un autre appareil ».",
  nameRefused: "Ce nom ne convient pas. Utilisez au plus 24 caractères ordinaires.",
  names: {
    "name-empty": "Votre nom doit contenir au moins une lettre ou un chiffre.",
    "name-long": "Ce nom est trop long. Utilisez au plus 24 caractères.",
    "name-characters":
      "Utilisez seulement des lettres, des chiffres, des espaces et une ponctuation simple comme . , ' - dans votre nom.",
    "name-mixed":
      "Ne mélangez pas dans un même mot des alphabets qui se ressemblent, comme le latin et le cyrillique.",
    "name-forbidden": "Ce nom contient un mot qui n’est pas admis ici.",
    "name-reserved":
      "Ce nom est réservé, car on pourrait le confondre avec l’ordinateur ou avec les responsables du site.",
    "name-taken": "Ce nom appartient à un compte.",
  },
  computerBusy: "L’ordinateur doit encore répondre dans huit de vos parties. Attendez l’un de ses coups.",
  tooFast: "Trop de requêtes. Attendez un instant, puis réessayez.",
  full: "Le serveur n’a plus de place pour les études et les bilans.",
  failed: "Cela n’a pas fonctionné. Réessayez.",
  notFound: "Page introuvable",
  notFoundText: "Il n’y a rien à cette adresse.",
  toStart: "Aller à l’accueil",
  again: "Réessayer",
  watchInstead: "Regarder une partie",
};
