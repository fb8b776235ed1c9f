import { type Static, Type } from 'typebox';
import { ROLES } from '#platform/http/roles.ts';
import { Closed, DateTime, Email, Enum, List, Name, Secret, Text } from '#platform/http/schemas.ts';

const Id = Text(1, 50);
const role = { role: Type.Optional(Enum(ROLES)), customRoleId: Type.Optional(Id) };
const Domain = Text(3, 253, {
  pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$',
  form: 'must be a domain such as example.com',
});

const GroupRole = Closed({ group: Text(1, 200), ...role }, { component: 'IdentityProviderGroup' });
const members = {
  name: Name(1, 100, { description: 'On the button of the sign-in page' }),
  issuer: Text(1, 500),
  clientId: Text(1, 500),
  groupsClaim: Type.Optional(
    Text(1, 200, {
      description:
        'The claim with the groups of a person, or its path such as `realm_access.roles`; absent: members ' +
        'get their roles here',
    }),
  ),
  groupRoles: List(GroupRole, { maxItems: 200, description: 'The first group of the person counts' }),
  ...{ role: Type.Optional(Enum(ROLES, { description: 'Without a group; absent: no access' })) },
  customRoleId: Type.Optional(Id),
  emailDomains: List(Domain, {
    maxItems: 100,
    uniqueItems: true,
    description: 'People with a verified e-mail there may log in; of those that the operator allows',
  }),
};
const Scopes = List(Text(1, 100, { pattern: '^[!#-\\[\\]-~]+$', form: 'must be a scope' }), { maxItems: 20 });

export const SetIdentityProviderRequest = Closed(
  {
    ...members,
    clientSecret: Type.Optional(Secret(Text(1, 1000, { description: 'Absent: unchanged. Never shown' }))),
    scopes: Type.Optional(Scopes),
    isRequired: Type.Optional(Type.Boolean()),
  },
  { component: 'SetIdentityProviderRequest' },
);
export type SetIdentityProviderRequest = Static<typeof SetIdentityProviderRequest>;

const IdentityProvider = Closed(
  {
    ...members,
    scopes: Scopes,
    isRequired: Type.Boolean({ description: 'Whether members may only log in with it' }),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'IdentityProvider' },
);
export const IdentityProviderSettings = Closed(
  {
    redirectUri: Type.String({ description: 'To be registered at the provider' }),
    loginUrl: Type.String({ description: 'The sign-in page for members of this organization' }),
    allowedEmailDomains: List(Type.String(), { maxItems: 1000, description: 'Allowed by the operator' }),
    provider: Type.Optional(IdentityProvider),
  },
  { component: 'IdentityProviderSettings' },
);

export const DiscoverProviderRequest = Closed(
  { issuer: members.issuer },
  { component: 'DiscoverIdentityProviderRequest' },
);
const Names = List(Type.String(), { maxItems: 200, description: 'Empty if the provider does not say' });
export const DiscoveredProvider = Closed(
  {
    issuer: Type.String(),
    authorizationEndpoint: Type.String(),
    tokenEndpoint: Type.String(),
    endSessionEndpoint: Type.Optional(
      Type.String({ description: 'Absent: logging out here does not end the session there' }),
    ),
    scopes: Names,
    claims: Names,
  },
  { component: 'DiscoveredIdentityProvider' },
);

export const LoginProvidersRequest = Closed(
  {
    email: Type.Optional(Email()),
    organizationId: Type.Optional(Text(1, 50, { description: 'Instead of email' })),
  },
  { component: 'LoginProvidersRequest' },
);
export const LoginProviders = Closed(
  {
    data: List(Closed({ organizationId: Id, name: Type.String() }), { maxItems: 20 }),
  },
  { component: 'LoginProviders' },
);
export const OidcLoginRequest = Closed(
  {
    organizationId: Id,
    returnTo: Type.Optional(Text(1, 1000, { description: 'Path of a page of the console' })),
    email: Type.Optional(Email()),
  },
  { component: 'OidcLoginRequest' },
);
export const OidcLogin = Closed(
  { url: Type.String({ description: 'Where the browser goes next' }) },
  { component: 'OidcLogin' },
);
export const OidcResponseRequest = Closed(
  {
    organizationId: Id,
    query: Text(1, 8000, { description: 'Of the page to which the provider has sent the browser' }),
  },
  { component: 'OidcResponseRequest' },
);
export const OidcSession = Closed({ returnTo: Type.String() }, { component: 'OidcSession' });
export const LoggedOut = Closed(
  {
    success: Type.Boolean(),
    endSessionUrl: Type.Optional(
      Secret(Type.String({ description: 'Where the identity provider ends its own session' })),
    ),
  },
  { component: 'LoggedOut' },
);
