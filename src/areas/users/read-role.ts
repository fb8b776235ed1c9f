import type { Tx } from '#platform/db/database.ts';
import type { Context, Org, Scope } from '#platform/http/operation.ts';
import { type Role, scopesOfRole } from '#platform/http/roles.ts';
import { memberOutOfReach, roleAmbiguous, roleNotFound, roleScopeNotHeld } from './problems.ts';
import { findScopeNotHeld, heldScopes, type RoleRow } from './rules.ts';
import { lockCustomRole } from './store/roles.ts';

type Managing = Pick<Context, 'tx' | 'org' | 'actor'>;

/** A role to give to somebody. */
export interface GivenRole {
  role: Role | null;
  customRoleId: string | null;
}

/**
 * The role that a request names. Nobody gives more than it holds itself. Raises `roleAmbiguous`,
 * `roleNotFound` and `roleScopeNotHeld`.
 */
export async function readRole(
  { tx, org, actor }: Managing,
  sent: { role?: Role | undefined; customRoleId?: string | undefined },
): Promise<GivenRole & { scopes: readonly Scope[] }> {
  const { role = null, customRoleId = null } = sent;
  if ((role === null) === (customRoleId === null)) throw roleAmbiguous();
  const scopes = role ? scopesOfRole(role) : await scopesOfCustomRole(tx, org, customRoleId ?? '');
  checkHeld(actor, scopes);
  return { role, customRoleId, scopes };
}

async function scopesOfCustomRole(tx: Tx, org: Org, id: string): Promise<Scope[]> {
  const found = await lockCustomRole(tx, org, id);
  if (!found) throw roleNotFound({ id });
  return found.scopes;
}

/** Raises `roleScopeNotHeld`. */
export function checkHeld({ scopes: held }: Managing['actor'], scopes: readonly Scope[]): void {
  const scope = findScopeNotHeld(scopes, held);
  if (scope !== null) throw roleScopeNotHeld({ scope });
}

/** Only those who hold every scope of a member may change it. Raises `memberOutOfReach`. */
export function checkReach({ scopes: held }: Managing['actor'], member: RoleRow): void {
  const scope = findScopeNotHeld(heldScopes(member), held);
  if (scope !== null) throw memberOutOfReach({ scope });
}
