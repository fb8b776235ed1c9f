import { openCustomers } from '#areas/customers/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { checkQuota, type Quotas } from '#platform/db/quotas.ts';
import type { Org } from '#platform/http/operation.ts';
import { openAccounts } from './store/accounts.ts';
import { allKnownAliases } from './store/known-aliases.ts';

/**
 * Checks the quotas for rows that were just added. The order is fixed, so that two requests that add several
 * kinds of resources do not deadlock. Raises `quotaExceeded`.
 */
export async function checkRoom(
  tx: Tx,
  org: Org,
  { quotas, added }: { quotas: Quotas; added: readonly ('customers' | 'accounts' | 'aliases')[] },
): Promise<void> {
  const rows = { customers: openCustomers, accounts: openAccounts, aliases: allKnownAliases };
  for (const name of ['customers', 'accounts', 'aliases'] as const)
    if (added.includes(name)) await checkQuota(tx, org, { quotas, name, rows: rows[name](org) });
}
