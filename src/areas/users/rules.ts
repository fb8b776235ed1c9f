import { type OrganizationStatus, scopesUnder } from '#areas/organizations/index.ts';
import { type Environment, type Org, SCOPES, type Scope } from '#platform/http/operation.ts';
import { type Role, scopesOfRole } from '#platform/http/roles.ts';
import { subjectOf, type Trier } from '#platform/logins/counted.ts';
import { hashOf } from '#platform/logins/secrets.ts';
import type { Authentication } from './tables.ts';

/** What happened to the login of a member, beside its sessions; the audit log has an entry of each. */
export type SecurityEvent =
  | ('LOGIN_FAILED' | 'PASSWORD_CHANGED' | 'PASSWORD_RESET')
  | ('SECOND_FACTOR_ADDED' | 'SECOND_FACTOR_REMOVED')
  | ('RECOVERY_CODES_REPLACED' | 'RECOVERY_CODE_USED')
  | ('PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'PASSKEY_COUNTER_REUSED');

/** Either a role of the product or one of the organization. */
export interface RoleRow {
  role: Role | null;
  /** Of the organization's role; null for a role of the product. */
  customScopes: Scope[] | null;
}

/** The scopes of a member. A later version of the product may know other scopes. */
export function heldScopes({ role, customScopes }: RoleRow): Scope[] {
  const held = new Set(role ? scopesOfRole(role) : customScopes);
  return SCOPES.filter((scope) => held.has(scope));
}

/** The same in an organization with a status. */
export function usableScopes(row: RoleRow & { status: OrganizationStatus }): Scope[] {
  return scopesUnder(row.status, heldScopes(row));
}

/** How a session was begun, and by whom. */
export interface HowBegun {
  authenticatedBy: Authentication;
  /** Whether the person has an authenticator app: then no session begins without one of its codes. */
  hasSecondFactor: boolean;
  role: Role | null;
}

/** What an organization demands of the sessions of its members. */
export interface Demands {
  needsSecondFactor: boolean;
  needsIdentityProvider: boolean;
}

/**
 * What a session lacks. An identity provider answers for its own factors. Where it is required,
 * administrators keep their own login for the day it fails, but only with two factors.
 */
export function lackOf(session: HowBegun, demands: Demands): 'SECOND_FACTOR' | 'IDENTITY_PROVIDER' | null {
  const { authenticatedBy, hasSecondFactor, role } = session;
  const { needsSecondFactor, needsIdentityProvider } = demands;
  if (authenticatedBy === 'IDENTITY_PROVIDER') return null;
  if (needsIdentityProvider && role !== 'ADMINISTRATOR') return 'IDENTITY_PROVIDER';
  const hasTwoFactors = hasSecondFactor || authenticatedBy === 'PASSKEY';
  return (needsSecondFactor || needsIdentityProvider) && !hasTwoFactors ? 'SECOND_FACTOR' : null;
}

/** Whether a member may only log in through the identity provider of the organization. */
export function isOwnLoginRejected(member: { role: Role | null; isProviderRequired: boolean }): boolean {
  return member.isProviderRequired && member.role !== 'ADMINISTRATOR';
}

/** The first of the scopes that somebody does not hold; null if all are held. */
export function findScopeNotHeld(scopes: readonly Scope[], held: ReadonlySet<Scope>): Scope | null {
  return scopes.find((scope) => !held.has(scope)) ?? null;
}

/** The token of a link into an organization; it says where to look for its hash. */
export function linkToken({ id, environment }: Org, secret: string): string {
  return `${environment === 'sandbox' ? 'test' : 'live'}.${id}.${secret}`;
}

/** Null for any other text. Ids of organizations may contain dots, secrets do not. */
export function readLinkToken(
  token: string,
): { organizationId: string; environment: Environment; hash: string } | null {
  const [, kind, organizationId = '', secret = ''] = /^(live|test)\.(.+)\.([\w-]{43})$/.exec(token) ?? [];
  if (kind === undefined) return null;
  return { organizationId, environment: kind === 'test' ? 'sandbox' : 'production', hash: hashOf(secret) };
}

/** The subject of a login: an e-mail of the deployment, and the network address. */
export function trierOf(email: string, address: string): Trier {
  return { person: subjectOf(['user', email]), address };
}
