import { setTimeout } from 'node:timers/promises';
import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { sealEntries } from './store/chain.ts';

/** Each batch is a transaction: a process that dies has sealed nothing of it, and the next one goes on. */
const BATCH = 200;
const MAX_BATCHES = 500;

/**
 * Seals what is committed and not sealed yet. Returns how many entries it sealed. It rests as long as it
 * works: after an import a processor would be busy with nothing else for seconds.
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
