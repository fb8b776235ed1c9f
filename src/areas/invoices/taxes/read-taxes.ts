import type { TaxInput } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceDetails } from '../schema.ts';
import { builtInRates } from './built-in-rates.ts';

/** Returns the taxes on the document of an account, by its customer's country (`money-platform.md` 10.5). */
export function readTaxes(
  tx: Tx,
  org: Org,
  payer: {
    account: { id: string; customerId: string };
    details: Pick<InvoiceDetails, 'customer' | 'account'>;
  },
): Promise<TaxInput[]> {
  const { account, details } = payer;
  const addresses = [details.customer?.address, details.account?.address];
  return builtInRates(tx, org).listTaxes({
    accountId: account.id,
    customerId: account.customerId,
    addresses,
  });
}

/** Returns the taxes on the charges of a group itself; merged invoices are taxed as they would be alone. */
export function readGroupTaxes(
  tx: Tx,
  org: Org,
  { address }: { address: NonNullable<InvoiceDetails['invoiceGroup']>['address'] },
): Promise<TaxInput[]> {
  return builtInRates(tx, org).listTaxes({ accountId: null, customerId: null, addresses: [address] });
}
