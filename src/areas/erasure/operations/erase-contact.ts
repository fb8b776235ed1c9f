import { listAccountsOfCustomer, listAddresses } from '#areas/accounts/index.ts';
import { eraseEntries } from '#areas/audit-log/index.ts';
import { customerNotFound, lockCustomer } from '#areas/customers/index.ts';
import { eraseMails } from '#areas/mails/index.ts';
import { contactNotFound, eraseContacts } from '#areas/portal/index.ts';
import { operation } from '#platform/http/operation.ts';
import { ContactParams, Erasure } from '../schema.ts';

export const eraseContact = operation({
  id: 'eraseContact',
  method: 'POST',
  route: '/ext/v1/customers/{customer_id}/contacts/{username}/erase',
  scope: 'org:write',
  summary: 'Erase personal data of a contact',
  description:
    'For good: its name, e-mail, phone and password become a pseudonym, also in the audit log, its tokens ' +
    'end, and mails of the customer forget its address, unless the customer or an account has it too.',
  request: { params: ContactParams },
  response: { status: 200, body: Erasure },
  problems: [customerNotFound, contactNotFound],
  async handle({ tx, org, now }, { params: { customer_id: id, username } }) {
    const customer = await lockCustomer(tx, org, id);
    if (!customer) throw customerNotFound({ id });
    const accounts = await listAccountsOfCustomer(tx, org, customer.id);
    const contacts = await eraseContacts(tx, org, { customerId: customer.id, username, now });
    const others = new Set(await listAddresses(tx, org, customer.id));
    const emails = contacts.map(({ email }) => email).filter((email) => !others.has(email));
    await eraseMails(tx, org, { ofAccounts: [], amongAccounts: accounts, emails });
    await eraseEntries(tx, [{ type: 'CONTACT', ids: [username] }]);
    return { customerId: customer.id, accounts: 0, contacts: contacts.length };
  },
});
