import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Buckets } from './buckets.ts';
import { type ListedCycles, listCycles, ownersOf } from './measured-cycles.ts';
import type { CheckedQuery } from './query-rules.ts';
import { hasMoreAccounts, listBilledAccounts } from './store/billed-accounts.ts';

/** Pricing cycles that the queries of one request may price together: about a second on one processor. */
const MAX_CYCLES = 1_000;

export interface CycleBudget {
  cycles: number;
}

export function openBudget(): CycleBudget {
  return { cycles: MAX_CYCLES };
}

/** Takes the cycles of a query from the budget; null if there are more than are left. */
export async function takeCycles(
  tx: Tx,
  org: Org,
  request: {
    query: CheckedQuery;
    buckets: Pick<Buckets, 'from' | 'until'>;
    now: Temporal.Instant;
    budget: CycleBudget;
  },
): Promise<ListedCycles | null> {
  const { query, buckets, now, budget } = request;
  const { from, until } = buckets;
  const page = { after: '', limit: budget.cycles + 1 };
  const accounts = await listBilledAccounts(tx, org, { from, until, ...ownersOf(query), page });
  if (accounts.length > budget.cycles) return null;
  const cycles = await listCycles(tx, org, { accounts, from, until, now });
  if (cycles.length > budget.cycles) return null;
  budget.cycles -= cycles.length;
  return { accounts, cycles };
}

/** Smaller organizations have no passes: requests price them whole, however short their cycles are. */
const FEWEST_ACCOUNTS = 100;

/** Whether all accounts are priced again and again behind the requests. */
export function isPricedInPasses(tx: Tx, org: Org): Promise<boolean> {
  return hasMoreAccounts(tx, org, FEWEST_ACCOUNTS);
}
