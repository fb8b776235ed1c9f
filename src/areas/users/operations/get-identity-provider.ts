import { operation } from '#platform/http/operation.ts';
import { describeProvider } from '../oidc/describe-provider.ts';
import { IdentityProviderSettings } from '../schema-oidc.ts';
import { findProvider, listEmailDomains } from '../store/identity-providers.ts';

export const getIdentityProvider = operation({
  id: 'getIdentityProvider',
  method: 'GET',
  route: '/ext/v1/identity_provider',
  scope: 'org:read',
  summary: 'Get the identity provider of the organization, and what to register there',
  response: { status: 200, body: IdentityProviderSettings },
  async handle({ tx, org, deployment }) {
    const [provider, allowed] = [await findProvider(tx, org), await listEmailDomains(tx, org)];
    return describeProvider({ deployment, org }, { provider, allowed });
  },
});
