import './tables.ts';
import { realNow } from '#platform/db/clock.ts';
import { deleteOldTries } from '#platform/db/login-tries.ts';
import type { Area } from '#platform/http/area.ts';
import { loginsOfKeysEnd } from './end-logins-of-keys.ts';
import { createCustomerContact } from './operations/create-customer-contact.ts';
import { createOrganizationToken } from './operations/create-organization-token.ts';
import { createPortalToken } from './operations/create-portal-token.ts';
import { deleteContact } from './operations/delete-contact.ts';
import { getContact } from './operations/get-contact.ts';
import { inviteContact } from './operations/invite-contact.ts';
import { listContacts } from './operations/list-contacts.ts';
import { listPortalTokens } from './operations/list-portal-tokens.ts';
import { logInToPortal } from './operations/log-in-to-portal.ts';
import { requestPortalPassword } from './operations/request-portal-password.ts';
import { revokePortalToken } from './operations/revoke-portal-token.ts';
import { setPortalPassword } from './operations/set-portal-password.ts';
import { updateContact } from './operations/update-contact.ts';
import { deleteOldPasswordTokens } from './store/password-tokens.ts';
import { deleteOldTokens } from './store/tokens.ts';

export const portal: Area = {
  name: 'portal',
  title: 'Portal',
  operations: [
    createCustomerContact,
    listContacts,
    getContact,
    updateContact,
    deleteContact,
    inviteContact,
    createOrganizationToken,
    createPortalToken,
    listPortalTokens,
    revokePortalToken,
    ...[logInToPortal, requestPortalPassword, setPortalPassword],
  ],
  portHandlers: [loginsOfKeysEnd],
  maintenance: (database, org) =>
    database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
      const yesterday = realNow().subtract({ hours: 24 });
      await deleteOldTokens(tx, org, yesterday);
      await deleteOldPasswordTokens(tx, org, yesterday);
      await deleteOldTries(tx);
    }),
};
