import type { Tx } from '#platform/db/database.ts';
import { planDueWork } from '#platform/db/due-work.ts';
import type { Org } from '#platform/http/operation.ts';
import { migrationModeNotAllowed } from './problems.ts';
import type { MigrationMode, VersionsToMigrate } from './schema.ts';
import type { PlanVersion } from './store/versions.ts';

/**
 * Due work of the area that moves accounts: a version has become active and accounts of older ones shall
 * follow. Payload: `{ planId, version, migrationMode, versionsToMigrate }`.
 */
export const PLAN_FINALIZED = 'price_plans.finalized';

/** What accounts do when a version becomes active. */
export interface AskedMigration {
  migrationMode?: MigrationMode | undefined;
  versionsToMigrate?: VersionsToMigrate | undefined;
}

/** Raises `migrationModeNotAllowed`: a running cycle changes only where the plan says that it may. */
export function checkMigration(
  {
    allowOngoingCycleUpdates,
    deferredRevenue,
  }: Pick<PlanVersion, 'allowOngoingCycleUpdates' | 'deferredRevenue'>,
  { migrationMode }: AskedMigration,
): void {
  if (migrationMode !== 'START_OF_CURRENT_CYCLE' || allowOngoingCycleUpdates || deferredRevenue) return;
  throw migrationModeNotAllowed({ migrationMode });
}

/** In the transaction that makes the version active. A first version and a purchase have nobody to move. */
export async function planMigration(
  tx: Tx,
  org: Org,
  finalized: { version: PlanVersion; asked: AskedMigration; now: Temporal.Instant },
): Promise<void> {
  const { version: plan, asked, now } = finalized;
  const { migrationMode = 'NONE', versionsToMigrate = 'LATEST_VERSION' } = asked;
  const { planId, version, type } = plan;
  if (migrationMode === 'NONE' || version === 1 || type === 'PURCHASE') return;
  const payload = { planId, version, migrationMode, versionsToMigrate };
  const work = { kind: PLAN_FINALIZED, key: `${planId}:${version}`, rank: 12, payload };
  await planDueWork(tx, org, { ...work, dueAt: now, now });
}
