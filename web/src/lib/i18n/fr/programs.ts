import type { programs as en } from "../en/programs";

/** Les textes des jetons d’API et des programmes qui demandent un accès. */
export const programs: typeof en = {
  scopes: {
    "challenge:read": "Voir vos défis",
    "challenge:write": "Défier des joueurs, accepter ou refuser des défis",
    "bot:play": "Jouer en tant que bot",
    "board:play": "Jouer des parties en votre nom",
    "tournament:write": "Créer, rejoindre et quitter des tournois",
    "team:read": "Voir vos équipes et leurs discussions",
    "team:write": "Créer, rejoindre, quitter et gérer des équipes, écrire dans leurs discussions",
    "study:read": "Voir vos études, même privées",
    "study:write": "Créer, modifier et supprimer des études",
    "follow:read": "Voir qui vous suivez",
    "follow:write": "Suivre des joueurs ou cesser de les suivre",
  },
  tokens: {
    heading: "Jetons d’API",
    note: "Un jeton permet à un programme d’agir pour vous. Ce qui protège votre compte reste hors de sa portée.",
    docs: "Comment les programmes utilisent les jetons (en anglais)",
    personal: "Jeton personnel",
    used: (ago: string) => `Dernière utilisation : ${ago}`,
    unused: "Jamais utilisé",
    expires: (date: string) => `Expire le ${date}`,
    forever: "N’expire pas",
    onlyIdentity: "Sait seulement qui vous êtes",
    create: "Créer un jeton",
    createHeading: "Nouveau jeton",
    name: "Description",
    nameNote: "Pour le reconnaître plus tard. Vous seul la voyez.",
    scopes: "Le programme peut",
    expiry: "Expire après",
    days: (days: number | null) =>
      days === null ? "Jamais" : days % 365 === 0 ? "Un an" : days === 7 ? "Une semaine" : `${days} jours`,
    keepHeading: "Copiez votre jeton maintenant",
    keep: "Il ne sera plus affiché. Gardez-le secret, comme un mot de passe : quiconque le possède peut agir pour vous.",
    secret: "Jeton",
    copy: "Copier",
    copied: "Copié",
    done: "Terminé",
    revoke: (name: string) => `Révoquer ${name}`,
  },
  consent: {
    title: "Accès pour un programme",
    heading: (host: string) => `Autoriser ${host} à utiliser votre compte ?`,
    machineHeading: "Autoriser un programme de cet ordinateur à utiliser votre compte ?",
    appHeading: "Autoriser une application de cet appareil à utiliser votre compte ?",
    account: (name: string) => `Vous êtes connecté en tant que ${name}.`,
    name: "Il se présente sous le nom",
    goes: "Vous retournerez sur",
    may: "Il pourra",
    identityOnly: "Savoir qui vous êtes, et rien d’autre",
    mayNot: "Il ne voit jamais votre mot de passe et ne peut pas modifier ce qui protège votre compte.",
    lasts: (days: number) =>
      `${days === 365 ? "Pendant un an" : `Pendant ${days} jours`}, ou jusqu’à ce que vous le révoquiez dans votre compte.`,
    unchecked:
      "Nous n’avons pas vérifié ce programme. N’acceptez que si vous le connaissez et êtes venu ici pour le relier.",
    unprotected: (host: string) =>
      `La connexion à ${host} n’est pas chiffrée : d’autres personnes sur le réseau pourraient s’emparer de cet accès.`,
    agree: "Autoriser",
    decline: "Ne pas autoriser",
    back: (host: string) => `Retourner sur ${host}`,
    signIn: "Connectez-vous pour décider.",
    fault: "Ce programme a fait une erreur",
    faultText: (reason: string) =>
      `Sa demande ne peut pas être acceptée ; signalez-le à ses auteurs. ${reason}`,
    refused: "Ce lien ne fonctionne pas",
    refusedTexts: {
      "redirect-uri":
        "Le programme veut vous envoyer à une adresse qui n’est pas autorisée ; vous restez donc ici.",
      "client-id": "Le programme ne dit pas comment il s’appelle.",
    },
    refusedText: "Le programme qui vous a envoyé ici a fait une erreur dans son lien.",
  },
  problems: {
    "too-many-tokens": "Vous avez 50 jetons. Révoquez-en un d’abord.",
    "token-name": "Décrivez le jeton pour le reconnaître plus tard.",
  },
};
