import { realNow } from '#platform/db/clock.ts';
import { sqlState } from '#platform/db/database.ts';
import type { Context, Scope } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';
import { lockManagedMember } from './manage-member.ts';
import { noteAccess } from './note-access.ts';
import { checkApproversStay } from './ports.ts';
import { roleNameTaken, roleNotFound, userNotFound } from './problems.ts';
import { checkHeld, readRole } from './read-role.ts';
import { heldScopes } from './rules.ts';
import { findMember, type MemberRow, updateMembership } from './store/memberships.ts';
import { listMembersOfRole, lockCustomRole, updateCustomRole } from './store/roles.ts';
import { ageSessions } from './store/sessions.ts';

type Managing = Pick<Context, 'tx' | 'org' | 'actor' | 'deployment'>;

/**
 * Gives a member another role. Raises the problems of `readRole` and `lockManagedMember`, and
 * `approversTooFew`.
 */
export async function changeRole(
  context: Managing,
  userId: string,
  sent: { role?: Role | undefined; customRoleId?: string | undefined },
): Promise<MemberRow> {
  const { tx, org } = context;
  const { scopes, ...given } = await readRole(context, sent);
  const endsAdministration = given.role !== 'ADMINISTRATOR';
  const member = await lockManagedMember(context, { userId, endsAdministration });
  const of = { type: 'user', id: userId } as const;
  noteAccess(tx, { before: heldScopes(member), after: scopes, of, action: 'GIVE_ROLE' });
  await updateMembership(tx, org, { userId, set: { ...given, updatedAt: realNow() } });
  await ageSessions(tx, { orgId: org.orgId, userIds: [userId] });
  await checkApproversStay(context, [userId]);
  const changed = await findMember(tx, org, userId);
  if (!changed) throw userNotFound({ id: userId });
  return changed;
}

/**
 * Changes a role of the organization. Raises `roleNotFound`, `roleScopeNotHeld`, `roleNameTaken` and
 * `approversTooFew`.
 */
export async function changeCustomRole(
  { tx, org, actor, deployment }: Managing,
  id: string,
  sent: { name?: string | undefined; scopes?: Scope[] | undefined },
) {
  const role = await lockCustomRole(tx, org, id);
  if (!role) throw roleNotFound({ id });
  const { name = role.name, scopes = role.scopes } = sent;
  checkHeld(actor, role.scopes);
  checkHeld(actor, scopes);
  await updateCustomRole(tx, org, { id, name, scopes, updatedAt: realNow() }).catch((error: unknown) => {
    throw sqlState(error) === '23505' ? roleNameTaken({ name }) : error;
  });
  noteAccess(tx, { before: role.scopes, after: scopes, of: { type: 'role', id }, action: 'CHANGE_ROLE' });
  const userIds = await listMembersOfRole(tx, org, id);
  await ageSessions(tx, { orgId: org.orgId, userIds });
  await checkApproversStay({ tx, org, deployment }, userIds);
  return { id, name, isCustom: true, scopes };
}
