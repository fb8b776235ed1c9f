import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { describeInvoiceGroup } from './rules.ts';
import type { InvoiceGroup } from './schema.ts';
import { type InvoiceGroupRow, listPlanGraceDays } from './store/groups.ts';

/** Returns groups in wire form, with the default grace period if none is set. */
export async function showGroups(
  tx: Tx,
  org: Org,
  { rows, now }: { rows: readonly InvoiceGroupRow[]; now: Temporal.Instant },
): Promise<InvoiceGroup[]> {
  const groupIds = rows.filter(({ gracePeriod }) => gracePeriod === null).map(({ id }) => id);
  const days = groupIds.length > 0 ? await listPlanGraceDays(tx, org, { groupIds, at: now }) : null;
  return rows.map((row) => describeInvoiceGroup(row, days?.get(row.id)));
}

export async function showGroup(
  tx: Tx,
  org: Org,
  { row, now }: { row: InvoiceGroupRow; now: Temporal.Instant },
): Promise<InvoiceGroup> {
  const [group] = await showGroups(tx, org, { rows: [row], now });
  return group as InvoiceGroup;
}
