import { type Static, Type } from 'typebox';
import {
  Closed,
  DateTime,
  Email,
  Enum,
  List,
  Name,
  Nullable,
  PageOf,
  Secret,
  Text,
} from '#platform/http/schemas.ts';

const MODES = ['READ', 'WRITE'] as const;

/** Access to more accounts than a token can name needs allAccounts. */
const MAX_ACCOUNTS = 100;

const preferredUsername = Text(3, 50, {
  ...{ pattern: '^[A-Za-z0-9]{3,50}$', form: 'must consist of 3 to 50 letters and digits' },
});
const name = Name(1, 50);
/** Contacts are outside the operator's network, so their domain has a dot. */
const WITH_DOT = {
  pattern: '^\\S+@\\S+\\.\\S+$',
  form: 'must be an e-mail address such as name@example.com',
};
const email = Email({ ...WITH_DOT, description: 'Stored in lower case; unique within the customer' });
const phone = Text(0, 30);
const password = Secret(Text(10, 100, { description: 'Never shown; only a hash of it is stored' }));
const verified = Type.Boolean({
  description: 'Whether the e-mail address is verified; applies only from credentials with org:write',
});
const loginAccess = Type.Boolean({ description: 'Whether the contact can log in and receive portal tokens' });

const invite = Type.Boolean({
  description:
    'Whether to mail an invitation to set a password. Default: invite a contact that gains login access ' +
    'and has no password, if the organization has the setting PORTAL_PASSWORD_URL',
});

const ContactAccess = Closed(
  {
    allAccounts: Type.Optional(
      Type.Boolean({ description: 'Every account of the customer, future ones included' }),
    ),
    accountIds: Type.Optional(List(Text(1, 50), { maxItems: MAX_ACCOUNTS })),
    mode: Type.Optional(Enum(MODES, { description: 'Default READ' })),
  },
  {
    component: 'ContactAccess',
    description: 'The accounts that the contact can see in the portal; replaced as a whole. Default: none',
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
  username: Text(0, 50, { description: 'Assigned by the platform' }),
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

/** The public response has no `access`; it is present if the request had it. */
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
    mailId: Type.String({ description: 'Id in the log of mails' }),
    expiresAt: DateTime({ description: 'Real time at which the password code expires' }),
  },
  { component: 'Invitation' },
);

export const ContactTokenRequest = Closed(
  {
    email: Email(WITH_DOT),
    customerId: Type.Optional(
      Text(1, 255, { description: 'Required if contacts of several customers have the e-mail' }),
    ),
  },
  { component: 'ContactTokenRequest' },
);
const organizationId = Text(1, 50, { description: 'The environment is that of the base URL' });
const loginPassword = Secret(Text(1, 100));
export const PortalLoginRequest = Closed(
  {
    organizationId,
    email: Text(1, 320),
    password: loginPassword,
    customerId: Type.Optional(
      Text(1, 255, { description: 'Required if contacts of several customers have the e-mail' }),
    ),
  },
  { component: 'PortalLoginRequest' },
);
export const PortalPasswordMailRequest = Closed(
  {
    organizationId,
    email: Text(1, 320),
    customerId: Type.Optional(
      Text(1, 255, { description: 'Absent: one mail for each customer with such a contact' }),
    ),
  },
  { component: 'PortalPasswordMailRequest' },
);
export const PortalPasswordRequest = Closed(
  {
    token: Secret(Text(1, 200, { description: 'The code from the mail' })),
    password,
  },
  { component: 'PortalPasswordRequest' },
);

export const DelegateTokenRequest = Closed(
  {
    customerId: Text(1, 255),
    accountIds: Type.Optional(List(Text(1, 50), { minItems: 1, maxItems: 5 })),
    allAccountsAccess: Type.Optional(Type.Boolean({ description: 'Every account of the customer' })),
    allAccountAccess: Type.Optional(Type.Boolean({ description: 'Synonym of allAccountsAccess' })),
    expiry: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 86_400,
        description: 'Seconds; the default and the maximum are the remaining life of the calling credential',
      }),
    ),
  },
  { component: 'DelegateTokenRequest' },
);

export const OrganizationParams = Type.Object({ organization_id: Text(1, 255) });
export const Token = Closed(
  { token: Secret(Type.String({ description: 'Bearer token of the portal' })) },
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
      description: 'As issued; a grant revoked since then has no effect',
    }),
    createdBy: Type.Optional(
      Type.String({ description: 'The API key; absent if the contact logged in with its password' }),
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
