import { realNow } from '#platform/db/clock.ts';
import type { Actor } from '#platform/http/operation.ts';
import type { TokenSigner } from '#platform/http/signed-tokens.ts';

/** Tokens made from a key: 24 hours, dead with the key. */
export interface AccessTokens {
  issue(actor: Actor): Promise<string>;
  /** Null when the token is not ours, altered or expired. */
  read(token: string): Promise<TokenFacts | null>;
}

interface TokenFacts {
  orgId: number;
  credentialId: string;
  expiresAt: Temporal.Instant;
  /** Of the secret of its key. */
  keyRotation: number;
}

const AUDIENCE = 'api';
const LIFE = { hours: 24 };

export function accessTokens(signer: TokenSigner): AccessTokens {
  return {
    issue: ({ org, credentialId, keyRotation, scopes }) => {
      // A credential's life is real time: a moved sandbox clock must not lock its users out.
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
      // A token of before rotations were counted was made with the first secret.
      return { orgId: oid, credentialId: sub, expiresAt, keyRotation: Number(kv) };
    },
  };
}
