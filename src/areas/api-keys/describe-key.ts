import type { Scope } from '#platform/http/operation.ts';
import { scopesOfRole } from '#platform/http/roles.ts';
import type { ApiKeysTable } from './tables.ts';

type Rights = Pick<ApiKeysTable, 'role' | 'scopes'>;

/** The wire shape of a key, with its effective scopes. */
export function describeKey<Row extends Rights & Pick<ApiKeysTable, 'parentId'>>(row: Row) {
  const { role, parentId, ...members } = row;
  return {
    ...members,
    scopes: heldScopes(row),
    ...(role && { role }),
    ...(parentId !== null && { parentId }),
  };
}

/** A later version of the product may give a role more or fewer scopes. */
export function heldScopes({ role, scopes }: Rights): Scope[] {
  return role ? scopesOfRole(role) : scopes;
}

/** The effective scopes of a key: those that it and all its ancestors hold. */
export function allowedScopes(key: Rights & { above: readonly Rights[] }): Scope[] {
  const above = key.above.map((each) => new Set(heldScopes(each)));
  return heldScopes(key).filter((scope) => above.every((held) => held.has(scope)));
}
