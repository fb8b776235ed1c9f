import type { Generated } from 'kysely';
import type { Scope } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    apiKeys: ApiKeysTable;
  }
}

export interface ApiKeysTable {
  orgId: number;
  id: string;
  name: string;
  prefix: string;
  secretHash: Buffer;
  /** The scopes of a key without a role; with a role, its scopes when the key was created. */
  scopes: Scope[];
  role: Role | null;
  status: 'ACTIVE' | 'INACTIVE' | 'DELETED';
  expiresAt: Temporal.Instant | null;
  /** The parent key, with which this key ends; null for a first key. */
  parentId: string | null;
  /** The user who created or rotated it last, and so knows its secret; null: nobody, or its parent's. */
  holderId: string | null;
  /** Counts rotations from 1; credentials issued for an older secret are invalid. */
  keyRotation: Generated<number>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}
