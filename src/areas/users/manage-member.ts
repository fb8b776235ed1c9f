import type { Context } from '#platform/http/operation.ts';
import { lastAdministrator, userNotFound } from './problems.ts';
import { checkReach } from './read-role.ts';
import { findMember, lockAdministrators, lockMembership, type MemberRow } from './store/memberships.ts';

type Managing = Pick<Context, 'tx' | 'org' | 'actor'>;

/**
 * A member that the caller may change, locked. `endsAdministration`: whether the change takes the role of an
 * administrator from it. Raises `userNotFound`, `memberOutOfReach` and `lastAdministrator`.
 */
export async function lockManagedMember(
  { tx, org, actor }: Managing,
  { userId, endsAdministration }: { userId: string; endsAdministration: boolean },
): Promise<MemberRow> {
  // All changes of administrators wait for each other here, before they lock a member.
  const administrators = endsAdministration ? await lockAdministrators(tx, org) : [];
  await lockMembership(tx, org, userId);
  const member = await findMember(tx, org, userId);
  if (!member) throw userNotFound({ id: userId });
  checkReach(actor, member);
  if (endsAdministration && member.role === 'ADMINISTRATOR' && administrators.length < 2)
    throw lastAdministrator();
  return member;
}
