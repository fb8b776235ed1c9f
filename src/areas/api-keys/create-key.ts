import { hash } from 'node:crypto';
import type { Tx } from '#platform/db/database.ts';
import type { Org, Scope } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';
import { newId, randomBase62 } from '#platform/ids.ts';
import { describeKey } from './describe-key.ts';
import { insertApiKey } from './store.ts';

const SECRET_LENGTH = 43; // 62^43 > 2^256
const PREFIX_LENGTH = 12;

export interface NewKey {
  name: string;
  scopes: Scope[];
  /** The role that the scopes come from; absent if the request listed scopes. */
  role?: Role;
  expiresAt: Temporal.Instant | null;
  /** Null for a first key. */
  parentId: string | null;
  /** The user who creates it, and so knows its secret; null if a program does. */
  holderId: string | null;
  /** Set by the operator at bootstrap; otherwise generated. */
  secret?: string;
  now: Temporal.Instant;
}

/** Stores the hash of a key and returns the key with its secret, which exists only in this response. */
export async function createKey(tx: Tx, org: Org, key: NewKey) {
  const secret = key.secret ?? newSecret(org);
  const row = await insertApiKey(tx, {
    orgId: org.orgId,
    id: newId('key', key.now),
    name: key.name,
    prefix: prefixOf(secret),
    secretHash: hashSecret(secret),
    scopes: key.scopes,
    role: key.role ?? null,
    status: 'ACTIVE',
    parentId: key.parentId,
    holderId: key.holderId,
    expiresAt: key.expiresAt,
    createdAt: key.now,
    updatedAt: key.now,
  });
  return { ...describeKey(row), secret };
}

/** A fast hash is enough for 256 random bits, which cannot be guessed. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The part of a secret that stays readable, so that people recognise the key. */
export function prefixOf(secret: string): string {
  return secret.slice(0, PREFIX_LENGTH);
}

export function newSecret(org: Org): string {
  return `sk_${org.environment === 'sandbox' ? 'test' : 'live'}_${randomBase62(SECRET_LENGTH)}`;
}
