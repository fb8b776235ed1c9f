import { listManualRevenue } from '#areas/invoices/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Earning } from './earnings.ts';
import { ownersOf } from './measured-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import type { BilledAccount } from './store/billed-accounts.ts';

/** Revenue of manual invoices for their accounts, less credit notes. */
export interface ManualEarning extends Earning {
  account: BilledAccount;
}

/** In `[from, until)`. If billables are requested, omits lines without a billable. */
export async function loadManualEarnings(
  tx: Tx,
  org: Org,
  { query, from, until }: { query: CheckedQuery; from: Temporal.Instant; until: Temporal.Instant },
): Promise<ManualEarning[]> {
  // Manual lines are not usage, whatever billable they name.
  if (query.isUsageOnly) return [];
  const { billableIds } = query;
  const rows = await listManualRevenue(tx, org, { ...ownersOf(query), from, until });
  return rows.flatMap(({ at, extra, currency: invoiceCurrency, ...owner }) =>
    extra.flatMap(({ billableId, amount: value }) => {
      const isRequested =
        billableIds === undefined || (billableId !== null && billableIds.includes(billableId));
      const account = { ...owner, invoiceCurrency };
      return isRequested ? [{ at, value, billableId, isUsage: false, account }] : [];
    }),
  );
}
