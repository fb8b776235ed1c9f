import { cutBuckets } from '#areas/metrics/buckets.ts';
import { openPass, pricePage } from '#areas/metrics/price-passes.ts';
import type { CheckedQuery } from '#areas/metrics/query-rules.ts';
import { readStoredRevenue } from '#areas/metrics/read-stored-revenue.ts';
import { measureRevenue } from '#areas/metrics/revenue-metric.ts';
import { findCompletePass } from '#areas/metrics/store/revenue-passes.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Service } from './running-app.ts';

const QUERY: CheckedQuery = {
  ...{ id: 'q', name: 'REVENUE', period: 'DAY', groupBy: null, isUsageOnly: false, statuses: [] },
  ...{ accountIds: undefined, customerIds: undefined, schemaNames: undefined, billableIds: undefined },
  currency: 'BASE',
};

/** Prices all accounts of the organization and stores the result, so many accounts in a transaction. */
export async function storeRevenue(service: Service, org: Org, accountsAtOnce = 2): Promise<void> {
  const write = <T>(work: (tx: Tx) => Promise<T>) =>
    service.app.database.transaction({ orgId: org.orgId, access: 'write' }, work);
  const now = Temporal.Now.instant();
  const claim = { now, lease: 'test', leaseEndsAt: now.add({ minutes: 5 }), max: 1 };
  const pass = await write((tx) => openPass(tx, org, claim));
  if (!pass) throw new Error('another pass is running');
  const page = { id: pass.id, lease: claim.lease, now, limit: accountsAtOnce };
  while (!(await write((tx) => pricePage(tx, org, page))));
}

/**
 * Stores the revenue, and compares it with pricing anew, by every grouping, period and filter that the stored
 * revenue answers. Returns the queries whose results differ.
 */
export async function compareStoredRevenue(service: Service, org: Org): Promise<unknown[]> {
  await storeRevenue(service, org);
  return service.app.database.transaction({ orgId: org.orgId, access: 'read' }, async (tx) => {
    const pass = await findCompletePass(tx, org);
    if (!pass) throw new Error('no pass is complete');
    const { fromAt: from, untilAt: until, timezone: timeZone, asOf: now } = pass;
    const differences: unknown[] = [];
    const all = { ...QUERY, groupBy: 'BILLABLE_ID' } as const;
    const range = { from, until, timeZone, limit: 300 };
    const days = cutBuckets({ ...range, period: 'DAY' });
    const { series } = await measureRevenue(tx, org, { query: all, buckets: days, now });
    const billables = series.finish().data.map(({ groupedBy }) => groupedBy?.fieldValue ?? '');
    for (const query of queriesOf(billables)) {
      const buckets = cutBuckets({ ...range, period: query.period });
      const [anew, stored] = [
        await measureRevenue(tx, org, { query, buckets, now }),
        await readStoredRevenue(tx, org, { query, buckets }),
      ];
      const [expected, found] = [anew.series.finish(anew.digitsOf), stored.series.finish(stored.digitsOf)];
      if (JSON.stringify(found) !== JSON.stringify(expected)) differences.push({ query, found, expected });
    }
    return differences;
  });
}

function queriesOf(billables: readonly string[]): CheckedQuery[] {
  const groups = [{}, { groupBy: 'BILLABLE_ID' }, { groupBy: 'USAGE_METER_ID', isUsageOnly: true }] as const;
  const filters = [{}, { isUsageOnly: true }, ...billables.slice(0, 3).map((id) => ({ billableIds: [id] }))];
  return (['DAY', 'WEEK', 'MONTH'] as const).flatMap((period) =>
    groups.flatMap((group) => filters.map((filter) => ({ ...QUERY, period, ...group, ...filter }))),
  );
}
