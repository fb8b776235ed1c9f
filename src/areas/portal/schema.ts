import { type Static, Type } from 'typebox';
import { Closed, DateTime, Email, Enum, List, Name, Nullable, PageOf, Text } from '#platform/http/schemas.ts';

const MODES = ['READ', 'WRITE'] as const;

/** More accounts than a token can name are granted by allAccounts. */
const MAX_ACCOUNTS = 100;

const preferredUsername = Text(3, 50, {
  ...{ pattern: '^[A-Za-z0-9]{3,50}$', form: 'must be 3 to 50 letters and digits' },
});
const name = Name(1, 50);
/** A contact is somebody outside: an address of one's own network has no dot. */
const WITH_DOT = {
  pattern: '^\\S+@\\S+\\.\\S+$',
  form: 'must be an e-mail address such as name@example.com',
};
const email = Email({ ...WITH_DOT, description: 'Stored in lower case; once per customer' });
const phone = Text(0, 30);
const password = Text(10, 100, { description: 'Never shown again; only a hash of it is stored' });
const verified = Type.Boolean({
  description: 'That the e-mail address is theirs; counts from credentials with org:write only',
});
const loginAccess = Type.Boolean({ description: 'Whether portal tokens are issued for them' });

const invite = Type.Boolean({
  description:
    'Whether to mail an invitation to set a password; absent: to who may log in now and has none, when the ' +
    'organization has the setting PORTAL_PASSWORD_URL',
});

const ContactAccess = Closed(
  {
    allAccounts: Type.Optional(
      Type.Boolean({ description: 'Every account of the customer, also those that come later' }),
    ),
    accountIds: Type.Optional(List(Text(1, 50), { maxItems: MAX_ACCOUNTS })),
    mode: Type.Optional(Enum(MODES, { description: 'Default READ' })),
  },
  {
    component: 'ContactAccess',
    description: 'The accounts that they may see in the portal; replaced as a whole. Default: none',
  },
);
export type ContactAccess = Static<typeof ContactAccess>;

export const CreateCustomerContactRequest = Closed(
  {
    preferredUsername: Type.Optional(preferredUsername),
    name,
    password: Type.Optional(password),
    email,
    phone: Type.Optional(phone),
    verified: Type.Optional(verified),
    loginAccess: Type.Optional(loginAccess),
    access: Type.Optional(ContactAccess),
    invite: Type.Optional(invite),
  },
  { component: 'CreateCustomerContactRequest' },
);

export type CreateCustomerContactRequest = Static<typeof CreateCustomerContactRequest>;

export const UpdateContactRequest = Closed(
  {
    preferredUsername: Type.Optional(Nullable(preferredUsername)),
    name: Type.Optional(name),
    password: Type.Optional(password),
    email: Type.Optional(email),
    phone: Type.Optional(Nullable(phone)),
    verified: Type.Optional(verified),
    loginAccess: Type.Optional(loginAccess),
    access: Type.Optional(ContactAccess),
    invite: Type.Optional(invite),
  },
  { component: 'UpdateContactRequest' },
);
export type UpdateContactRequest = Static<typeof UpdateContactRequest>;

const contactMembers = {
  username: Text(0, 50, { description: 'Made by the service' }),
  preferredUsername: Type.Optional(preferredUsername),
  name,
  email: Type.Optional(Type.String()),
  phone: Type.Optional(phone),
  loginAccess,
  createdBy: Type.Optional(Text(0, 50, { description: 'The API key' })),
  createdAt: DateTime(),
  verified,
};
const access = Closed({
  allAccounts: Type.Boolean(),
  accountIds: Type.Array(Type.String()),
  mode: Enum(MODES),
});

/** The public answer has no `access`; it is there for those who sent it. */
export const CreatedContact = Closed(
  { ...contactMembers, access: Type.Optional(access) },
  { component: 'CreatedContact' },
);
export const Contact = Closed({ ...contactMembers, access, updatedAt: DateTime() }, { component: 'Contact' });
export type Contact = Static<typeof Contact>;
export const ContactPage = PageOf(Contact);

export const ContactParams = Type.Object({ customer_id: Text(1, 255), username: Text(1, 50) });

export const Invitation = Closed(
  {
    mailId: Type.String({ description: 'In the log of mails' }),
    expiresAt: DateTime({ description: 'Real time until which the way to a password counts' }),
  },
  { component: 'Invitation' },
);

export const ContactTokenRequest = Closed(
  {
    email: Email(WITH_DOT),
    customerId: Type.Optional(
      Text(1, 255, { description: 'Needed when contacts of several customers have the e-mail' }),
    ),
  },
  { component: 'ContactTokenRequest' },
);
const organizationId = Text(1, 50, { description: 'The environment is that of the address' });
const loginPassword = Text(1, 100);
export const PortalLoginRequest = Closed(
  {
    organizationId,
    email: Text(1, 320),
    password: loginPassword,
    customerId: Type.Optional(
      Text(1, 255, { description: 'Needed when contacts of several customers have the e-mail' }),
    ),
  },
  { component: 'PortalLoginRequest' },
);
export const PortalPasswordMailRequest = Closed(
  {
    organizationId,
    email: Text(1, 320),
    customerId: Type.Optional(Text(1, 255, { description: 'Absent: each customer gets a mail of its own' })),
  },
  { component: 'PortalPasswordMailRequest' },
);
export const PortalPasswordRequest = Closed(
  {
    token: Text(1, 200, { description: 'The code of the mail' }),
    password,
  },
  { component: 'PortalPasswordRequest' },
);

export const DelegateTokenRequest = Closed(
  {
    customerId: Text(1, 255),
    accountIds: Type.Optional(List(Text(1, 50), { minItems: 1, maxItems: 5 })),
    allAccountsAccess: Type.Optional(Type.Boolean({ description: 'Every account of the customer' })),
    allAccountAccess: Type.Optional(Type.Boolean({ description: 'Another spelling of allAccountsAccess' })),
    expiry: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 86_400,
        description: 'Seconds; at most what remains to the calling credential, which is also the default',
      }),
    ),
  },
  { component: 'DelegateTokenRequest' },
);

export const OrganizationParams = Type.Object({ organization_id: Text(1, 255) });
export const Token = Closed(
  { token: Type.String({ description: 'Bearer token of the portal' }) },
  { component: 'PortalLinkToken' },
);

const PortalToken = Closed(
  {
    jti: Type.String(),
    customerId: Type.String(),
    contact: Type.Optional(Type.String({ description: 'Username; absent for a delegate token' })),
    mode: Enum(MODES),
    allAccounts: Type.Boolean(),
    accountIds: Type.Array(Type.String(), {
      description: 'As issued; a grant that was taken back counts no more',
    }),
    createdBy: Type.Optional(
      Type.String({ description: 'The API key; absent when the contact logged in by its password' }),
    ),
    issuedAt: DateTime(),
    expiresAt: DateTime(),
    revokedAt: Type.Optional(DateTime()),
  },
  { component: 'PortalToken' },
);
export type PortalToken = Static<typeof PortalToken>;
export const PortalTokenPage = PageOf(PortalToken);
export const PortalTokenParams = Type.Object({ jti: Text(1, 50) });
