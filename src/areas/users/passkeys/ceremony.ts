import type { RelyingParty } from './relying-party.ts';

/**
 * What browsers and authenticators do with passkeys (WebAuthn): what they are asked for, and whether their
 * response is right. The user is verified each time, with a PIN, a finger or a face: with the device, these
 * are two factors.
 */

/** ES256, EdDSA and RS256: every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257];
const TIMEOUT_MS = 300_000;
const VERIFIED = { userVerification: 'required' } as const;

interface Known {
  id: string;
  transports: string[];
}

/** The library is loaded when somebody uses a passkey: it brings parsers of certificates with it. */
const library = () => import('@simplewebauthn/server');

/** What `navigator.credentials.create` needs, as JSON. `challenge` is 256 bits in base64url. */
export async function creationOptions(
  party: RelyingParty,
  {
    challenge,
    user,
    known,
  }: { challenge: string; user: { id: string; name: string; email: string }; known: Known[] },
): Promise<object> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    ...{ rpID: party.id, rpName: 'Tallymark', timeout: TIMEOUT_MS, attestationType: 'none' },
    ...{ userID: bytesOf(user.id, 'utf8'), userName: user.email, userDisplayName: user.name },
    challenge: bytesOf(challenge, 'base64url'),
    excludeCredentials: known,
    // The passkey names its user, so that nobody has to type an e-mail.
    authenticatorSelection: { residentKey: 'required', ...VERIFIED },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** What `navigator.credentials.get` needs, as JSON; it says nothing about any user. */
export async function requestOptions(party: RelyingParty, challenge: string): Promise<object> {
  const { generateAuthenticationOptions } = await library();
  const bytes = bytesOf(challenge, 'base64url');
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: TIMEOUT_MS,
    challenge: bytes,
    ...VERIFIED,
  });
}

/** The response of an authenticator that has made a passkey; all texts are base64url. */
export interface Creation {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports?: string[] | undefined;
}

export interface CreatedKey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  isSynced: boolean;
}

/** Null unless the response belongs to the challenge and the party. */
export async function verifyCreation(
  party: RelyingParty,
  challenge: string,
  { id, ...response }: Creation,
): Promise<CreatedKey | null> {
  const { verifyRegistrationResponse } = await library();
  const verified = await orNull(async () => {
    if (!(await isPlainAttestation(response.attestationObject))) return null;
    return verifyRegistrationResponse({
      response: { ...envelopeOf(id), response: { ...response, transports: [] } },
      ...expectationsOf(party, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  if (!verified?.verified || verified.registrationInfo.credential.id !== id) return null;
  const { credential, credentialBackedUp: isSynced } = verified.registrationInfo;
  const { id: credentialId, publicKey, counter } = credential;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, isSynced };
}

/**
 * Whether there is no certificate in an attestation. None is asked for, and none may be looked at: the
 * library would ask the address in a certificate whether it was revoked.
 */
async function isPlainAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(bytesOf(attestationObject, 'base64url'));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** The response of an authenticator that has signed a challenge; all texts are base64url. */
export interface Assertion {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  /** Says whose passkey it is. */
  userHandle: string;
}

interface Signer {
  credentialId: string;
  publicKey: Buffer;
}

/**
 * Null unless the passkey has signed the challenge for the party. The caller compares the counter: the
 * database decides about responses at the same time.
 */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  { assertion: { id, ...response }, signer }: { assertion: Assertion; signer: Signer },
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const { credentialId, publicKey } = signer;
  const verified = await orNull(() =>
    verifyAuthenticationResponse({
      response: { ...envelopeOf(id), response },
      ...expectationsOf(party, challenge),
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
    }),
  );
  if (!verified?.verified) return null;
  const { newCounter: counter, credentialBackedUp: isSynced } = verified.authenticationInfo;
  return { counter, isSynced };
}

function envelopeOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

function expectationsOf({ id, origin }: RelyingParty, challenge: string) {
  return {
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id },
    requireUserVerification: true,
  };
}

/** The library throws for whatever is wrong with a response, which callers must not be told. */
async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

/** The challenge that a response answers; null without one, and for a page inside a page of another site. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge, crossOrigin } = JSON.parse(bytesOf(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
      crossOrigin?: unknown;
    };
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) && crossOrigin !== true
      ? challenge
      : null;
  } catch {
    return null;
  }
}

/** The user that a passkey names; null if it can be no user's id. */
export function userIn(userHandle: string): string | null {
  const id = bytesOf(userHandle, 'base64url').toString('latin1');
  return /^usr\.\w{1,20}\.\w{1,20}$/.test(id) ? id : null;
}

function bytesOf(text: string, encoding: 'utf8' | 'base64url'): Buffer<ArrayBuffer> {
  return Buffer.from(text, encoding);
}
