import { randomUUID } from 'node:crypto';
import { type CryptoKey, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Actor } from '#platform/http/operation.ts';

/** Tokens made from a key: ES256, 24 hours, dead with the key. */
export interface AccessTokens {
  issue(actor: Actor): Promise<string>;
  /** Null when the token is not ours, altered or expired. */
  read(token: string): Promise<TokenFacts | null>;
  /** Public keys, for others who want to verify. */
  readonly publicKeys: { keys: JWK[] };
}

export interface TokenFacts {
  orgId: number;
  organizationId: string;
  environment: string;
  credentialId: string;
}

const ISSUER = 'tallymark';
const AUDIENCE = 'api';
const LIFE = '24h';

export async function accessTokens(privateJwk: string): Promise<AccessTokens> {
  const jwk = JSON.parse(privateJwk) as JWK;
  const { d: _private, ...publicJwk } = jwk;
  const signingKey = (await importJWK(jwk, 'ES256')) as CryptoKey;
  const verifyingKey = (await importJWK(publicJwk, 'ES256')) as CryptoKey;
  const kid = jwk.kid ?? 'key';
  return {
    publicKeys: { keys: [{ ...publicJwk, use: 'sig' }] },
    issue: ({ org, credentialId, scopes }) =>
      new SignJWT({ ver: 1, org: org.id, oid: org.orgId, env: org.environment, scp: [...scopes] })
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(credentialId)
        .setIssuedAt()
        .setExpirationTime(LIFE)
        .setJti(randomUUID())
        .sign(signingKey),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, verifyingKey, {
          algorithms: ['ES256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: 'JWT',
        });
        const { oid, org, env, sub } = payload;
        if (
          typeof oid !== 'number' ||
          typeof org !== 'string' ||
          typeof env !== 'string' ||
          typeof sub !== 'string'
        )
          return null;
        return { orgId: oid, organizationId: org, environment: env, credentialId: sub };
      } catch {
        return null;
      }
    },
  };
}
