import type { AccountRow } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { findInvoiceGroup } from '#areas/invoice-groups/index.ts';
import type { StoredInvoice } from '#areas/invoices/index.ts';
import {
  type ConnectionRow,
  chooseConnection,
  collects,
  findConnection,
} from '#areas/payment-providers/index.ts';
import type { Address } from '#platform/http/schemas.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import type { RequestRow } from './store/requests.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org'>;

/**
 * Returns the provider for an invoice: for a retry the earlier provider, or else the one that serves the
 * payer's country. Null if there is none, or if it is OFFLINE.
 */
export async function chooseProvider(
  context: Context,
  { groupId }: Pick<StoredInvoice, 'groupId'>,
  { account, before }: { account: AccountRow; before: Pick<RequestRow, 'connectionId'> | null },
): Promise<ConnectionRow | null> {
  const { tx, org } = context;
  const same = before && (await findConnection(tx, org, before.connectionId));
  if (same && collects(same)) return same;
  const group = groupId === null ? null : await findInvoiceGroup(tx, org, groupId);
  const country = countryOf([group?.address]) ?? (await countryOfAccount(context, account));
  return onlyCollecting(await chooseConnection(tx, org, country));
}

/** The same for an amount that an account is about to owe. */
export async function canRequest(context: Context, account: AccountRow): Promise<boolean> {
  return (await chooseProvider(context, { groupId: null }, { account, before: null })) !== null;
}

const onlyCollecting = (found: ConnectionRow | null) => (found && collects(found) ? found : null);

/** As for taxes: the country of the customer, or else of the account. */
async function countryOfAccount({ tx, org }: Context, account: AccountRow): Promise<string | null> {
  const customer = await findCustomer(tx, org, account.customerId);
  return countryOf([customer?.address, account.address]);
}

/** Addresses are stored as entered, in any letter case. */
function countryOf(addresses: readonly (Address | null | undefined)[]): string | null {
  const [country] = addresses.flatMap((address) => address?.country?.trim().toUpperCase() || []);
  return country ?? null;
}
