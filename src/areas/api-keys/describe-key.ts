import type { Scope } from '#platform/http/operation.ts';
import { scopesOfRole } from '#platform/http/roles.ts';
import type { ApiKeysTable } from './tables.ts';

/** A key as it is on the wire, with what it may now. */
export function describeKey<Row extends Pick<ApiKeysTable, 'role' | 'scopes'>>({ role, ...row }: Row) {
  return { ...row, scopes: heldScopes({ role, scopes: row.scopes }), ...(role && { role }) };
}

/** A later version may give a role more, or less. */
export function heldScopes({ role, scopes }: Pick<ApiKeysTable, 'role' | 'scopes'>): Scope[] {
  return role ? scopesOfRole(role) : scopes;
}
