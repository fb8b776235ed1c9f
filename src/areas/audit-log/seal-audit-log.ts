import { setTimeout } from 'node:timers/promises';
import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { sealEntries } from './store/chain.ts';

/**
 * Each batch is a transaction: if a process dies, nothing of its batch is sealed, and the next process
 * continues.
 */
const BATCH = 200;
const MAX_BATCHES = 500;

/**
 * Seals committed entries that have no seal yet. Returns their number. Pauses for as long as each batch
 * takes: otherwise an import would keep a processor busy for seconds.
 */
export async function sealAuditLog(database: Database, { orgId }: Org): Promise<number> {
  let sealed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const began = performance.now();
    const count = await database.transaction({ orgId, access: 'write' }, (tx) => sealEntries(tx, BATCH));
    sealed += count;
    if (count < BATCH) return sealed;
    await setTimeout(performance.now() - began);
  }
  return sealed;
}
