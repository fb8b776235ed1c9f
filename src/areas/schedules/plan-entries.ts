import { findPlanVersion, type PlanVersion } from '#areas/price-plans/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type PlannedSchedule, toScheduleRow } from './store/schedules.ts';
import type { TimelineEntry } from './timeline.ts';

/** Entries as `listTimeline` would read them, had they been stored. */
export async function planEntries(
  tx: Tx,
  org: Org,
  { accountId, entries }: { accountId: string; entries: readonly TimelineEntry[] },
): Promise<PlannedSchedule[]> {
  const versions = new Map<string, PlanVersion>();
  for (const { planId, planVersion: version } of entries) {
    const key = `${planId} ${version}`;
    if (versions.has(key)) continue;
    const found = await findPlanVersion(tx, org, { planId, version });
    if (!found) throw new Error(`there is no plan version ${key}`);
    versions.set(key, found);
  }
  return entries.flatMap((entry) => {
    const version = versions.get(`${entry.planId} ${entry.planVersion}`);
    return version ? [withPlan(entry, accountId, version)] : [];
  });
}

function withPlan(entry: TimelineEntry, accountId: string, version: PlanVersion): PlannedSchedule {
  const { supportedCurrencies, activeCurrencies, deferredRevenue, allowOngoingCycleUpdates } = version;
  return {
    ...toScheduleRow(entry, accountId),
    planName: version.name,
    planDescription: version.description,
    planReferenceId: version.referenceId,
    planCycleConfig: version.pricingCycleConfig,
    ...{ supportedCurrencies, activeCurrencies, deferredRevenue, allowOngoingCycleUpdates },
  };
}
