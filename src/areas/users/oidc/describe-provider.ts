import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { GivenRole } from '../read-role.ts';
import type { Provider } from '../store/identity-providers.ts';
import { loginUrlOf, redirectUriOf } from './provider-of.ts';

/** The wire shape of the settings, without the secret. */
export function describeProvider(
  { deployment, org }: { deployment: Deployment; org: Org },
  { provider, allowed }: { provider: Provider | null; allowed: string[] },
) {
  return {
    redirectUri: redirectUriOf(deployment, org),
    loginUrl: loginUrlOf(deployment, org),
    allowedEmailDomains: allowed,
    ...(provider && { provider: membersOf(provider) }),
  };
}

function membersOf(provider: Provider) {
  const { name, issuer, clientId, scopes, groupsClaim, isRequired, createdAt, updatedAt } = provider;
  const { defaultRole: role, defaultCustomRoleId: customRoleId } = provider;
  return {
    ...{ name, issuer, clientId, scopes, isRequired, createdAt, updatedAt },
    ...(groupsClaim !== null && { groupsClaim }),
    groupRoles: provider.groups.map(({ groupName: group, ...given }) => ({ group, ...shown(given) })),
    ...shown({ role, customRoleId }),
    emailDomains: provider.domains,
  };
}

function shown({ role, customRoleId }: GivenRole) {
  return { ...(role && { role }), ...(customRoleId !== null && { customRoleId }) };
}
