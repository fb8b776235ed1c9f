import { operation } from '#platform/http/operation.ts';
import { findLoginContact } from '../find-login-contact.ts';
import { issueToken } from '../issue-token.ts';
import {
  contactNotFound,
  customerClosed,
  emailAmbiguous,
  loginOff,
  nothingGranted,
  organizationNotFound,
} from '../problems.ts';
import { ContactTokenRequest, OrganizationParams, Token } from '../schema.ts';

export const createOrganizationToken = operation({
  id: 'createOrganizationToken',
  method: 'POST',
  route: '/organizations/{organization_id}/token',
  scope: 'portal:write',
  summary: 'Issue a portal token of a contact, valid for 24 hours',
  description:
    'The token gives access to the accounts that the contact is granted at the time of each use. It ends ' +
    'with the API key that requested it. `customerId` is an extension.',
  request: { params: OrganizationParams, body: ContactTokenRequest },
  response: { status: 200, body: Token },
  problems: [organizationNotFound, contactNotFound, customerClosed, emailAmbiguous, loginOff, nothingGranted],
  returnsSecret: true,
  async handle(context, { params, body }) {
    const { tx, org, actor } = context;
    if (params.organization_id !== org.id) throw organizationNotFound({ id: params.organization_id });
    const contact = await findLoginContact(tx, org, body);
    const { username, customerId, hasAllAccounts, accountIds, mode } = contact;
    const access = { hasAllAccounts, accountIds: hasAllAccounts ? [] : accountIds, mode };
    // An access token that expires sooner may request it; the portal token ends with the key.
    const issued = { contact: username, key: actor, atMostUntil: null };
    return { token: await issueToken(context, { ...access, ...issued, customerId }) };
  },
});
