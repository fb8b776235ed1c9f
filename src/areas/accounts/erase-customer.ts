import { type CustomerRow, updateCustomerRow } from '#areas/customers/index.ts';
import { publishEvent } from '#areas/webhooks/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { lockAccountsOfCustomer } from './store/accounts.ts';
import { eraseAliases } from './store/erased-aliases.ts';
import { eraseAccountRows, listAddresses } from './store/personal.ts';

/** The personal data of a customer, which erasure searches for elsewhere. */
export interface ErasedCustomer {
  accountIds: string[];
  /** In lower case. */
  emails: string[];
  /** Aliases that no other account ever had. */
  aliases: string[];
}

/**
 * Replaces the personal data of an archived customer and its accounts with a pseudonym. Ids, currencies and
 * payment terms stay. The caller has locked the customer.
 */
export async function eraseCustomerAndAccounts(
  tx: Tx,
  org: Org,
  { customer, pseudonym, now }: { customer: CustomerRow; pseudonym: Pseudonym; now: Temporal.Instant },
): Promise<ErasedCustomer> {
  const accounts = await lockAccountsOfCustomer(tx, org, customer.id);
  const emails = await listAddresses(tx, org, customer.id);
  const { name, email } = pseudonym;
  await updateCustomerRow(tx, org, {
    id: customer.id,
    now,
    set: { name, primaryEmail: email, address: {}, taxIds: [] },
  });
  await eraseAccountRows(tx, org, { customerId: customer.id, name, now });
  const accountIds = accounts.map((account) => account.id);
  const aliases = await eraseAliases(tx, org, accountIds);
  publishEvent(tx, org, { type: 'customer.updated', id: customer.id, now });
  for (const account of accounts) publishEvent(tx, org, { type: 'account.updated', id: account.id, now });
  return { accountIds, emails, aliases };
}

interface Pseudonym {
  name: string;
  email: string;
}
