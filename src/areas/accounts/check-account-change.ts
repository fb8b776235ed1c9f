import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { checkCurrency } from './check-currency.ts';
import { accountGrouped, accountInUse, currencyFixed } from './problems.ts';
import type { AccountChange, AccountRow } from './store/accounts.ts';
import { findInvoiceGroupId, hasBillingHistory } from './store/guards.ts';

/**
 * Rejects changes that the account's history rules out: a new currency, or a return to DRAFT, once the
 * account has had a schedule, an invoice, credits or a payment, or while it is in an invoice group.
 */
export async function checkAccountChange(
  tx: Tx,
  org: Org,
  { row, set }: { row: AccountRow; set: AccountChange },
): Promise<void> {
  const currency = set.invoiceCurrency;
  const isCurrencyChanged = currency !== undefined && currency !== row.invoiceCurrency;
  if (isCurrencyChanged) await checkCurrency(tx, org, currency);
  const isDrafted = set.status === 'DRAFT' && row.status === 'ACTIVE';
  if (!isCurrencyChanged && !isDrafted) return;
  const [hasHistory, group] = await Promise.all([
    hasBillingHistory(tx, org, row.id),
    findInvoiceGroupId(tx, org, row.id),
  ]);
  if (hasHistory) throw isCurrencyChanged ? currencyFixed() : accountInUse({ id: row.id });
  if (group !== null)
    throw accountGrouped({ group, member: isCurrencyChanged ? 'invoiceCurrency' : 'status' });
}
