import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { describeRole } from './describe-role.ts';
import { type FoundLink, roleOf } from './follow-link.ts';
import { findKnownUser } from './log-in.ts';

/** What the holder of a link may know. */
export async function describeLink(context: Pick<AnonymousContext, 'database'>, link: FoundLink) {
  const { org, organizationName, invitation, expiresAt } = link;
  const email = invitation?.email;
  return {
    ...{ organizationId: org.id, organizationName, expiresAt },
    ...(email !== undefined && { email }),
    roleName: describeRole(invitation ?? roleOf(link)).roleName,
    hasUser: email !== undefined && (await findKnownUser(context, email)) !== null,
  };
}
