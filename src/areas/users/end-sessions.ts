import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { boundOf, ownRows, ownSession } from './own-session.ts';
import { endOwnSessions } from './store/sessions.ts';

/** Ends sessions of the caller, in all organizations that its session reaches. Returns how many. */
export function endSessions(
  { database, actor, requestId, address, operationId }: LongContext,
  which: { only?: string; but?: string },
): Promise<number> {
  const { orgId, userId } = ownSession(actor);
  const audited = { ...nameActor(actor), requestId, address, operationId };
  const scope = { orgId, access: 'write', ...ownRows(actor), actor: audited } as const;
  return database.transaction(scope, (tx) => endOwnSessions(tx, { userId, ...which, bound: boundOf(actor) }));
}
