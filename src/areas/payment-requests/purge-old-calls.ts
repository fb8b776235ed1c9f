import { realNow } from '#platform/db/clock.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Upkeep } from '#platform/http/area.ts';
import { deleteOldCalls } from './store/calls.ts';
import { deleteIgnoredEvents } from './store/events.ts';

const KEPT = { hours: 30 * 24 } as const;

/**
 * Deletes calls to providers, and their events without effect, after 30 days of real time
 * (`money-platform.md` 21). Applied events stay with the payment; a call without a response stays while it
 * decides whether another request may be made.
 */
export const purgeOldCalls: Upkeep = async (database, org) => {
  const before = realNow().subtract(KEPT);
  for (const remove of [deleteOldCalls, deleteIgnoredEvents])
    await removeInPieces(database, org, {
      limit: 1000,
      remove: (tx, limit) => remove(tx, org, { before, limit }),
    });
};
