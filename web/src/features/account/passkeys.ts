import type { PasskeyCreated, PasskeySigned } from "../../lib/messages";

/** The user closed the browser's dialog, or the device has no passkey for this site. */
export class PasskeyCancelled extends Error {}

/** Whether passkeys can be used here: browsers allow them on sites with a name, over HTTPS or on this machine. */
export function passkeysWork(host = location.hostname): boolean {
  const isAddress = /^[\d.]+$|:/.test(host);
  return typeof PublicKeyCredential === "function" && isSecureContext && !isAddress;
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return options with bytes where the JSON of WebAuthn has base64url. */
function withBytes(options: Record<string, unknown>): Record<string, unknown> {
  const decoded: Record<string, unknown> = { ...options, challenge: toBytes(options["challenge"] as string) };
  for (const name of ["excludeCredentials", "allowCredentials"])
    if (Array.isArray(options[name]))
      decoded[name] = (options[name] as { id: string }[]).map((each) => ({ ...each, id: toBytes(each.id) }));
  const user = options["user"] as { id: string } | undefined;
  if (user) decoded["user"] = { ...user, id: toBytes(user.id) };
  return decoded;
}

async function ask(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await asking;
    if (found) return found as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new PasskeyCancelled();
}

/** Ask the browser to make a passkey. */
export async function createPasskey(options: Record<string, unknown>): Promise<PasskeyCreated> {
  const publicKey = withBytes(options) as unknown as PublicKeyCredentialCreationOptions;
  const credential = await ask(navigator.credentials.create({ publicKey }));
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    id: credential.id,
    client_data: toText(response.clientDataJSON),
    attestation: toText(response.attestationObject),
  };
}

/** Ask the browser to sign a challenge with a passkey. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<PasskeySigned> {
  const publicKey = withBytes(options) as unknown as PublicKeyCredentialRequestOptions;
  const credential = await ask(navigator.credentials.get({ publicKey }));
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    client_data: toText(response.clientDataJSON),
    authenticator_data: toText(response.authenticatorData),
    signature: toText(response.signature),
  };
}
