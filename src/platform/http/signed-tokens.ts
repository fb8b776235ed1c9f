import { randomUUID } from 'node:crypto';
import { type CryptoKey, decodeJwt, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';

/** Signs bearer tokens with the deployment's key, and reads its own: ES256 and nothing else. */
export interface TokenSigner {
  sign(token: SignedToken): Promise<string>;
  /** The claims; null when the token is not ours, for another audience, altered or expired. */
  read(token: string, audience: string): Promise<JWTPayload | null>;
  /** Public keys, for others who want to verify. */
  readonly publicKeys: { keys: JWK[] };
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

export async function tokenSigner(privateJwk: string): Promise<TokenSigner> {
  const jwk = JSON.parse(privateJwk) as JWK;
  const { d: _private, ...publicJwk } = jwk;
  const signingKey = (await importJWK(jwk, ALGORITHM)) as CryptoKey;
  const verifyingKey = (await importJWK(publicJwk, ALGORITHM)) as CryptoKey;
  const kid = jwk.kid ?? 'key';
  return {
    publicKeys: { keys: [{ ...publicJwk, use: 'sig' }] },
    sign: ({ audience, subject, claims, issuedAt, expiresAt, id = randomUUID() }) =>
      new SignJWT({ ver: 1, ...claims, ...(subject !== undefined && { sub: subject }) })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt(secondsOf(issuedAt))
        .setExpirationTime(secondsOf(expiresAt))
        .setJti(id)
        .sign(signingKey),
    read: async (token, audience) => {
      try {
        const options = { algorithms: [ALGORITHM], issuer: ISSUER, audience, typ: 'JWT' };
        return (await jwtVerify(token, verifyingKey, options)).payload;
      } catch {
        return null;
      }
    },
  };
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
