import { realNow } from '#platform/db/clock.ts';
import type { Upkeep } from '#platform/http/area.ts';
import { deleteOldEvents } from './store/events.ts';

const KEPT = { hours: 30 * 24 } as const;
const PER_TRANSACTION = 2000;
const TRANSACTIONS = 50;

/** Events and what was sent of them are kept for 30 days of real time. */
export const purgeOldEvents: Upkeep = async (database, org) => {
  const before = realNow().subtract(KEPT);
  for (let i = 0; i < TRANSACTIONS; i++) {
    const deleted = await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
      deleteOldEvents(tx, org, { before, limit: PER_TRANSACTION }),
    );
    if (deleted < PER_TRANSACTION) return;
  }
};
