import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { GivenRole } from '../read-role.ts';
import { endProviderSessions } from '../store/identity-providers.ts';
import {
  deleteMembership,
  lockAdministrators,
  lockMembership,
  type MemberRow,
  updateMembership,
} from '../store/memberships.ts';
import { ageSessions } from '../store/sessions.ts';
import { deleteUserWithoutMembership } from '../store/users.ts';

/** Gives a member the role of its groups. The caller has made sure that another administrator is left. */
export async function applyRole(
  tx: Tx,
  org: Org,
  { member, role }: { member: MemberRow; role: GivenRole },
): Promise<void> {
  const isSame = member.role === role.role && member.customRoleId === role.customRoleId;
  if (isSame) return;
  const { id: userId } = member;
  await lockMembership(tx, org, userId);
  await updateMembership(tx, org, { userId, set: { ...role, updatedAt: realNow() } });
  await ageSessions(tx, { orgId: org.orgId, userIds: [userId] });
}

/** All changes of administrators wait for each other here, before they lock a member. */
export async function isLastAdministrator(tx: Tx, org: Org, { id, role }: MemberRow): Promise<boolean> {
  if (role !== 'ADMINISTRATOR') return false;
  const administrators = await lockAdministrators(tx, org);
  return administrators.length === 1 && administrators[0] === id;
}

/**
 * Nobody without a role stays: the sessions that the provider vouched for end, and so does a membership that
 * a login made. One that the organization gave stays for other ways to log in.
 */
export async function endAccess(
  tx: Tx,
  org: Org,
  { userId, isProvisioned }: { userId: string; isProvisioned: boolean },
): Promise<void> {
  await endProviderSessions(tx, { orgId: org.orgId, userId });
  if (!isProvisioned) return;
  await deleteMembership(tx, org, userId);
  await deleteUserWithoutMembership(tx, userId);
}
