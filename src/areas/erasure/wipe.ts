import { abandonPendingFiles, dropAbandonedFiles } from '#areas/files/index.ts';
import { noteErasure } from '#areas/request-log/index.ts';
import { WRITES_ALONE } from '#platform/db/advisory-locks.ts';
import { sqlState, type Tx } from '#platform/db/database.ts';
import { lockOutTimedWorkAndIngestion, planScheduledWork } from '#platform/db/scheduled-work.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { concurrentChange } from '#platform/problem.ts';
import { deleteWipedFile, listWipedFiles, lockOrganization, noteWipe, wipeRows } from './store/wipes.ts';

export const DROP_WIPED_FILES = 'erasure.drop_wiped_files';
const RANK = 95;
const TRIES = 5;
const FILES_AT_ONCE = 100;

/**
 * Wipes a sandbox in one transaction: readers see all of it or nothing. The transaction waits for current
 * writers, and later ones wait for it: their rows are rejected if they refer to deleted ones, and stay
 * otherwise. Returns the number of deleted rows.
 */
export async function wipeSandbox(context: LongContext): Promise<number> {
  const { database, org, actor, requestId, operationId } = context;
  const scope = {
    ...{ orgId: org.orgId, ...WRITES_ALONE },
    actor: { ...nameActor(actor), requestId, operationId },
  };
  for (let attempt = 1; ; attempt++)
    try {
      return await database.transaction(scope, (tx) => wipe(tx, org));
    } catch (error) {
      // A writer with another lock had added a row that refers to a deleted one.
      if (!(error instanceof StillThere) && sqlState(error) !== '23503') throw error;
      if (attempt === TRIES) throw concurrentChange();
    }
}

/** Other writers added rows during the deletion. */
class StillThere extends Error {}

async function wipe(tx: Tx, org: Org): Promise<number> {
  await lockOutTimedWorkAndIngestion(tx, org);
  // Every new row refers to its organization's row, and shares its lock.
  await lockOrganization(tx, org);
  let sum = 0;
  for (;;) {
    const { removed, remaining } = await wipeRows(tx);
    sum += removed;
    if (removed > 0) continue;
    if (remaining.length > 0) throw new StillThere(remaining.join(', '));
    break;
  }
  await abandonPendingFiles(tx, org);
  const now = await noteWipe(tx, org);
  await noteErasure(tx, org);
  await planScheduledWork(tx, org, {
    ...{ kind: DROP_WIPED_FILES, key: 'all', dueAt: now, rank: RANK, payload: {}, now },
  });
  return sum;
}

/** Deletes stored objects, a part per call, until none is left. */
export async function dropWipedFiles(context: ScheduledWorkContext): Promise<void> {
  const { tx, org, now, deployment } = context;
  const keys = await listWipedFiles(tx, org, FILES_AT_ONCE);
  for (const key of keys) {
    await deployment.files.remove(key);
    await deleteWipedFile(tx, org, key);
  }
  const dropped = keys.length < FILES_AT_ONCE ? await dropAbandonedFiles(context, FILES_AT_ONCE) : keys;
  const last = dropped.at(-1);
  if (dropped.length < FILES_AT_ONCE || last === undefined) return;
  // The payload contains the progress, because a piece that returns unchanged counts as stuck.
  await planScheduledWork(tx, org, {
    ...{ kind: DROP_WIPED_FILES, key: 'all', dueAt: now, rank: RANK, payload: { after: last }, now },
  });
}
