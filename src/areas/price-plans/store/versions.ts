import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PricePlanVersionsTable } from '../tables.ts';

const VERSION_COLUMNS = [
  'pricePlanVersions.planId',
  'pricePlans.name',
  'pricePlans.type',
  'pricePlanVersions.version',
  'pricePlanVersions.referenceId',
  'pricePlanVersions.status',
  'pricePlanVersions.description',
  'pricePlanVersions.pricingCycleConfig',
  'pricePlanVersions.supportedCurrencies',
  'pricePlanVersions.activeCurrencies',
  'pricePlanVersions.deferredRevenue',
  'pricePlanVersions.allowOngoingCycleUpdates',
  'pricePlanVersions.createdAt',
  'pricePlanVersions.updatedAt',
] as const;

/** One version of a price plan, with the name and the type of the plan. */
export type PlanVersion = Pick<
  PricePlanVersionsTable,
  | 'planId'
  | 'version'
  | 'referenceId'
  | 'status'
  | 'description'
  | 'pricingCycleConfig'
  | 'supportedCurrencies'
  | 'activeCurrencies'
  | 'deferredRevenue'
  | 'allowOngoingCycleUpdates'
  | 'createdAt'
  | 'updatedAt'
> & { name: string; type: 'BILLING' | 'PURCHASE' };

/** LATEST is the newest, perhaps a draft; ACTIVE the newest active one. */
export type VersionChoice = number | 'ACTIVE' | 'LATEST';

export const versionList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {},
  searchable: {},
  sortable: { version: { column: 'price_plan_versions.version', kind: 'number' } },
  defaultSort: [['version', 'DESC']],
  tieBreaker: 'version',
};

export type NewVersion = Omit<PlanVersion, 'name' | 'type' | 'createdAt' | 'updatedAt'>;

/** Inserts a draft, or a version that is active at once. */
export async function insertVersion(
  tx: Tx,
  org: Org,
  { version, now }: { version: NewVersion; now: Temporal.Instant },
): Promise<void> {
  const { planId, version: number, referenceId, status, description, pricingCycleConfig } = version;
  const { supportedCurrencies, activeCurrencies, deferredRevenue, allowOngoingCycleUpdates } = version;
  const row = {
    ...{ orgId: org.orgId, planId, version: number, referenceId, status, description },
    ...{ supportedCurrencies, activeCurrencies, deferredRevenue, allowOngoingCycleUpdates },
    ...{ createdAt: now, updatedAt: now, finalizedAt: status === 'ACTIVE' ? now : null },
    pricingCycleConfig: pricingCycleConfig && json(pricingCycleConfig),
  };
  await tx.insertInto('pricePlanVersions').values(row).execute();
}

/** The next version as a draft with everything of `source` except its cards. */
export async function copyVersion(
  tx: Tx,
  org: Org,
  copy: { source: PlanVersion; referenceId: string; now: Temporal.Instant },
): Promise<void> {
  const { source, referenceId, now } = copy;
  await sql`
    insert into price_plan_versions (org_id, plan_id, version, reference_id, status, description,
      pricing_cycle_config, supported_currencies, deferred_revenue, allow_ongoing_cycle_updates,
      created_at, updated_at)
    select org_id, plan_id, version + 1, ${referenceId}, 'DRAFT', description,
      pricing_cycle_config, supported_currencies, deferred_revenue, allow_ongoing_cycle_updates,
      ${now}, ${now}
    from price_plan_versions
    where org_id = ${org.orgId} and plan_id = ${source.planId} and version = ${source.version}`.execute(tx);
}

export async function findPlanVersion(
  tx: Tx,
  org: Org,
  wanted: { planId: string; version: VersionChoice },
): Promise<PlanVersion | null> {
  let query = versions(tx, org, wanted.planId);
  if (wanted.version === 'ACTIVE') query = query.where('pricePlanVersions.status', '=', 'ACTIVE');
  else if (wanted.version !== 'LATEST') query = query.where('pricePlanVersions.version', '=', wanted.version);
  const row = await query.orderBy('pricePlanVersions.version', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

/** Whether a version is the newest active one of its plan, or its draft if it has none. */
export const isInForce = sql<boolean>`not exists (select from price_plan_versions other
  where other.org_id = price_plan_versions.org_id and other.plan_id = price_plan_versions.plan_id
    and (other.status = 'ACTIVE', other.version)
      > (price_plan_versions.status = 'ACTIVE', price_plan_versions.version))`;

/** The newest active version of each plan that is not archived, or its draft if it has none; by name. */
export function listVersionsInForce(tx: Tx, org: Org, { limit }: { limit: number }): Promise<PlanVersion[]> {
  return selectVersions(tx, org)
    .where('pricePlans.status', '=', 'ACTIVE')
    .where(isInForce)
    .orderBy(sql`price_plans.name collate "C"`)
    .limit(limit)
    .execute();
}

/** The version whose cards and rules have a reference. */
export async function findVersionOfReference(
  tx: Tx,
  org: Org,
  wanted: { planId: string; referenceId: string },
): Promise<PlanVersion | null> {
  const query = versions(tx, org, wanted.planId).where(
    'pricePlanVersions.referenceId',
    '=',
    wanted.referenceId,
  );
  return (await query.executeTakeFirst()) ?? null;
}

export function listVersions(tx: Tx, org: Org, requested: { planId: string; page: PageRequest }) {
  return findPage(versions(tx, org, requested.planId), requested.page);
}

/**
 * Returns the instant of the change. Each change is later than the one before, even while the clock of a
 * sandbox stands still: `openDraft` tells by it whether a version was changed since the caller read it.
 */
export async function updateVersion(
  tx: Tx,
  org: Org,
  change: {
    version: PlanVersion;
    now: Temporal.Instant;
    set: Partial<
      Pick<
        PricePlanVersionsTable,
        | 'description'
        | 'pricingCycleConfig'
        | 'supportedCurrencies'
        | 'activeCurrencies'
        | 'status'
        | 'finalizedAt'
      >
    >;
  },
): Promise<Temporal.Instant> {
  const { pricingCycleConfig, ...plain } = change.set;
  const next = change.version.updatedAt.add({ milliseconds: 1 });
  const updatedAt = Temporal.Instant.compare(next, change.now) > 0 ? next : change.now;
  await tx
    .updateTable('pricePlanVersions')
    .set({ ...plain, updatedAt })
    .$if(pricingCycleConfig !== undefined, (query) =>
      query.set({ pricingCycleConfig: json(pricingCycleConfig ?? null) }),
    )
    .where('orgId', '=', org.orgId)
    .where('planId', '=', change.version.planId)
    .where('version', '=', change.version.version)
    .execute();
  return updatedAt;
}

export async function deleteVersion(tx: Tx, org: Org, version: PlanVersion): Promise<void> {
  await tx
    .deleteFrom('pricePlanVersions')
    .where('orgId', '=', org.orgId)
    .where('planId', '=', version.planId)
    .where('version', '=', version.version)
    .execute();
}

function versions(tx: Tx, org: Org, planId: string) {
  return selectVersions(tx, org).where('pricePlanVersions.planId', '=', planId);
}

/** Versions joined with their plans, as `PlanVersion`; higher areas add conditions and columns. */
export function selectVersions(tx: Tx, org: Org) {
  return tx
    .selectFrom('pricePlanVersions')
    .innerJoin('pricePlans', (join) =>
      join
        .onRef('pricePlans.orgId', '=', 'pricePlanVersions.orgId')
        .onRef('pricePlans.id', '=', 'pricePlanVersions.planId'),
    )
    .select(VERSION_COLUMNS)
    .where('pricePlanVersions.orgId', '=', org.orgId);
}
