import { realNow } from '#platform/db/clock.ts';
import type { Upkeep } from '#platform/http/area.ts';
import { deleteOldCalls } from './store/calls.ts';
import { deleteIgnoredEvents } from './store/events.ts';

const KEPT = { hours: 30 * 24 } as const;
const PER_TRANSACTION = 1000;
const TRANSACTIONS = 50;

/**
 * What was asked of providers, and what they said that meant nothing, is kept for 30 days of real time
 * (`money-platform.md` 21). What was believed stays with the payment; a call that nobody answered stays while
 * it decides whether somebody may be asked again.
 */
export const purgeOldCalls: Upkeep = async (database, org) => {
  const old = { before: realNow().subtract(KEPT), limit: PER_TRANSACTION };
  for (const remove of [deleteOldCalls, deleteIgnoredEvents])
    for (let i = 0; i < TRANSACTIONS; i++) {
      const deleted = await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
        remove(tx, org, old),
      );
      if (deleted < PER_TRANSACTION) break;
    }
};
