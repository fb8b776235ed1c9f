import { type Static, Type } from 'typebox';
import { SCOPES } from '#platform/http/operation.ts';
import { ROLES } from '#platform/http/roles.ts';
import { Closed, DateTime, Email, Enum, List, Name, PageOf, Secret, Text } from '#platform/http/schemas.ts';

const Scopes = List(Enum(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true });
const Id = Text(1, 50);
/** Long enough for a sentence, and short enough to hash. */
const NewPassword = Secret(
  Text(12, 200, { description: 'Hashed with Argon2id; common passwords are rejected' }),
);
const Password = Secret(Text(1, 200));
const Token = Secret(Text(1, 200, { description: 'From the link that was mailed or printed' }));
const role = {
  role: Type.Optional(Enum(ROLES)),
  customRoleId: Type.Optional(Text(1, 50, { description: 'Instead of role' })),
};
const shownRole = {
  role: Type.Optional(Enum(ROLES, { description: 'Absent for a role of the organization' })),
  customRoleId: Type.Optional(Id),
  roleName: Type.String({ description: 'The name of the role' }),
};

export const UserParams = Type.Object({ user_id: Id });
export const InvitationParams = Type.Object({ invitation_id: Id });
export const RoleParams = Type.Object({ role_id: Id });
export const SessionParams = Type.Object({ session_id: Id });

export const LogInRequest = Closed(
  {
    email: Text(1, 320),
    password: Password,
    code: Type.Optional(
      Secret(Text(1, 40, { description: 'Six digits of the authenticator app, or a recovery code' })),
    ),
    organizationId: Type.Optional(
      Text(1, 50, { description: 'Default: the organization of the last login' }),
    ),
  },
  { component: 'LogInRequest' },
);
export const SwitchOrganizationRequest = Closed(
  { organizationId: Text(1, 50) },
  { component: 'SwitchOrganizationRequest' },
);

const Membership = Closed(
  { organizationId: Id, organizationName: Type.String(), ...shownRole },
  { component: 'Membership' },
);
export const SessionView = Closed(
  {
    user: Closed({
      ...{ id: Id, name: Type.String(), email: Type.String() },
      hasSecondFactor: Type.Boolean(),
    }),
    isSecondFactorMissing: Type.Boolean({
      description: 'True: the organization requires a second factor, and until then permits nothing else',
    }),
    isIdentityProviderMissing: Type.Boolean({
      description: 'True: the organization permits only logins through its identity provider',
    }),
    organization: Closed({
      id: Id,
      name: Type.String(),
      timezone: Type.String(),
      baseCurrency: Type.String(),
    }),
    ...shownRole,
    scopes: List(Enum(SCOPES), { maxItems: SCOPES.length }),
    isOperator: Type.Optional(
      Type.Boolean({ description: 'True: the user may see the state of the whole deployment' }),
    ),
    environments: List(
      Closed({
        environment: Enum(['production', 'sandbox']),
        basePath: Type.String({ description: 'Put before the path of each request' }),
      }),
      { maxItems: 2 },
    ),
    memberships: List(Membership, {
      maxItems: 100,
      description: 'The organizations that the session can switch to',
    }),
    session: Closed({
      id: Id,
      authenticatedBy: Enum(['PASSWORD', 'PASSKEY', 'IDENTITY_PROVIDER']),
      createdAt: DateTime(),
      expiresAt: DateTime({ description: 'End of the session, however often it is used' }),
      idleTimeoutSeconds: Type.Integer({ description: 'The session ends when nobody uses it for so long' }),
    }),
    instance: Closed({ name: Type.String(), version: Type.String() }),
  },
  { component: 'Session' },
);
export type SessionView = Static<typeof SessionView>;

const Login = Closed(
  {
    id: Id,
    organizationId: Id,
    address: Type.String({ description: 'Network address of the last use' }),
    browser: Type.String({ description: 'The `User-Agent` of the last use' }),
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this request' }),
    createdAt: DateTime(),
    lastUsedAt: DateTime({ description: 'To the minute' }),
    expiresAt: DateTime(),
  },
  { component: 'Login' },
);
export const Logins = Closed(
  { data: List(Login, { maxItems: 100, description: 'The last used first' }) },
  { component: 'Logins' },
);
export const EndedSessions = Closed({ ended: Type.Integer() }, { component: 'EndedSessions' });

export const SetUpRequest = Closed(
  { token: Token, email: Email(), name: Name(1, 100), password: NewPassword },
  { component: 'SetUpRequest' },
);
export const AcceptInvitationRequest = Closed(
  { token: Token, name: Name(1, 100), password: NewPassword },
  { component: 'AcceptInvitationRequest' },
);
export const TokenRequest = Closed({ token: Token }, { component: 'LinkTokenRequest' });
export const LinkView = Closed(
  {
    organizationId: Id,
    organizationName: Type.String(),
    email: Type.Optional(Type.String({ description: 'Absent for a setup link' })),
    roleName: Type.String(),
    hasUser: Type.Boolean({ description: 'True: the person logs in and joins with the same token' }),
    expiresAt: DateTime(),
  },
  { component: 'OrganizationLink' },
);

export const PasswordResetRequest = Closed({ email: Text(1, 320) }, { component: 'PasswordResetRequest' });
export const ResetPasswordRequest = Closed(
  { token: Token, password: NewPassword },
  { component: 'ResetPasswordRequest' },
);
export const ChangePasswordRequest = Closed(
  { currentPassword: Password, password: NewPassword },
  { component: 'ChangePasswordRequest' },
);
export const UpdateOwnUserRequest = Closed({ name: Name(1, 100) }, { component: 'UpdateOwnUserRequest' });

export const User = Closed(
  {
    id: Id,
    name: Type.String(),
    email: Type.String(),
    hasSecondFactor: Type.Boolean(),
    ...shownRole,
    lastLoginAt: Type.Optional(DateTime()),
    createdAt: DateTime({ description: 'When the user became a member' }),
    updatedAt: DateTime(),
  },
  { component: 'User' },
);
export const UserPage = PageOf(User);
export const UpdateUserRequest = Closed(role, { component: 'UpdateUserRequest' });

export const Invitation = Closed(
  {
    id: Id,
    email: Type.String(),
    ...shownRole,
    invitedBy: Type.String({ description: 'Id of the user or key' }),
    status: Enum(['PENDING', 'EXPIRED']),
    createdAt: DateTime(),
    expiresAt: DateTime(),
  },
  { component: 'UserInvitation' },
);
export const InvitationPage = PageOf(Invitation);
export const CreateInvitationRequest = Closed(
  { email: Email(), ...role },
  { component: 'CreateInvitationRequest' },
);

export const OrganizationRole = Closed(
  {
    id: Type.String({ description: 'For a role of the product, its name' }),
    name: Type.String(),
    isCustom: Type.Boolean(),
    scopes: List(Enum(SCOPES), { maxItems: SCOPES.length }),
  },
  { component: 'OrganizationRole' },
);
export const MAX_ROLES = 100;
export const OrganizationRoles = Closed(
  { data: List(OrganizationRole, { maxItems: MAX_ROLES + ROLES.length }) },
  { component: 'OrganizationRoles' },
);
export const CreateRoleRequest = Closed(
  { name: Name(1, 50), scopes: Scopes },
  { component: 'CreateRoleRequest' },
);
export const UpdateRoleRequest = Closed(
  { name: Type.Optional(Name(1, 50)), scopes: Type.Optional(Scopes) },
  { component: 'UpdateRoleRequest' },
);
