import type { Actor, Context } from '#platform/http/operation.ts';
import { createMigrationJob } from './create-migration-job.ts';
import { migrationModeNotAllowed } from './problems.ts';
import type { MigrationMode, VersionsToMigrate } from './schema.ts';
import { listOlderVersions } from './store/migrations.ts';
import type { PlanVersion } from './store/versions.ts';

/** How accounts follow when a version becomes active. */
export interface RequestedMigration {
  migrationMode?: MigrationMode | undefined;
  versionsToMigrate?: VersionsToMigrate | undefined;
}

/** Raises `migrationModeNotAllowed`: a running cycle changes only if the plan allows it. */
export function checkMigration(
  {
    allowOngoingCycleUpdates,
    deferredRevenue,
  }: Pick<PlanVersion, 'allowOngoingCycleUpdates' | 'deferredRevenue'>,
  { migrationMode }: RequestedMigration,
): void {
  if (migrationMode !== 'START_OF_CURRENT_CYCLE' || allowOngoingCycleUpdates || deferredRevenue) return;
  throw migrationModeNotAllowed({ migrationMode });
}

/**
 * Creates the job that moves accounts of older versions, in the transaction that activates the version; this
 * fixes its accounts, and later migrations run after it. First versions and purchases have no accounts to
 * move.
 */
export async function planMigration(
  context: Pick<Context, 'tx' | 'org' | 'now'> & { actor?: Actor },
  finalized: { version: Pick<PlanVersion, 'planId' | 'version' | 'type'>; requested: RequestedMigration },
): Promise<void> {
  const { version: plan, requested } = finalized;
  const { migrationMode = 'NONE', versionsToMigrate = 'LATEST_VERSION' } = requested;
  const { planId, version, type } = plan;
  if (migrationMode === 'NONE' || version === 1 || type === 'PURCHASE') return;
  const older = await listOlderVersions(context.tx, context.org, { planId, version });
  const sourceVersions = versionsToMigrate === 'ALL_VERSION' ? older : older.slice(0, 1);
  const target = { id: planId, version };
  const terms = { sourceId: planId, sourceVersions, target, migrationMode, retainStartOffsets: false };
  await createMigrationJob(context, { terms, requireConfirmation: false });
}
