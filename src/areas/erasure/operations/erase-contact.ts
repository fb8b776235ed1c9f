import { listAccountsOfCustomer, listAddresses } from '#areas/accounts/index.ts';
import { customerNotFound, lockCustomer } from '#areas/customers/index.ts';
import { eraseMails } from '#areas/mails/index.ts';
import { contactNotFound, eraseContacts } from '#areas/portal/index.ts';
import { longOperation } from '#platform/http/operation.ts';
import { type ErasingContext, eraseTraces, inErasure } from '../erase-person.ts';
import { personalEmails, personalTexts } from '../personal-texts.ts';
import { ContactParams, ErasureResult } from '../schema.ts';
import { listPersonalRows } from '../store/persons.ts';

export const eraseContact = longOperation({
  id: 'eraseContact',
  method: 'POST',
  route: '/ext/v1/customers/{customer_id}/contacts/{username}/erase',
  scope: 'org:write',
  summary: 'Erase personal data of a contact',
  description:
    'Irreversible: replaces name, e-mail, phone and password with a pseudonym, also in the audit log, ' +
    "ends the contact's tokens, and removes its address from mails of the customer, unless the customer " +
    'or an account has the same address. Erases stored responses of Idempotency-Keys that mention the ' +
    'contact: repeating such a request returns 409. Within moments, deletes files of reports, exports of ' +
    'the audit log, uploads and results of imports that name the contact. Notes that do lose their text.',
  request: { params: ContactParams },
  response: { status: 200, body: ErasureResult },
  problems: [customerNotFound, contactNotFound],
  deletes: 'contact',
  handleLong: (context, { params }) =>
    inErasure(context, (erasing) => erase(erasing, params.customer_id, params.username)),
});

async function erase(context: ErasingContext, id: string, username: string) {
  const { tx, org, now } = context;
  const customer = await lockCustomer(tx, org, id);
  if (!customer) throw customerNotFound({ id });
  const customerId = customer.id;
  const accounts = await listAccountsOfCustomer(tx, org, customerId);
  // Texts that are also the customer's stay.
  const others = new Set(personalTexts(await listPersonalRows(tx, org, { customerId, isCurrent: true })));
  const rows = await listPersonalRows(tx, org, { customerId: null, usernames: [username] });
  const contacts = await eraseContacts(tx, org, { customerId, username, now });
  const addresses = new Set(await listAddresses(tx, org, customerId));
  const emails = personalEmails(rows).filter((email) => !addresses.has(email));
  const captured = await eraseMails(tx, org, { ofAccounts: [], amongAccounts: accounts, emails });
  return eraseTraces(context, {
    ...{ customerId, username, accountIds: [], emails, captured, ids: [username] },
    contacts: contacts.length,
    texts: personalTexts(rows).filter((text) => !others.has(text) && !addresses.has(text)),
    entries: [{ type: 'CONTACT', ids: [username] }],
  });
}
