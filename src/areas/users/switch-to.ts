import { sqlState, type Tx, type TxScope } from '#platform/db/database.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { identityProviderRequired } from '#platform/http/session-cookie.ts';
import { type BegunSession, beginSession } from './begin-session.ts';
import { listMemberships } from './log-in.ts';
import { ownSession } from './own-session.ts';
import { credentialsRejected, notAMember } from './problems.ts';
import { isOwnLoginRejected } from './rules.ts';
import { endOwnSessions, findSessionById } from './store/sessions.ts';

/**
 * Continues the caller's session in another of its organizations. Raises `notAMember` and
 * `identityProviderRequired`.
 */
export async function switchTo(context: LongContext, organizationId: string): Promise<BegunSession> {
  const { database, actor } = context;
  const { userId } = ownSession(actor);
  const memberships = await listMemberships({ database }, userId);
  const wanted = memberships.find((each) => each.organizationId === organizationId);
  if (!wanted) throw notAMember();
  if (isOwnLoginRejected(wanted)) throw identityProviderRequired();
  try {
    return await database.transaction(scopeIn(context, wanted.orgId), (tx) =>
      continueIn(tx, context, wanted.orgId),
    );
  } catch (error) {
    // The membership was removed at the same moment.
    throw sqlState(error) === '23503' ? notAMember() : error;
  }
}

/** A transaction of the caller in one of its organizations. */
export function scopeIn({ actor, requestId, address, operationId }: LongContext, orgId: number): TxScope {
  const audited = { ...nameActor(actor), requestId, address, operationId };
  return { orgId, access: 'write', userId: ownSession(actor).userId, actor: audited };
}

/** Replaces the session by one of another organization, with a cookie of its own and the same end. */
export async function continueIn(tx: Tx, context: LongContext, orgId: number): Promise<BegunSession> {
  const { actor, deployment, address, userAgent } = context;
  const own = ownSession(actor);
  const { userId, id } = own;
  const from = await findSessionById(tx, own);
  // It has ended since the request began.
  if (!from || (await endOwnSessions(tx, { userId, only: id })) === 0) throw credentialsRejected();
  const { authenticatedBy } = from;
  const owner = { orgId, userId, address, browser: userAgent, authenticatedBy };
  return beginSession(tx, { ...owner, from }, deployment.sessions);
}
