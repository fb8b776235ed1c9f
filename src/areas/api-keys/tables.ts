import type { Scope } from '#platform/http/operation.ts';

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
  scopes: Scope[];
  status: 'ACTIVE' | 'INACTIVE' | 'DELETED';
  expiresAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}
