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
  /** What it may, unless it has a role; then what the role could when it was made. */
  scopes: Scope[];
  role: Role | null;
  status: 'ACTIVE' | 'INACTIVE' | 'DELETED';
  expiresAt: Temporal.Instant | null;
  /** The key that made it and that it ends with; null for a first one. */
  parentId: string | null;
  /** Counts rotations from 1: what was made with an older secret ends. */
  keyRotation: Generated<number>;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}
