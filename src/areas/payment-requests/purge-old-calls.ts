import { realNow } from '#platform/db/clock.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Maintenance } from '#platform/http/area.ts';
import { KEPT_CALLS, purgeCalls } from '#platform/outbound/make-calls.ts';
import { PROVIDER_CALLS } from './store/calls.ts';
import { deleteIgnoredEvents } from './store/events.ts';

/**
 * Deletes calls to providers, and their events without effect, after 30 days of real time
 * (`money-platform.md` 21). Applied events stay with the payment; a call without a response stays while it
 * decides whether another request may be made.
 */
export const purgeOldCalls: Maintenance = async (database, org, deployment) => {
  await purgeCalls(PROVIDER_CALLS)(database, org, deployment);
  const before = realNow().subtract(KEPT_CALLS);
  await removeInPieces(database, org, {
    limit: 1000,
    remove: (tx, limit) => deleteIgnoredEvents(tx, org, { before, limit }),
  });
};
