import { call } from "../../lib/api";
import type {
  AccountData,
  AccountView,
  ApiTokenList,
  Authorised,
  DataVersion,
  EndedSessions,
  GuestGames,
  Me,
  NewApiToken,
  NewApiTokenSecret,
  PasskeyOptions,
  ProgramRequest,
  RecoveryCodes,
  SessionList,
} from "../../lib/messages";
import { createPasskey, signWithPasskey } from "./passkeys";

/** The data of an account that its devices share. */
export type DataKind = "settings" | "course" | "puzzles";

const options = async (path: string, body?: unknown): Promise<Record<string, unknown>> =>
  (await call<PasskeyOptions>("POST", `${path}/options`, body)).options;

export const accountApi = {
  async registerWithPasskey(name: string): Promise<Me> {
    const passkey = await createPasskey(await options("accounts/passkey", { name }));
    return call<Me>("POST", "accounts/passkey", { name, passkey });
  },
  register: (name: string, password: string) => call<Me>("POST", "accounts", { name, password }),
  async signInWithPasskey(): Promise<Me> {
    return call<Me>("POST", "sessions/passkey", await signWithPasskey(await options("sessions/passkey")));
  },
  signIn: (name: string, password: string) => call<Me>("POST", "sessions", { name, password }),
  signInWithCode: (code: string) => call<Me>("POST", "sessions/recovery", { code }),
  signOut: () => call<Me>("DELETE", "session"),

  confirm: (password: string) => call<Me>("POST", "session/confirmation", { password }),
  async confirmWithPasskey(): Promise<Me> {
    const path = "session/confirmation/passkey";
    return call<Me>("POST", path, await signWithPasskey(await options(path)));
  },

  guestGames: () => call<GuestGames>("GET", "account/guest"),
  adoptGuest: () => call<GuestGames>("POST", "account/guest"),

  account: () => call<AccountView>("GET", "account"),
  rename: (name: string) => call<Me>("PUT", "account/name", { name }),
  remove: () => call<Me>("DELETE", "account"),
  setPassword: (password: string, current: string | null) =>
    call<Me>("PUT", "account/password", { password, current }),
  removePassword: () => call<Me>("DELETE", "account/password"),
  async addPasskey(): Promise<Me> {
    const passkey = await createPasskey(await options("account/passkey"));
    return call<Me>("POST", "account/passkeys", { passkey });
  },
  renamePasskey: (id: string, name: string) => call<Me>("PUT", `account/passkeys/${id}`, { name }),
  removePasskey: (id: string) => call<Me>("DELETE", `account/passkeys/${id}`),
  newCodes: () => call<RecoveryCodes>("POST", "account/recovery-codes"),
  sessions: () => call<SessionList>("GET", "account/sessions"),
  endSession: (id: string) => call<EndedSessions>("DELETE", `account/sessions/${id}`),
  endOthers: () => call<EndedSessions>("DELETE", "account/sessions"),

  tokens: () => call<ApiTokenList>("GET", "account/tokens"),
  createToken: (token: NewApiToken) => call<NewApiTokenSecret>("POST", "account/tokens", token),
  revokeToken: (id: string) => call<ApiTokenList>("DELETE", `account/tokens/${id}`),
  /** Describe the request of a program, given as the query of its link, and agree to it. */
  programRequest: (query: string) => call<ProgramRequest>("GET", `oauth${query}`),
  authorise: (query: string) => call<Authorised>("POST", `oauth${query}`),

  data: (kind: DataKind) => call<AccountData>("GET", `account/data/${kind}`),
  replaceData: (kind: DataKind, version: number, value: Record<string, unknown>) =>
    call<DataVersion>("PUT", `account/data/${kind}`, { version, value }),
};
