import type { Generated } from 'kysely';
import type { Tries } from '#platform/db/login-tries.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    contacts: ContactsTable;
    contactAccounts: ContactAccountsTable;
    portalTokens: PortalTokensTable;
    portalPasswordTokens: PortalPasswordTokensTable;
    portalAttempts: PortalAttemptsTable;
  }
}

export interface ContactsTable {
  orgId: number;
  username: string;
  customerId: string;
  preferredUsername: string | null;
  name: string;
  /** Normalized (NFC, lower case). */
  email: string;
  phone: string | null;
  passwordHash: string | null;
  isVerified: boolean;
  hasLoginAccess: boolean;
  hasAllAccounts: boolean;
  mode: 'READ' | 'WRITE';
  createdBy: string;
  /** The key that last granted access; null: the key that created the contact. */
  loginGrantedBy: string | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

interface ContactAccountsTable {
  orgId: number;
  username: string;
  accountId: string;
}

export interface PortalTokensTable {
  orgId: number;
  jti: string;
  customerId: string;
  username: string | null;
  /** Null for a login by password. */
  apiKeyId: string | null;
  /** The rotation of the requesting key's secret. */
  apiKeyVersion: number | null;
  mode: 'READ' | 'WRITE';
  hasAllAccounts: boolean;
  accountIds: string[];
  issuedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  revokedAt: Temporal.Instant | null;
}

interface PortalPasswordTokensTable {
  orgId: number;
  tokenHash: string;
  username: string;
  email: string;
  expiresAt: Temporal.Instant;
}

interface PortalAttemptsTable {
  kind: Tries['kind'] | 'KNOWN_ADDRESS';
  subject: string;
  tries: Temporal.Instant[];
  lastAt: Temporal.Instant;
}
