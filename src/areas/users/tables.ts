import type { Generated } from 'kysely';
import type { Scope } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';
import type { SecurityEvent } from './rules.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    users: UsersTable;
    userPasswordTokens: UserPasswordTokensTable;
    userTotp: UserTotpTable;
    userRecoveryCodes: UserRecoveryCodesTable;
    customRoles: CustomRolesTable;
    memberships: MembershipsTable;
    sessions: SessionsTable;
    invitations: InvitationsTable;
    setupLinks: SetupLinksTable;
  }
}

/** Of the deployment: a person has one row, whatever organizations it is a member of. */
export interface UsersTable {
  id: string;
  /** Normalized by `emailKey`. */
  email: string;
  name: string;
  passwordHash: string | null;
  hasSecondFactor: boolean;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
}

interface UserTotpTable {
  userId: string;
  /** Sealed. */
  secret: string;
  /** The period of the last accepted code. */
  lastStep: number;
  confirmedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
}

interface UserRecoveryCodesTable {
  userId: string;
  /** Hex SHA-256. */
  codeHash: string;
}

interface UserPasswordTokensTable {
  userId: string;
  /** Hex SHA-256. */
  tokenHash: string;
  expiresAt: Temporal.Instant;
}

export interface CustomRolesTable {
  orgId: number;
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface MembershipsTable {
  orgId: number;
  userId: string;
  /** Null: a custom role. */
  role: Role | null;
  customRoleId: string | null;
  lastLoginAt: Temporal.Instant | null;
  securityEvent: SecurityEvent | null;
  securityEventAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface SessionsTable {
  orgId: number;
  id: string;
  userId: string;
  secretHash: Buffer;
  previousHash: Buffer | null;
  previousUntil: Temporal.Instant | null;
  address: string;
  browser: string;
  createdAt: Temporal.Instant;
  rotatedAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
}

export interface InvitationsTable {
  orgId: number;
  id: string;
  email: string;
  role: Role | null;
  customRoleId: string | null;
  /** Hex SHA-256. */
  tokenHash: string;
  /** Id of the inviting user or key. */
  invitedBy: string;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

interface SetupLinksTable {
  orgId: number;
  id: string;
  /** Hex SHA-256. */
  tokenHash: string;
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
}
