import { findJob, runJobEntry } from '#areas/jobs/index.ts';
import {
  MIGRATE_ACCOUNT,
  MIGRATION_MODES,
  planMigration,
  readMigrationTerms,
} from '#areas/price-plans/index.ts';
import type { StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext, ScheduledWorkKind } from '#platform/jobs/scheduled-work.ts';
import { migrateAccount } from './migrate-account.ts';

type Payload = StoredScheduledWork['payload'];

/**
 * Scheduled by an earlier build when a version became active, to create the migration job later; a database
 * may still contain such work. Payload: `{ planId, version, migrationMode, versionsToMigrate }`.
 */
const PLAN_FINALIZED = 'price_plans.finalized';

export const migrationScheduledWork: readonly ScheduledWorkKind[] = [
  { kind: MIGRATE_ACCOUNT, run: runMigrationEntry },
  { kind: PLAN_FINALIZED, run: migrateToVersion },
];

const MAX_SHOWN = 500;

/** Moves one account; the job entry shows the overrides that it loses. */
function runMigrationEntry(context: ScheduledWorkContext, payload: Payload): Promise<void> {
  return runJobEntry(context, payload, async (accountId) => {
    const { tx, org } = context;
    const job = await findJob(tx, org, String(payload.jobId));
    if (!job) throw new Error(`job ${payload.jobId} not found`);
    const { effectiveFrom, moved, dropped } = await migrateAccount(context, {
      accountId,
      terms: readMigrationTerms(job),
    });
    return {
      movedSchedules: String(moved),
      ...(effectiveFrom && { effectiveFrom: effectiveFrom.toString() }),
      ...(dropped.length > 0 && { dropped: shorten(dropped.join('; ')) }),
    };
  });
}

/** A version has become active, and accounts of older ones must follow. */
async function migrateToVersion(context: ScheduledWorkContext, payload: Payload): Promise<void> {
  const migrationMode = MIGRATION_MODES.find((mode) => mode === payload.migrationMode);
  if (!migrationMode) throw new TypeError(`${payload.migrationMode} is not a migration mode`);
  const versionsToMigrate = payload.versionsToMigrate === 'ALL_VERSION' ? 'ALL_VERSION' : 'LATEST_VERSION';
  const version = {
    planId: String(payload.planId),
    version: Number(payload.version),
    type: 'BILLING',
  } as const;
  await planMigration(context, { version, requested: { migrationMode, versionsToMigrate } });
}

function shorten(text: string): string {
  const points = [...text];
  return points.length <= MAX_SHOWN ? text : `${points.slice(0, MAX_SHOWN - 1).join('')}…`;
}
