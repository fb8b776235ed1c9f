import { randomUUID } from 'node:crypto';
import { decodeJwt, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { KeyRing } from './key-ring.ts';

/** Signs bearer tokens with a key of the deployment, and reads its own: ES256 and nothing else. */
export interface TokenSigner {
  sign(token: SignedToken): Promise<string>;
  /** The claims; null when the token is not ours, for another audience, altered or expired. */
  read(token: string, audience: string): Promise<JWTPayload | null>;
  /** Public keys, for others who want to verify. */
  publicKeys(): { keys: JWK[] };
}

interface SignedToken {
  /** Who is to accept it: tokens for one audience are nothing to another. */
  audience: string;
  /** The credential that it was made from, when the holder may know. */
  subject?: string;
  claims: JWTPayload;
  issuedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  /** Generated when absent. */
  id?: string;
}

const ISSUER = 'tallymark';
const ALGORITHM = 'ES256';

export function tokenSigner(ring: KeyRing): TokenSigner {
  return {
    publicKeys: ring.publicKeys,
    sign: async ({ audience, subject, claims, issuedAt, expiresAt, id = randomUUID() }) => {
      const { kid, key } = await ring.signing();
      return new SignJWT({ ver: 1, ...claims, ...(subject !== undefined && { sub: subject }) })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt(secondsOf(issuedAt))
        .setExpirationTime(secondsOf(expiresAt))
        .setJti(id)
        .sign(key);
    },
    read: async (token, audience) => {
      try {
        const options = { algorithms: [ALGORITHM], issuer: ISSUER, audience, typ: 'JWT' };
        const { payload } = await jwtVerify(token, ({ kid = '' }) => keyOf(ring, kid), options);
        return payload;
      } catch {
        return null;
      }
    },
  };
}

async function keyOf(ring: KeyRing, kid: string) {
  const key = await ring.verifying(kid);
  if (!key) throw new Error('no such key');
  return key;
}

/** What a token says of its audience, before anything of it is believed. */
export function claimedAudience(token: string): string | null {
  try {
    const { aud } = decodeJwt(token);
    return typeof aud === 'string' ? aud : null;
  } catch {
    return null;
  }
}

function secondsOf(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}
