import type { Database } from '#platform/db/database.ts';
import type { HostFacts } from '#platform/host-facts.ts';
import type { Actor } from '#platform/http/operation.ts';
import { findFirstOrgId, listOwnMemberships, type OwnMembership } from './store/memberships.ts';
import { findUser } from './store/users.ts';

/** What decides whether somebody is an operator. */
interface Person {
  email: string;
  memberships: readonly Pick<OwnMembership, 'orgId' | 'role'>[];
  /** The organization that was created first; null: there is none. */
  firstOrgId: number | null;
}

/**
 * Whether a person operates the deployment: its e-mail is in OPERATORS, or, without that setting, it is an
 * administrator of the first organization, which whoever installed the service has.
 */
export function isOperator(
  { operators }: Pick<HostFacts, 'operators'>,
  { email, memberships, firstOrgId }: Person,
): boolean {
  if (operators !== null) return operators.includes(email.toLowerCase());
  return memberships.some(({ orgId, role }) => orgId === firstOrgId && role === 'ADMINISTRATOR');
}

/** The same for a caller: a person that has logged in itself, and no program. */
export function isOperatorActor(
  { database, host }: { database: Database; host: Pick<HostFacts, 'operators'> },
  { user, org }: Actor,
): Promise<boolean> {
  if (!user?.isOwnLogin || user.lacks) return Promise.resolve(false);
  const scope = { orgId: org.orgId, access: 'read', isDirectory: true, userId: user.id } as const;
  return database.transaction(scope, async (tx) => {
    const found = await findUser(tx, user.id);
    const memberships = await listOwnMemberships(tx, user.id);
    const firstOrgId = await findFirstOrgId(tx);
    return found !== null && isOperator(host, { email: found.email, memberships, firstOrgId });
  });
}
