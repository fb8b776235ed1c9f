import { eraseCustomerAndAccounts } from '#areas/accounts/index.ts';
import { eraseEntries } from '#areas/audit-log/index.ts';
import { CustomerParams, customerNotFound, lockCustomer } from '#areas/customers/index.ts';
import { eraseMails } from '#areas/mails/index.ts';
import { eraseContacts } from '#areas/portal/index.ts';
import { eraseToldEvents } from '#areas/webhooks/index.ts';
import { operation } from '#platform/http/operation.ts';
import { randomBase62 } from '#platform/ids.ts';
import { customerNotErasable } from '../problems.ts';
import { Erasure } from '../schema.ts';
import { listPastContacts } from '../store.ts';

export const eraseCustomer = operation({
  id: 'eraseCustomer',
  method: 'POST',
  route: '/ext/v1/customers/{customer_id}/erase',
  scope: 'org:write',
  summary: 'Erase personal data of a customer',
  description:
    'Of an archived one, for good: names, addresses, e-mails and metadata of the customer, its accounts ' +
    'and contacts become pseudonyms, also in the audit log; mails and what webhooks were told go, and ' +
    'portal tokens end. Issued documents and payments stay as they are, as do ids.',
  request: { params: CustomerParams },
  response: { status: 200, body: Erasure },
  problems: [customerNotFound, customerNotErasable],
  async handle({ tx, org, now }, { params }) {
    const customer = await lockCustomer(tx, org, params.customer_id);
    if (!customer) throw customerNotFound({ id: params.customer_id });
    if (customer.status !== 'ARCHIVED') throw customerNotErasable({ id: customer.id });
    const secret = randomBase62(12);
    const pseudonym = { name: `Erased ${secret}`, email: `erased.${secret}@erased.invalid` };
    const erased = await eraseCustomerAndAccounts(tx, org, { customer, pseudonym, now });
    const { accountIds } = erased;
    const customerId = customer.id;
    const contacts = await eraseContacts(tx, org, { customerId, username: null, now });
    const emails = [...erased.emails, ...contacts.map(({ email }) => email)];
    await eraseMails(tx, org, { ofAccounts: accountIds, amongAccounts: [], emails });
    await eraseToldEvents(tx, org, { kind: 'customer', ids: [customerId] });
    await eraseToldEvents(tx, org, { kind: 'account', ids: accountIds });
    // Last, because what was done here stands in it as well.
    await eraseEntries(tx, [
      { type: 'CUSTOMER', ids: [customerId] },
      { type: 'ACCOUNT', ids: accountIds },
      { type: 'CONTACT', ids: await listPastContacts(tx, org, customerId) },
    ]);
    return { customerId, accounts: accountIds.length, contacts: contacts.length };
  },
});
