import { operation, SCOPES } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { providerNotFound, roleScopeNotHeld } from '../problems.ts';
import { checkHeld } from '../read-role.ts';
import { deleteProvider, endProviderSessions, lockProvider } from '../store/identity-providers.ts';

export const deleteIdentityProvider = operation({
  id: 'deleteIdentityProvider',
  method: 'DELETE',
  route: '/ext/v1/identity_provider',
  scope: 'org:write',
  summary: 'Remove the identity provider of the organization',
  description:
    'Ends the sessions that it has vouched for. Members stay, and set a password with a mailed link. The ' +
    'caller must hold every scope.',
  response: { status: 200, body: Success },
  problems: [providerNotFound, roleScopeNotHeld],
  deletes: 'identity_provider',
  async handle({ tx, org, actor }) {
    await lockProvider(tx, org);
    if (!(await deleteProvider(tx, org))) throw providerNotFound();
    checkHeld(actor, SCOPES);
    await endProviderSessions(tx, org);
    return { success: true };
  },
});
