import { customerArchived, customerNotFound } from '#areas/customers/index.ts';
import { operation } from '#platform/http/operation.ts';
import { mailWayToPassword } from '../login/mail-way-to-password.ts';
import { contactNotFound, loginOff, nothingGranted } from '../problems.ts';
import { holdOpenCustomer } from '../read-contact.ts';
import { ContactParams, Invitation } from '../schema.ts';
import { lockContact } from '../store/contacts.ts';
import { holdLogin } from '../store/logins.ts';
import { deletePasswordTokens } from '../store/password-tokens.ts';

export const inviteContact = operation({
  id: 'inviteContact',
  method: 'POST',
  route: '/ext/v1/customers/{customer_id}/contacts/{username}/invite',
  scope: 'portal:write',
  summary: 'Mail a contact an invitation to set its password',
  description:
    'The mail has a code that sets a password once within seven days, or a link to the setting ' +
    'PORTAL_PASSWORD_URL with the code behind `#token=`. It stands in no answer of ' +
    'the API. Another invitation ' +
    'ends the one before. The contact needs loginAccess and access to an account.',
  request: { params: ContactParams },
  response: { status: 202, body: Invitation },
  problems: [customerNotFound, customerArchived, contactNotFound, loginOff, nothingGranted],
  async handle(context, { params }) {
    const { tx, org, actor } = context;
    const { username } = params;
    const { id: customerId } = await holdOpenCustomer(tx, org, params.customer_id);
    const contact = await lockContact(tx, org, { customerId, username });
    if (!contact) throw contactNotFound({ id: username });
    if (!contact.hasLoginAccess) throw loginOff({ username });
    const login = await holdLogin(tx, org, username);
    if (!login) throw nothingGranted({ username });
    await deletePasswordTokens(tx, org, username);
    return mailWayToPassword(context, { login, kind: 'INVITATION', requestedBy: actor.credentialId });
  },
});
