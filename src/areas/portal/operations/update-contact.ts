import { accountNotFound } from '#areas/accounts/index.ts';
import { customerArchived, customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { passwordTooCommon, tooManyTries } from '#platform/logins/problems.ts';
import { changeContact } from '../change-contact.ts';
import {
  accessAmbiguous,
  contactNotFound,
  emailTaken,
  loginOff,
  loginScopeMissing,
  nothingGranted,
} from '../problems.ts';
import { explainTakenEmail, getContact, holdOpenCustomer } from '../read-contact.ts';
import { describeContact, readAccess } from '../rules.ts';
import { Contact, ContactParams, UpdateContactRequest } from '../schema.ts';
import { lockContact } from '../store/contacts.ts';

export const updateContact = operation({
  id: 'updateContact',
  method: 'PATCH',
  route: '/ext/v1/customers/{customer_id}/contacts/{username}',
  scope: 'customers:write',
  summary: 'Change a contact or its portal access',
  description:
    'Absent members stay unchanged. Revoked access ends within a second, even for issued tokens; ' +
    'loginAccess false or a new password ends every token of the contact for good. `password`, ' +
    '`loginAccess`, `access`, `invite` true and another e-mail of a contact that may log in also need ' +
    'the scope portal:write. A contact that gains login access or logs in with a new e-mail, and has no ' +
    'password, receives an invitation as in createCustomerContact.',
  request: { params: ContactParams, body: UpdateContactRequest },
  response: { status: 200, body: Contact },
  problems: [
    customerNotFound,
    customerArchived,
    contactNotFound,
    accountNotFound,
    accessAmbiguous,
    emailTaken,
    passwordTooCommon,
    ...[loginScopeMissing, loginOff, nothingGranted, tooManyTries],
  ],
  async handle(context, { params, body }) {
    const { tx, org } = context;
    const access = body.access && readAccess(body.access);
    const { id: customerId } = await holdOpenCustomer(tx, org, params.customer_id);
    const { username } = params;
    const row = await lockContact(tx, org, { customerId, username });
    if (!row) throw contactNotFound({ id: username });
    await changeContact(context, { row, body, access }).catch((error) => {
      throw explainTakenEmail(error, body.email ?? '');
    });
    return describeContact(await getContact(tx, org, { customerId, username }));
  },
});
