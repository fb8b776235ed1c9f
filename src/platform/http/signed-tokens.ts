import { randomUUID } from 'node:crypto';
import { decodeJwt, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { KeyRing } from './key-ring.ts';

/** Signs bearer tokens with a key of the deployment, and verifies them: ES256 only. */
export interface TokenSigner {
  sign(token: SignedToken): Promise<string>;
  /** The claims; null when the token is not ours, for another audience, altered or expired. */
  read(token: string, audience: string): Promise<JWTPayload | null>;
  /** Public keys, for third parties that verify tokens. */
  publicKeys(): { keys: JWK[] };
}

interface SignedToken {
  /** The intended recipient: a token for one audience is invalid for any other. */
  audience: string;
  /** The credential that it was issued for, when the holder may know it. */
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

/** The audience that an unverified token claims. */
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
