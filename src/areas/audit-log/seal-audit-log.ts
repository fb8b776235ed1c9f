import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { sealEntries } from './store/chain.ts';

/** Each batch is a transaction: a process that dies has sealed nothing of it, and the next one goes on. */
const BATCH = 1_000;
const MAX_BATCHES = 100;

/** Seals what is committed and not sealed yet. Returns how many entries it sealed. */
export async function sealAuditLog(database: Database, { orgId }: Org): Promise<number> {
  let sealed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = await database.transaction({ orgId, access: 'write' }, (tx) => sealEntries(tx, BATCH));
    sealed += count;
    if (count < BATCH) return sealed;
  }
  return sealed;
}
