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
    userPasskeys: UserPasskeysTable;
    identityProviders: IdentityProvidersTable;
    linkedIdentities: LinkedIdentitiesTable;
    oidcLogins: OidcLoginsTable;
    passkeyChallenges: PasskeyChallengesTable;
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

export interface UserPasskeysTable {
  userId: string;
  id: string;
  /** Base64url, chosen by the authenticator. */
  credentialId: string;
  /** COSE. */
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isSynced: boolean;
  name: string;
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant | null;
}

/** Of somebody who adds a passkey in a session, or of a login in a browser. */
export interface PasskeyChallengesTable {
  /** Hex SHA-256. */
  challengeHash: string;
  userId: string | null;
  sessionId: string | null;
  /** Hex SHA-256. */
  browserHash: string | null;
  expiresAt: Temporal.Instant;
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

/** How a person has proven who it is: with a passkey and the verification of its user, by two factors. */
export type Authentication = 'PASSWORD' | 'PASSKEY' | 'IDENTITY_PROVIDER';

export interface SessionsTable {
  orgId: number;
  id: string;
  userId: string;
  secretHash: Buffer;
  previousHash: Buffer | null;
  previousUntil: Temporal.Instant | null;
  address: string;
  browser: string;
  authenticatedBy: Authentication;
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

export interface IdentityProvidersTable {
  orgId: number;
  name: string;
  issuer: string;
  clientId: string;
  /** Sealed. */
  clientSecret: string;
  scopes: string[];
  /** Null: the organization gives roles itself. */
  groupsClaim: string | null;
  /** Of new members, and of those in none of the groups; null: no access. */
  defaultRole: Role | null;
  defaultCustomRoleId: string | null;
  isRequired: boolean;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  rowVersion: Generated<number>;
}

export interface LinkedIdentitiesTable {
  orgId: number;
  issuer: string;
  subject: string;
  userId: string;
  /** The membership was made by a login. */
  isProvisioned: boolean;
  createdAt: Temporal.Instant;
  lastLoginAt: Temporal.Instant;
}

/** A login on its way to the identity provider and back. */
export interface OidcLoginsTable {
  orgId: number;
  /** Hex SHA-256. */
  stateHash: string;
  /** Hex SHA-256. */
  browserHash: string;
  issuer: string;
  returnTo: string;
  expiresAt: Temporal.Instant;
}
