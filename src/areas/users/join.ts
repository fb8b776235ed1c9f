import { realNow } from '#platform/db/clock.ts';
import { sqlState, violatedConstraint } from '#platform/db/database.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import type { BegunSession } from './begin-session.ts';
import { findLink, roleOf, takeLink } from './follow-link.ts';
import { ownSession } from './own-session.ts';
import { alreadyMember } from './problems.ts';
import { insertMembership } from './store/memberships.ts';
import { continueIn, scopeIn } from './switch-to.ts';

/**
 * Makes the caller a member by a link, and continues its session there. Raises `linkInvalid` and
 * `alreadyMember`.
 */
export async function join(context: LongContext, token: string): Promise<BegunSession> {
  const { database, actor } = context;
  const { userId } = ownSession(actor);
  const link = await findLink(database, token);
  const { orgId } = link.org;
  try {
    return await database.transaction(scopeIn(context, orgId), async (tx) => {
      await takeLink(tx, link);
      await insertMembership(tx, { orgId, userId, ...roleOf(link), createdAt: realNow() });
      return continueIn(tx, context, orgId);
    });
  } catch (error) {
    const isMember = sqlState(error) === '23505' && violatedConstraint(error) === 'memberships_pkey';
    throw isMember ? alreadyMember({ email: 'this user' }) : error;
  }
}
