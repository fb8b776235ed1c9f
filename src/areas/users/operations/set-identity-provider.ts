import { longOperation } from '#platform/http/operation.ts';
import { SAVING_PROBLEMS, saveProvider } from '../oidc/save-provider.ts';
import { roleScopeNotHeld } from '../problems.ts';
import { IdentityProviderSettings, SetIdentityProviderRequest } from '../schema-oidc.ts';

export const setIdentityProvider = longOperation({
  id: 'setIdentityProvider',
  method: 'PUT',
  route: '/ext/v1/identity_provider',
  scope: 'org:write',
  summary: 'Let members log in with the identity provider of the organization',
  description:
    'An OpenID provider, whose metadata is read now and at each login. The caller must hold every scope. ' +
    'With `isRequired`, members have no other way to log in, except administrators with two factors; ' +
    'somebody has to have logged in with the provider before.',
  request: { body: SetIdentityProviderRequest },
  response: { status: 200, body: IdentityProviderSettings },
  problems: [roleScopeNotHeld, ...SAVING_PROBLEMS],
  givesAccess: 'identity_provider',
  secretMembers: ['clientSecret'],
  handleLong: (context, { body }) => saveProvider(context, body),
});
