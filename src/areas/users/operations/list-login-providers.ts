import { anonymousOperation } from '#platform/http/operation.ts';
import { listLoginProviders as list } from '../oidc/list-login-providers.ts';
import { LoginProviders, LoginProvidersRequest } from '../schema-oidc.ts';

export const listLoginProviders = anonymousOperation({
  id: 'listLoginProviders',
  method: 'POST',
  route: '/ext/v1/sessions/identity_providers',
  scope: null,
  isRead: true,
  summary: 'List the identity providers for an e-mail, or that of an organization',
  description: 'Needs no credential, and says nothing about whether there is such a user.',
  request: { body: LoginProvidersRequest },
  response: { status: 200, body: LoginProviders },
  handleAnonymous: async (context, { body }) => ({ data: await list(context, body) }),
});
