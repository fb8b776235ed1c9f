import { customerArchived, customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { inviteContact as invite } from '../login/invite.ts';
import { contactNotFound, loginOff, nothingGranted } from '../problems.ts';
import { holdOpenCustomer } from '../read-contact.ts';
import { ContactParams, Invitation } from '../schema.ts';
import { lockContact } from '../store/contacts.ts';

export const inviteContact = operation({
  id: 'inviteContact',
  method: 'POST',
  route: '/ext/v1/customers/{customer_id}/contacts/{username}/invite',
  scope: 'portal:write',
  summary: 'Mail a contact an invitation to set its password',
  description:
    'The mail contains a code that sets a password once within seven days, or a link to the setting ' +
    'PORTAL_PASSWORD_URL with the code after `#token=`. No response of the API contains the code. A new ' +
    'invitation invalidates the previous one. The contact needs loginAccess and access to an account, ' +
    'and can be invited 20 times in 30 minutes.',
  request: { params: ContactParams },
  response: { status: 202, body: Invitation },
  problems: [customerNotFound, customerArchived, contactNotFound, loginOff, nothingGranted, tooManyTries],
  async handle(context, { params }) {
    const { tx, org } = context;
    const { username } = params;
    const { id: customerId } = await holdOpenCustomer(tx, org, params.customer_id);
    const contact = await lockContact(tx, org, { customerId, username });
    if (!contact) throw contactNotFound({ id: username });
    return invite(context, contact);
  },
});
