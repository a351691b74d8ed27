import type { ApiToken } from "../../messages";

type Scope = ApiToken["scopes"][number];

/** Texts about API tokens, and about the access that programs ask for. */
export const programs = {
  scopes: {
    "challenge:read": "See your challenges",
    "challenge:write": "Challenge players, and accept or decline challenges",
    "bot:play": "Play as a bot",
    "board:play": "Play games in your name",
    "tournament:write": "Create, join and leave tournaments",
    "team:read": "See your teams and their chats",
    "team:write": "Create, join, leave and manage teams, and write in their chats",
    "study:read": "See your studies, private ones too",
    "study:write": "Create, change and delete studies",
    "follow:read": "See who you follow",
    "follow:write": "Follow and unfollow players",
  } satisfies Record<Scope, string>,
  tokens: {
    heading: "API tokens",
    note: "A token lets a program act for you. What protects your account stays out of its reach.",
    docs: "How programs use tokens",
    personal: "Personal token",
    used: (ago: string) => `Last used ${ago}`,
    unused: "Never used",
    expires: (date: string) => `Expires on ${date}`,
    forever: "Doesn't expire",
    onlyIdentity: "Only knows who you are",
    create: "Create a token",
    createHeading: "New token",
    name: "Description",
    nameNote: "So that you recognise it later. Only you see it.",
    scopes: "The program can",
    expiry: "Expires after",
    days: (days: number | null) =>
      days === null ? "Never" : days % 365 === 0 ? "A year" : days === 7 ? "A week" : `${days} days`,
    keepHeading: "Copy your token now",
    keep: "It isn't shown again. Keep it secret, like a password: whoever has it can act for you.",
    secret: "Token",
    copy: "Copy",
    copied: "Copied",
    done: "Done",
    revoke: (name: string) => `Revoke ${name}`,
  },
  consent: {
    title: "Access for a program",
    heading: (host: string) => `Allow ${host} to use your account?`,
    machineHeading: "Allow a program on this computer to use your account?",
    appHeading: "Allow an app on this device to use your account?",
    account: (name: string) => `You're signed in as ${name}.`,
    name: "It calls itself",
    goes: "You return to",
    may: "It will be able to",
    identityOnly: "Know who you are, and nothing else",
    mayNot: "It never sees your password, and can't change what protects your account.",
    lasts: (days: number) =>
      `${days === 365 ? "For a year" : `For ${days} days`}, or until you revoke it in your account.`,
    unchecked: "We haven't checked this program. Agree only if you know it and came here to connect it.",
    unprotected: (host: string) =>
      `The connection to ${host} isn't encrypted, so others on the network could take over this access.`,
    agree: "Allow",
    decline: "Don't allow",
    back: (host: string) => `Return to ${host}`,
    signIn: "Sign in to decide.",
    fault: "This program made a mistake",
    faultText: (reason: string) => `Its request can't be granted, so tell its authors. ${reason}`,
    refused: "This link doesn't work",
    refusedTexts: {
      "redirect-uri": "The program wants to send you to an address that isn't allowed, so you stay here.",
      "client-id": "The program doesn't say what it's called.",
    } as Record<string, string>,
    refusedText: "The program that sent you here made a mistake in its link.",
  },
  problems: {
    "too-many-tokens": "You have 50 tokens. Revoke one of them first.",
    "token-name": "Describe the token, so that you recognise it later.",
  } as Record<string, string>,
};
