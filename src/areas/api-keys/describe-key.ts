import type { Scope } from '#platform/http/operation.ts';
import { scopesOfRole } from '#platform/http/roles.ts';
import type { ApiKeysTable } from './tables.ts';

type Rights = Pick<ApiKeysTable, 'role' | 'scopes'>;

/** A key as it is on the wire, with what it may now. */
export function describeKey<Row extends Rights & Pick<ApiKeysTable, 'parentId'>>(row: Row) {
  const { role, parentId, ...members } = row;
  return {
    ...members,
    scopes: heldScopes(row),
    ...(role && { role }),
    ...(parentId !== null && { parentId }),
  };
}

/** A later version may give a role more, or less. */
export function heldScopes({ role, scopes }: Rights): Scope[] {
  return role ? scopesOfRole(role) : scopes;
}

/** What a key may of what it holds: no more than each key above it. */
export function allowedScopes(key: Rights & { above: readonly Rights[] }): Scope[] {
  const above = key.above.map((each) => new Set(heldScopes(each)));
  return heldScopes(key).filter((scope) => above.every((held) => held.has(scope)));
}
