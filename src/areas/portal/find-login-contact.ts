import { findCustomer } from '#areas/customers/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { contactNotFound, customerClosed, emailAmbiguous, loginOff, nothingGranted } from './problems.ts';
import { type ContactRow, listContactsWithEmail } from './store/contacts.ts';

/**
 * The contact with an e-mail that may log in and has access to an account. If contacts of several customers
 * match, only the customer id distinguishes them.
 */
export async function findLoginContact(
  tx: Tx,
  org: Org,
  sent: { email: string; customerId?: string | undefined },
): Promise<ContactRow> {
  const email = emailKey(sent.email);
  const customer = sent.customerId === undefined ? null : await findCustomer(tx, org, sent.customerId);
  const isUnknown = sent.customerId !== undefined && !customer;
  const found = isUnknown
    ? []
    : await listContactsWithEmail(tx, org, { email, customerId: customer?.id ?? null });
  const contact = theOne(found);
  if (!contact) throw contactNotFound({ id: email });
  if (contact.customerStatus === 'ARCHIVED') throw customerClosed({ id: contact.customerId });
  if (!contact.hasLoginAccess) throw loginOff({ username: contact.username });
  if (!contact.hasAllAccounts && contact.accountIds.length === 0)
    throw nothingGranted({ username: contact.username });
  return contact;
}

/** A contact of an archived customer is the result only without a contact of an active one. */
function theOne(found: readonly ContactRow[]): ContactRow | undefined {
  const open = found.filter(({ customerStatus }) => customerStatus === 'ACTIVE');
  if (open.length > 1) throw emailAmbiguous();
  return open[0] ?? found[0];
}
