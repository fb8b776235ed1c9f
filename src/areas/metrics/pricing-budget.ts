import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import { listCycles, ownersOf } from './measured-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import { listBilledAccounts } from './store/billed-accounts.ts';

/** Pricing cycles that the queries of one request may price together: about a second on one processor. */
const MAX_CYCLES = 1_000;

export interface CycleBudget {
  cycles: number;
}

export function openBudget(): CycleBudget {
  return { cycles: MAX_CYCLES };
}

/** Takes the cycles of a query from the budget, unless there are more than are left. */
export async function isOverBudget(
  tx: Tx,
  org: Org,
  request: {
    query: CheckedQuery;
    buckets: Pick<Buckets, 'from' | 'until'>;
    now: Temporal.Instant;
    budget: CycleBudget;
  },
): Promise<boolean> {
  const { query, buckets, now, budget } = request;
  const { from, until } = buckets;
  const page = { after: '', limit: budget.cycles + 1 };
  const accounts = await listBilledAccounts(tx, org, { from, until, ...ownersOf(query), page });
  if (accounts.length > budget.cycles) return true;
  const cycles = await listCycles(tx, org, { accounts, from, until, now });
  if (cycles.length > budget.cycles) return true;
  budget.cycles -= cycles.length;
  return false;
}
