import { longOperation } from '#platform/http/operation.ts';
import { discoverProvider } from '../oidc/discover-provider.ts';
import { providerUnfit } from '../problems.ts';
import { DiscoveredProvider, DiscoverProviderRequest } from '../schema-oidc.ts';

export const discoverIdentityProvider = longOperation({
  id: 'discoverIdentityProvider',
  method: 'POST',
  route: '/ext/v1/identity_provider/discovery',
  scope: 'org:write',
  summary: 'Test whether an issuer is an OpenID provider that this service can use',
  description: 'Reads the metadata of the issuer and changes nothing. It needs no client at the provider.',
  request: { body: DiscoverProviderRequest },
  response: { status: 200, body: DiscoveredProvider },
  problems: [providerUnfit],
  handleLong: ({ deployment }, { body }) => discoverProvider(deployment, body.issuer),
});
