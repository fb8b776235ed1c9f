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
 * Who asks for an invoice: of a further try who was asked before, or else who serves the country of the
 * payer. Null when that is nobody, or one that is OFFLINE.
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

/** The same for what an account is about to owe. */
export async function canAsk(context: Context, account: AccountRow): Promise<boolean> {
  return (await chooseProvider(context, { groupId: null }, { account, before: null })) !== null;
}

const onlyCollecting = (found: ConnectionRow | null) => (found && collects(found) ? found : null);

/** As taxes are chosen: the customer's, and where it says none that of the account. */
async function countryOfAccount({ tx, org }: Context, account: AccountRow): Promise<string | null> {
  const customer = await findCustomer(tx, org, account.customerId);
  return countryOf([customer?.address, account.address]);
}

/** Addresses are kept as they were written, in whatever case. */
function countryOf(addresses: readonly (Address | null | undefined)[]): string | null {
  const [country] = addresses.flatMap((address) => address?.country?.trim().toUpperCase() || []);
  return country ?? null;
}
