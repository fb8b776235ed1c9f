import {
  findPlanVersion,
  keepPlans,
  type MigrationTerms,
  type PlanVersion,
  planArchived,
  planNotFound,
  planVersionNotFound,
} from '#areas/price-plans/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import {
  targetHasNoActiveVersion,
  targetIsSource,
  targetNotActive,
  targetNotSchedulable,
  targetVersionWithoutTarget,
} from './problems.ts';
import type { CreatePricePlanMigrationRequest } from './schema.ts';

/** Problems that `readMigration` raises. */
export const MIGRATION_PROBLEMS = [
  ...[planNotFound, planVersionNotFound, planArchived, targetIsSource, targetNotActive],
  ...[targetHasNoActiveVersion, targetNotSchedulable, targetVersionWithoutTarget],
];

/** The validated terms of a migration; single accounts may still be rejected later. */
export async function readMigration(
  tx: Tx,
  org: Org,
  body: CreatePricePlanMigrationRequest,
): Promise<MigrationTerms> {
  const { sourceId, sourceVersion, migrationMode, retainStartOffsets = false } = body;
  await getVersion(tx, org, { planId: sourceId, version: sourceVersion });
  const target = await readTarget(tx, org, body);
  if (target?.planId === sourceId && target.version === sourceVersion) throw targetIsSource();
  return {
    ...{ sourceId, sourceVersions: [sourceVersion], migrationMode, retainStartOffsets },
    target: target && { id: target.planId, version: target.version },
  };
}

async function readTarget(
  tx: Tx,
  org: Org,
  { targetId: planId, targetVersion }: CreatePricePlanMigrationRequest,
): Promise<PlanVersion | null> {
  if (planId === undefined && targetVersion !== undefined) throw targetVersionWithoutTarget();
  if (planId === undefined) return null;
  const version = await getVersion(tx, org, { planId, version: targetVersion ?? 'ACTIVE' });
  if (version.type === 'PURCHASE') throw targetNotSchedulable({ id: planId });
  if (version.status === 'DRAFT') throw targetNotActive({ id: planId, version: version.version });
  const [plan] = await keepPlans(tx, org, [planId]);
  if (plan?.status === 'ARCHIVED') throw planArchived({ id: planId });
  return version;
}

async function getVersion(
  tx: Tx,
  org: Org,
  wanted: { planId: string; version: number | 'ACTIVE' },
): Promise<PlanVersion> {
  const { planId, version } = wanted;
  const found = await findPlanVersion(tx, org, wanted);
  if (found) return found;
  if (!(await findPlanVersion(tx, org, { planId, version: 'LATEST' }))) throw planNotFound({ id: planId });
  throw version === 'ACTIVE'
    ? targetHasNoActiveVersion({ id: planId })
    : planVersionNotFound({ id: `${planId} ${version}` });
}
