import { realNow } from '#platform/db/clock.ts';
import { databaseProblem } from '#platform/db/failures.ts';
import { StorageFault } from '#platform/files/storage.ts';
import type { BackgroundParts } from '#platform/jobs/background.ts';
import { type LeasedWorker, startLeasedWork } from '#platform/jobs/leased-work.ts';
import { endFailed, ImportFault } from './end-import.ts';
import { LEASE, type Running, runImport } from './run-import.ts';
import { claimImports, type ImportRow, lockLeased, updateImport } from './store/imports.ts';

/** Per process; each holds a connection, and the rest of the process's capacity is for other work. */
const MAX_CONCURRENT = 2;
/** Attempts without progress, except while the storage is unavailable. */
const MAX_ATTEMPTS = 5;
const RETRY_MINUTES = 1;
const MAX_RETRY_MINUTES = 60;

/** Runs due imports of each organization that wakes it, until none is due. */
export function startImporting(parts: BackgroundParts): LeasedWorker {
  return startLeasedWork<ImportRow>({
    ...{ name: 'imports', ...parts, lease: LEASE, maxConcurrent: MAX_CONCURRENT, perClaim: 1, maxPerOrg: 1 },
    claim: claimImports,
    attempt: (org, { id }, held) => attempt({ ...parts, org, id, ...held }),
  });
}

async function attempt(running: Running): Promise<void> {
  try {
    await runImport(running);
  } catch (error) {
    // Without a database nothing can be stored: the import continues when its lease expires.
    if (databaseProblem(error)?.status === 503) throw error;
    if (error instanceof ImportFault) return endFailed(running, { why: error.message });
    running.logger.error({ err: error, org: running.org.id, import: running.id }, 'an import failed');
    await putOff(running, error);
  }
}

async function putOff({ database, org, id, lease, ...running }: Running, error: unknown): Promise<void> {
  const cause = (error instanceof Error ? error.message : String(error)).slice(0, 2000);
  const isLast = await database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    const row = await lockLeased(tx, org, { id, lease });
    if (!row) return false;
    const attempts = Math.min(row.attempts + 1, 100);
    const minutes = Math.min(RETRY_MINUTES * 2 ** (attempts - 1), MAX_RETRY_MINUTES);
    const nextAttemptAt = realNow().add({ minutes });
    await updateImport(tx, org, { id, set: { attempts, nextAttemptAt, failureCause: cause } });
    return attempts >= MAX_ATTEMPTS && !(error instanceof StorageFault);
  });
  const why = 'the import failed because of an internal error; the log of the service has the details';
  if (isLast) await endFailed({ ...running, database, org, id, lease }, { why });
}
