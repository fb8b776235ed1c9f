import { findAccount } from '#areas/accounts/index.ts';
import { findCustomer } from '#areas/customers/index.ts';
import { findInvoiceGroup } from '#areas/invoice-groups/index.ts';
import { findAccountRecipients, isMailed, type Recipients } from '#areas/invoice-printing/index.ts';
import { listReachableContacts } from '#areas/portal/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { isErasedAddress } from '#platform/mail/mail-address.ts';
import { statementDebtorErased, statementMailOff } from '../problems.ts';
import type { Debtor } from '../store/statements.ts';

const MAX_CONTACTS = 50;
const NAMES = { CUSTOMER: 'customer', ACCOUNT: 'account', INVOICE_GROUP: 'invoice group' } as const;

export interface Addressees {
  recipients: Recipients;
  contacts: { name: string; email: string }[];
}

type Reading = Pick<Context, 'tx' | 'org'>;

/**
 * Who gets the statement of a debtor unless somebody chooses, and who else may. Raises
 * `statementDebtorErased`, and `statementMailOff` if the setting INVOICE_MAIL is false.
 */
export async function findAddressees(context: Reading, debtor: Debtor): Promise<Addressees> {
  const { tx, org } = context;
  const named = { debtor: NAMES[debtor.type], id: debtor.id };
  const { address, customerId } = await findContact(context, debtor);
  if (address !== null && isErasedAddress(address)) throw statementDebtorErased(named);
  const mailed = {
    accountId: debtor.type === 'ACCOUNT' ? debtor.id : null,
    groupId: debtor.type === 'INVOICE_GROUP' ? debtor.id : null,
  };
  if (!(await isMailed(tx, org, mailed))) throw statementMailOff(named);
  const recipients =
    debtor.type === 'ACCOUNT'
      ? await findAccountRecipients(tx, org, debtor.id)
      : { to: address === null ? [] : [address], cc: [] };
  const contacts =
    customerId === null ? [] : await listReachableContacts(tx, org, { customerId, limit: MAX_CONTACTS });
  return { recipients, contacts };
}

/** The address by which an erased debtor is known: that of the customer, or of the group. */
async function findContact({ tx, org }: Reading, { type, id }: Debtor) {
  if (type === 'INVOICE_GROUP') {
    const group = await findInvoiceGroup(tx, org, id);
    return { address: group?.email ?? null, customerId: null };
  }
  const account = type === 'ACCOUNT' ? await findAccount(tx, org, id) : null;
  const customer = await findCustomer(tx, org, account?.customerId ?? id);
  return { address: customer?.primaryEmail ?? null, customerId: customer?.id ?? null };
}
