import { isCurrencyEnabled } from '#areas/organizations/index.ts';
import { isCurrency } from '#core/currency.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { currencyNotEnabled } from './problems.ts';

/** Raises `currencyNotEnabled` unless the organization invoices in the currency. */
export async function checkCurrency(tx: Tx, org: Org, currency: string): Promise<void> {
  if (!isCurrency(currency) || !(await isCurrencyEnabled(tx, org, currency)))
    throw currencyNotEnabled({ currency });
}
