import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { ENTITY_TYPES, MONEY_TYPES } from './schema.ts';
import { purgeEntries } from './store/chain.ts';

const BATCH = 2_000;
const MAX_BATCHES = 100;

/**
 * Removes entries of things of money after 7 years of real time, and others after 2. Their links stay in the
 * chain, which goes on without them. Returns how many it removed.
 */
export async function purgeAuditLog(database: Database, { orgId }: Org): Promise<number> {
  const asked = { types: ENTITY_TYPES, money: MONEY_TYPES, most: BATCH };
  let purged = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await database.transaction({ orgId, access: 'write' }, (tx) => purgeEntries(tx, asked));
    purged += count;
    if (count < BATCH) return purged;
  }
  return purged;
}
