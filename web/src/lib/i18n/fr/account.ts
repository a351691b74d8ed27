import type { account as en } from "../en/account";

/** Les textes des comptes. */
export const account: typeof en = {
  signIn: "Se connecter",
  signOut: "Se déconnecter",
  profile: "Profil",
  create: "Créer un compte",
  yours: (name: string) => `${name}, votre compte`,
  name: "Nom",
  deleted: "Compte supprimé",
  password: "Mot de passe",
  newPassword: "Nouveau mot de passe",
  currentPassword: "Mot de passe actuel",
  withPasskey: "Se connecter avec une clé d’accès",
  createWithPasskey: "Créer avec une clé d’accès",
  createWithPassword: "Créer avec un mot de passe",
  passkeyText: "Votre empreinte, votre visage ou votre code PIN. Rien à retenir, rien à deviner.",
  noPasskeys: "Cette adresse ou ce navigateur ne permet pas les clés d’accès : utilisez un mot de passe.",
  orPassword: "ou avec un mot de passe",
  createText:
    "Vous gardez vos parties, vos problèmes et vos leçons, et les retrouvez sur chaque appareil. Sans adresse électronique.",
  newHere: "Nouveau ici ?",
  haveAccount: "Vous avez déjà un compte ?",
  lost: "Clé d’accès ou mot de passe perdus ?",
  recoverHeading: "Utiliser un code de secours",
  recoverText:
    "Saisissez l’un des codes que vous avez conservés. Il ne sert qu’une fois ; vous choisirez ensuite une nouvelle clé d’accès ou un nouveau mot de passe.",
  code: "Code de secours",
  showPassword: "Afficher le mot de passe",
  passwordNote: "Au moins 8 caractères, quels qu’ils soient.",
  guest: {
    heading: "Vos parties d’invité",
    text: (games: number, unfinished: number) =>
      `Vous avez joué ${games === 1 ? "1 partie" : `${games} parties`} dans ce navigateur sans compte${
        unfinished === 0
          ? ""
          : unfinished === 1
            ? `, ${games === 1 ? "qui" : "dont 1"} n’est pas terminée`
            : `, dont ${unfinished} ne sont pas terminées`
      }.`,
    note: "Seulement si c’est bien vous qui avez joué. Les classements ne changent pas.",
    move: "Ajouter à mon compte",
    leave: "Laisser ici",
  },
  codes: {
    heading: "Codes de secours",
    keep: "Conservez ces codes",
    text: "Si vous perdez votre clé d’accès ou oubliez votre mot de passe, l’un de ces codes vous connecte. Chacun ne sert qu’une fois. Ils ne seront plus affichés.",
    copy: "Copier",
    copied: "Copié",
    print: "Imprimer",
    done: "Je les ai conservés",
    left: (count: number) =>
      count === 0
        ? "Vous n’avez pas encore de codes. Sans eux, personne ne pourra vous aider si vous perdez votre clé d’accès ou votre mot de passe."
        : `Il vous reste ${count} ${count === 1 ? "code" : "codes"}.`,
    make: "Créer de nouveaux codes",
    makeNote: "Les anciens codes ne serviront plus.",
  },
  page: {
    heading: "Votre compte",
    signedOut: "Vous n’êtes pas connecté",
    signedOutText: "Connectez-vous pour voir votre compte.",
    since: (date: string) => `Depuis le ${date}`,
    recovering:
      "Vous vous êtes connecté avec un code de secours. Ajoutez maintenant une clé d’accès ou choisissez un mot de passe.",
    rename: "Changer",
    renameNote:
      "Vous pouvez changer de nom une fois tous les 30 jours. Personne d’autre ne peut prendre l’ancien pendant six mois.",
    renameAfter: (date: string) => `Vous pourrez de nouveau changer de nom le ${date}.`,
    passkeys: "Clés d’accès",
    passkeysNote:
      "Une clé d’accès est conservée par votre appareil ou votre gestionnaire de mots de passe et ne fonctionne que sur ce site.",
    noPasskeys: "Vous n’avez pas de clé d’accès.",
    addPasskey: "Ajouter une clé d’accès",
    passkeyName: "Nom de la clé d’accès",
    renamePasskey: (name: string) => `Renommer ${name}`,
    removePasskey: (name: string) => `Supprimer ${name}`,
    added: (date: string) => `Ajoutée le ${date}`,
    used: (date: string) => `utilisée le ${date}`,
    password: "Mot de passe",
    changePassword: "Changer le mot de passe",
    setPassword: "Choisir un mot de passe",
    removePassword: "Supprimer le mot de passe",
    passwordNote: "Un changement vous déconnecte de tous vos autres appareils.",
    devices: "Appareils",
    thisDevice: "Cet appareil",
    lastSeen: (date: string) => `Utilisé le ${date}`,
    unknownDevice: "Appareil inconnu",
    device: (browser: string, system: string) => `${browser} sur ${system}`,
    end: "Déconnecter",
    endSession: (device: string) => `Déconnecter ${device}`,
    endOthers: "Se déconnecter partout ailleurs",
    data: "Vos données",
    download: "Tout télécharger",
    downloadNote: "Un fichier avec tout ce qui est enregistré à votre sujet.",
    delete: "Supprimer le compte",
    deleteHeading: "Supprimer votre compte ?",
    deleteText: (name: string) =>
      `C’est définitif. Vos parties en cours sont abandonnées, vos données supprimées, et vos parties terminées restent sans votre nom. Saisissez « ${name} » pour confirmer.`,
    deleteForever: "Supprimer définitivement",
    saved: "Enregistré.",
    cancel: "Annuler",
  },
  confirm: {
    heading: "Est-ce bien vous ?",
    text: "Confirmez avec votre clé d’accès ou votre mot de passe avant de modifier ce qui protège votre compte.",
    passkey: "Confirmer avec une clé d’accès",
    button: "Confirmer",
  },
  problems: {
    "wrong-credentials": "Ce nom et ce mot de passe ne vont pas ensemble.",
    "wrong-password": "Ce n’est pas votre mot de passe.",
    "wrong-code": "Ce n’est pas un code de secours, ou il a déjà servi.",
    "wrong-passkey": "Cette clé d’accès n’appartient à aucun compte ici.",
    "passkey-late": "C’était trop long. Veuillez réessayer.",
    "passkey-not-added": "Vous avez déjà cette clé d’accès, ou trop de clés.",
    "no-passkeys": "Les clés d’accès ne fonctionnent pas à cette adresse. Utilisez un mot de passe.",
    "name-taken": "Ce nom est déjà pris.",
    "renamed-recently": "Vous ne pouvez changer de nom qu’une fois tous les 30 jours.",
    "signed-in": "Vous êtes déjà connecté.",
    "password-length": "Un mot de passe compte de 8 à 128 caractères.",
    "password-common": "C’est l’un des mots de passe les plus courants. Choisissez-en un autre.",
    "password-guessable":
      "C’est trop facile à deviner : ce n’est guère plus que votre nom ou un mot de ce site.",
    "too-many-sign-ins":
      "Trop de tentatives. Attendez un moment, ou utilisez une clé d’accès ou un code de secours.",
    "last-way":
      "C’est votre dernier moyen de vous connecter. Ajoutez d’abord une clé d’accès ou un mot de passe.",
    "sign-in-required": "Vous avez été déconnecté. Connectez-vous de nouveau.",
    "sanction-chat": "Un modérateur a sanctionné l’invité de ce navigateur : ses parties restent ici.",
    "sanction-suspension": "Un modérateur a sanctionné l’invité de ce navigateur : ses parties restent ici.",
    "sanction-ban": "Un modérateur a sanctionné l’invité de ce navigateur : ses parties restent ici.",
    cancelled: "Annulé, ou il n’y a pas de clé d’accès pour ce site sur cet appareil.",
  },
};
