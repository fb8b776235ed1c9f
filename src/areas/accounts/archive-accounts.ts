import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { planArchivalWork } from './archival-work.ts';
import { accountHasDraftInvoice, accountHasMoney, accountScheduled } from './problems.ts';
import { archiveAccountRows } from './store/accounts.ts';
import { endAllRanges } from './store/aliases.ts';
import { findAccountWithDraftInvoice, findAccountWithMoney, findScheduledAccount } from './store/guards.ts';

/**
 * Archives accounts that the caller has locked, all or none. Their aliases end now and become available to
 * other accounts; their ids never do. Higher areas follow at the same instant. Raises `accountScheduled`,
 * `accountHasDraftInvoice` or `accountHasMoney`.
 */
export async function archiveAccounts(
  tx: Tx,
  org: Org,
  { accountIds, now }: { accountIds: readonly string[]; now: Temporal.Instant },
): Promise<void> {
  const [scheduled, drafted, rich] = await Promise.all([
    findScheduledAccount(tx, org, { accountIds, now }),
    findAccountWithDraftInvoice(tx, org, accountIds),
    findAccountWithMoney(tx, org, accountIds),
  ]);
  if (scheduled !== null) throw accountScheduled({ id: scheduled });
  if (drafted !== null) throw accountHasDraftInvoice({ id: drafted });
  if (rich !== null) throw accountHasMoney({ id: rich });
  await endAllRanges(tx, org, { accountIds, at: now });
  await archiveAccountRows(tx, org, { accountIds, now });
  for (const id of accountIds) publishEvent(tx, org, { type: 'account.archived', id, now });
  await planArchivalWork(tx, org, { accountIds, now });
}
