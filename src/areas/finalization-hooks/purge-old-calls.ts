import { realNow } from '#platform/db/clock.ts';
import type { Upkeep } from '#platform/http/area.ts';
import { deleteOldCalls } from './store/calls.ts';

const KEPT = { hours: 30 * 24 } as const;
const PER_TRANSACTION = 1000;
const TRANSACTIONS = 50;

/**
 * What was asked of hooks is kept for 30 days of real time (`money-platform.md` 21). The answer that a
 * document was issued by stays as long as the document.
 */
export const purgeOldCalls: Upkeep = async (database, org) => {
  const before = realNow().subtract(KEPT);
  for (let i = 0; i < TRANSACTIONS; i++) {
    const deleted = await database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
      deleteOldCalls(tx, org, { before, limit: PER_TRANSACTION }),
    );
    if (deleted < PER_TRANSACTION) return;
  }
};
