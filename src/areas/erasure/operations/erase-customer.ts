import { eraseCustomerAndAccounts } from '#areas/accounts/index.ts';
import { CustomerParams, customerNotFound, lockCustomer } from '#areas/customers/index.ts';
import { eraseGroups } from '#areas/invoice-groups/index.ts';
import { eraseMails } from '#areas/mails/index.ts';
import { eraseContacts } from '#areas/portal/index.ts';
import { eraseSettings } from '#areas/settings/index.ts';
import { eraseContexts } from '#areas/usage/index.ts';
import { erasePublishedEvents } from '#areas/webhooks/index.ts';
import { lockOutTimedWorkAndIngestion } from '#platform/db/scheduled-work.ts';
import { longOperation } from '#platform/http/operation.ts';
import { randomBase62 } from '#platform/ids.ts';
import { ERASED_DOMAIN } from '#platform/mail/mail-address.ts';
import { type ErasingContext, eraseTraces, inErasure } from '../erase-person.ts';
import { personalEmails, personalTexts } from '../personal-texts.ts';
import { customerNotErasable } from '../problems.ts';
import { ErasureResult } from '../schema.ts';
import { listPastContacts, listPersonalRows } from '../store/persons.ts';

export const eraseCustomer = longOperation({
  id: 'eraseCustomer',
  method: 'POST',
  route: '/ext/v1/customers/{customer_id}/erase',
  scope: 'org:write',
  summary: 'Erase personal data of a customer',
  description:
    'Requires an archived customer. Irreversible: replaces names, addresses, e-mails, tax ids and ' +
    'metadata of the customer, its accounts and contacts with pseudonyms, also in the audit log and ' +
    'where events name them; deletes aliases, free-form settings, notes, mails, webhook bodies; and ends ' +
    'portal tokens. Erases stored responses of Idempotency-Keys that mention the customer: repeating ' +
    'such a request returns 409. Within moments, deletes files of reports, exports of the audit log, ' +
    'uploads and results of imports that mention it by id, name, e-mail, phone, address or tax id. ' +
    'Issued documents, payments, usage and ids stay unchanged.',
  request: { params: CustomerParams },
  response: { status: 200, body: ErasureResult },
  problems: [customerNotFound, customerNotErasable],
  deletes: 'customer',
  handleLong: (context, { params }) => inErasure(context, (erasing) => erase(erasing, params.customer_id)),
});

async function erase(context: ErasingContext, id: string) {
  const { tx, org, now } = context;
  const customer = await lockCustomer(tx, org, id);
  if (!customer) throw customerNotFound({ id });
  if (customer.status !== 'ARCHIVED') throw customerNotErasable({ id: customer.id });
  const customerId = customer.id;
  const usernames = await listPastContacts(tx, org, customerId);
  const rows = await listPersonalRows(tx, org, { customerId, usernames });
  const texts = personalTexts(rows);
  const secret = randomBase62(12);
  const pseudonym = { name: `Erased ${secret}`, email: `erased.${secret}@${ERASED_DOMAIN}` };
  const known = await eraseCustomerAndAccounts(tx, org, { customer, pseudonym, now });
  const { accountIds, aliases } = known;
  const contacts = await eraseContacts(tx, org, { customerId, username: null, now });
  const contactIds = [...new Set([...usernames, ...contacts.map(({ username }) => username)])];
  const emails = [...new Set([...known.emails, ...personalEmails(rows)])];
  const captured = await eraseMails(tx, org, {
    ...{ ofCustomer: customerId, ofAccounts: accountIds, amongAccounts: [], emails },
  });
  await erasePublishedEvents(tx, org, { kind: 'customer', ids: [customerId] });
  await erasePublishedEvents(tx, org, { kind: 'account', ids: accountIds });
  const settings = await eraseSettings(tx, org, { customerId, accountIds });
  const groups = await eraseGroups(tx, org, { accountIds, texts, pseudonym, now });
  await lockOutTimedWorkAndIngestion(tx, org);
  await eraseContexts(tx, org, { accountIds, name: pseudonym.name });
  return eraseTraces(context, {
    ...{ customerId, username: null, accountIds, emails, captured, contacts: contacts.length },
    ids: [...new Set([customerId, ...accountIds, ...contactIds])],
    texts: [...new Set([...texts, ...aliases])],
    entries: [
      ...[
        { type: 'CUSTOMER' as const, ids: [customerId] },
        { type: 'ACCOUNT' as const, ids: accountIds },
      ],
      ...[
        { type: 'CONTACT' as const, ids: contactIds },
        { type: 'SETTING' as const, ids: settings },
      ],
      ...[
        { type: 'ALIAS' as const, ids: aliases },
        { type: 'KNOWN_ALIAS' as const, ids: aliases },
      ],
      { type: 'INVOICE_GROUP', ids: groups },
    ],
  });
}
