import './tables.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Area } from '#platform/http/area.ts';
import { acceptInvitation } from './operations/accept-invitation.ts';
import { changePassword } from './operations/change-password.ts';
import { confirmTotp } from './operations/confirm-totp.ts';
import { createInvitation } from './operations/create-invitation.ts';
import { createOidcLogin } from './operations/create-oidc-login.ts';
import { createPasskey } from './operations/create-passkey.ts';
import { createPasskeyLogin } from './operations/create-passkey-login.ts';
import { createPasskeyOptions } from './operations/create-passkey-options.ts';
import { createRole } from './operations/create-role.ts';
import { createTotp } from './operations/create-totp.ts';
import { deleteIdentityProvider } from './operations/delete-identity-provider.ts';
import { deleteRole } from './operations/delete-role.ts';
import { discoverIdentityProvider } from './operations/discover-identity-provider.ts';
import { endOtherSessions } from './operations/end-other-sessions.ts';
import { endSession } from './operations/end-session.ts';
import { endUserSessions } from './operations/end-user-sessions.ts';
import { getIdentityProvider } from './operations/get-identity-provider.ts';
import { getSession } from './operations/get-session.ts';
import { getUser } from './operations/get-user.ts';
import { joinOrganization } from './operations/join-organization.ts';
import { listInvitations } from './operations/list-invitations.ts';
import { listLoginProviders } from './operations/list-login-providers.ts';
import { listPasskeys } from './operations/list-passkeys.ts';
import { listRoles } from './operations/list-roles.ts';
import { listSessions } from './operations/list-sessions.ts';
import { listUserSessions } from './operations/list-user-sessions.ts';
import { listUsers } from './operations/list-users.ts';
import { logIn } from './operations/log-in.ts';
import { logInWithOidc } from './operations/log-in-with-oidc.ts';
import { logInWithPasskey } from './operations/log-in-with-passkey.ts';
import { logOut } from './operations/log-out.ts';
import { lookUpLink } from './operations/look-up-link.ts';
import { removePasskey } from './operations/remove-passkey.ts';
import { removeTotp } from './operations/remove-totp.ts';
import { removeUser } from './operations/remove-user.ts';
import { renamePasskey } from './operations/rename-passkey.ts';
import { replaceRecoveryCodes } from './operations/replace-recovery-codes.ts';
import { requestPasswordReset } from './operations/request-password-reset.ts';
import { resendInvitation } from './operations/resend-invitation.ts';
import { resetPassword } from './operations/reset-password.ts';
import { revokeInvitation } from './operations/revoke-invitation.ts';
import { setIdentityProvider } from './operations/set-identity-provider.ts';
import { setUpOrganization } from './operations/set-up-organization.ts';
import { switchOrganization } from './operations/switch-organization.ts';
import { updateOwnUser } from './operations/update-own-user.ts';
import { updateRole } from './operations/update-role.ts';
import { updateUser } from './operations/update-user.ts';
import { deleteOldLinks } from './store/invitations.ts';
import { deleteEndedSessions } from './store/sessions.ts';

export const users: Area = {
  name: 'users',
  title: 'Users and sessions',
  operations: [
    ...[setUpOrganization, logIn, createPasskeyLogin, logInWithPasskey],
    ...[listLoginProviders, createOidcLogin, logInWithOidc],
    ...[getSession, logOut, switchOrganization, joinOrganization],
    ...[listSessions, endOtherSessions, endSession],
    ...[updateOwnUser, changePassword, requestPasswordReset, resetPassword],
    ...[createPasskeyOptions, createPasskey, listPasskeys, renamePasskey, removePasskey],
    ...[createTotp, confirmTotp, removeTotp, replaceRecoveryCodes],
    ...[listUsers, getUser, updateUser, listUserSessions, endUserSessions, removeUser],
    ...[createInvitation, listInvitations, resendInvitation, revokeInvitation],
    ...[lookUpLink, acceptInvitation],
    ...[getIdentityProvider, setIdentityProvider, deleteIdentityProvider, discoverIdentityProvider],
    ...[listRoles, createRole, updateRole, deleteRole],
  ],
  maintenance: (database, { orgId }, { sessions }) =>
    database.transaction({ orgId, access: 'write' }, async (tx) => {
      const now = realNow();
      await deleteEndedSessions(tx, {
        orgId,
        now,
        idleSince: now.subtract({ milliseconds: sessions.idleMs }),
      });
      await deleteOldLinks(tx, { orgId }, now.subtract({ hours: 30 * 24 }));
    }),
};
