import { findJob, runJobEntry } from '#areas/jobs/index.ts';
import { PLAN_FINALIZED } from '#areas/price-plans/index.ts';
import type { StoredDueWork } from '#platform/db/due-work.ts';
import type { DueWorkContext, DueWorkKind } from '#platform/jobs/due-work.ts';
import { MIGRATE_ACCOUNT } from './due-work-kinds.ts';
import { migrateAccount } from './migrate-account.ts';
import { MIGRATION_MODES } from './schema.ts';
import { createMigrationJob, listAccounts } from './start-migration.ts';
import { listOlderVersions } from './store.ts';
import { type MigrationTerms, readTerms } from './terms.ts';

type Payload = StoredDueWork['payload'];

export const migrationDueWork: readonly DueWorkKind[] = [
  { kind: MIGRATE_ACCOUNT, run: runMigrationEntry },
  { kind: PLAN_FINALIZED, run: followVersion },
];

const MAX_SHOWN = 500;

/** Moves one account; what it loses by that is shown with the entry. */
function runMigrationEntry(context: DueWorkContext, payload: Payload): Promise<void> {
  return runJobEntry(context, payload, async (accountId) => {
    const { tx, org } = context;
    const job = await findJob(tx, org, String(payload.jobId));
    if (!job) throw new Error(`there is no job ${payload.jobId}`);
    const { effectiveFrom, moved, dropped } = await migrateAccount(context, {
      accountId,
      terms: readTerms(job),
    });
    return {
      movedSchedules: String(moved),
      ...(effectiveFrom && { effectiveFrom: effectiveFrom.toString() }),
      ...(dropped.length > 0 && { dropped: shorten(dropped.join('; ')) }),
    };
  });
}

/** A version has become active, and accounts of older ones shall follow. */
async function followVersion(context: DueWorkContext, payload: Payload): Promise<void> {
  const { tx, org } = context;
  const [planId, version] = [String(payload.planId), Number(payload.version)];
  const migrationMode = MIGRATION_MODES.find((mode) => mode === payload.migrationMode);
  if (!migrationMode) throw new TypeError(`${payload.migrationMode} is no mode of a migration`);
  const older = await listOlderVersions(tx, org, { planId, version });
  const sourceVersions = payload.versionsToMigrate === 'ALL_VERSION' ? older : older.slice(0, 1);
  const target = { id: planId, version };
  const terms: MigrationTerms = {
    ...{ sourceId: planId, sourceVersions, target, migrationMode, retainStartOffsets: false },
  };
  const accountIds = await listAccounts(context, terms);
  await createMigrationJob(context, { accountIds, terms, requireConfirmation: false });
}

function shorten(text: string): string {
  const points = [...text];
  return points.length <= MAX_SHOWN ? text : `${points.slice(0, MAX_SHOWN - 1).join('')}…`;
}
