import { realNow } from '#platform/db/clock.ts';
import type { Actor } from '#platform/http/operation.ts';
import type { TokenSigner } from '#platform/http/signed-tokens.ts';

/** Tokens issued for a key: valid for 24 hours, and invalid as soon as the key is. */
export interface AccessTokens {
  issue(actor: Actor): Promise<string>;
  /** Null if the token was not issued here, was altered or has expired. */
  read(token: string): Promise<TokenFacts | null>;
}

interface TokenFacts {
  orgId: number;
  credentialId: string;
  expiresAt: Temporal.Instant;
  /** The rotation of the key's secret when the token was issued. */
  keyRotation: number;
}

const AUDIENCE = 'api';
const LIFE = { hours: 24 };

export function accessTokens(signer: TokenSigner): AccessTokens {
  return {
    issue: ({ org, credentialId, keyRotation, scopes }) => {
      // Credentials expire in real time: a moved sandbox clock must not lock its users out.
      const issuedAt = realNow();
      return signer.sign({
        audience: AUDIENCE,
        subject: credentialId,
        claims: { org: org.id, oid: org.orgId, env: org.environment, scp: [...scopes], kv: keyRotation },
        issuedAt,
        expiresAt: issuedAt.add(LIFE),
      });
    },
    read: async (token) => {
      const { oid, sub, exp, kv = 1 } = (await signer.read(token, AUDIENCE)) ?? {};
      if (typeof oid !== 'number' || typeof sub !== 'string' || typeof exp !== 'number') return null;
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(exp * 1000);
      // Tokens issued before rotations were counted belong to the first secret.
      return { orgId: oid, credentialId: sub, expiresAt, keyRotation: Number(kv) };
    },
  };
}
