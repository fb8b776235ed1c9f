import { realNow } from '#platform/db/clock.ts';
import { removeInPieces } from '#platform/db/remove-in-pieces.ts';
import type { Maintenance } from '#platform/http/area.ts';
import { deleteOldEvents } from './store/events.ts';

const KEPT = { hours: 30 * 24 } as const;

/** Events and their deliveries are kept for 30 days of real time. */
export const purgeOldEvents: Maintenance = (database, org) => {
  const before = realNow().subtract(KEPT);
  return removeInPieces(database, org, {
    limit: 2000,
    remove: (tx, limit) => deleteOldEvents(tx, org, { before, limit }),
  });
};
