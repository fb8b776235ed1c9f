import { listManualRevenue } from '#areas/invoices/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Earning } from './earnings.ts';
import { ownersOf } from './measured-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import type { BilledAccount } from './store.ts';

/** What manual invoices earned for their accounts, and what credit notes took off. */
export interface ManualEarning extends Earning {
  account: BilledAccount;
}

/** In `[from, until)`. Lines that name nothing sold are left out where billables are asked for. */
export async function loadManualEarnings(
  tx: Tx,
  org: Org,
  { query, from, until }: { query: CheckedQuery; from: Temporal.Instant; until: Temporal.Instant },
): Promise<ManualEarning[]> {
  // Typed lines are no usage, whatever they say was sold.
  if (query.isUsageOnly) return [];
  const { billableIds } = query;
  const rows = await listManualRevenue(tx, org, { ...ownersOf(query), from, until });
  return rows.flatMap(({ at, extra, currency: invoiceCurrency, ...owner }) =>
    extra.flatMap(({ billableId, amount: value }) => {
      const isAsked = billableIds === undefined || (billableId !== null && billableIds.includes(billableId));
      return isAsked ? [{ at, value, billableId, account: { ...owner, invoiceCurrency } }] : [];
    }),
  );
}
