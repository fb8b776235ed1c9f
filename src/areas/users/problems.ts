import { BEARER, notFoundKind, problemKind } from '#platform/problem.ts';

export const userNotFound = notFoundKind('user');
export const invitationNotFound = notFoundKind('invitation');
export const passkeyNotFound = notFoundKind('passkey');
export const roleNotFound = notFoundKind('role');
export const sessionNotFound = notFoundKind('session');

/** One response for an unknown e-mail and for a wrong password. */
export const credentialsRejected = problemKind('CREDENTIALS_REJECTED', 401, () => ({
  message: 'the e-mail, the password or the code is wrong',
  headers: BEARER,
}));
export const secondFactorMissing = problemKind('SECOND_FACTOR_MISSING', 401, () => ({
  message: 'code: this login needs a code of the authenticator app, or a recovery code',
  headers: BEARER,
}));
export const codeWrong = problemKind(
  'CODE_WRONG',
  400,
  () => 'code: is wrong or was used; wait for the next code of the app, or send a recovery code',
);
export const factorExists = problemKind(
  'SECOND_FACTOR_EXISTS',
  409,
  () => 'this user has a second factor already; remove it first',
);
export const freshLoginNeeded = problemKind(
  'FRESH_LOGIN_NEEDED',
  403,
  () =>
    'this needs a login of the last 10 minutes; log in again, or send currentPassword, and a code if this ' +
    'user has a second factor',
);
export const passkeysUnavailable = problemKind(
  'PASSKEYS_UNAVAILABLE',
  400,
  () =>
    'browsers offer passkeys for https and a host name only; set PUBLIC_URL to such a URL of this service',
);
export const passkeyChallengeOver = problemKind(
  'PASSKEY_CHALLENGE_OVER',
  400,
  () => 'clientDataJSON: answers no challenge of the last 5 minutes in this browser; begin the login again',
);
/** One response, whatever is wrong with it. */
export const passkeyRejected = problemKind('PASSKEY_REJECTED', 401, () => ({
  message: 'the passkey is unknown or was rejected; log in with another one, or with the password',
  headers: BEARER,
}));
export const passkeyResponseInvalid = problemKind(
  'PASSKEY_RESPONSE_INVALID',
  400,
  () =>
    'the response of the authenticator is wrong, or answers no challenge of the last 5 minutes in this ' +
    'session; begin to add the passkey again',
);
export const passkeyExists = problemKind(
  'PASSKEY_EXISTS',
  409,
  () => 'this passkey was added already; use another authenticator',
);
export const tooManyPasskeys = problemKind(
  'TOO_MANY_PASSKEYS',
  400,
  (d: { max: number }) => `a user has at most ${d.max} passkeys; remove one first`,
);
export const lastWayIn = problemKind(
  'LAST_WAY_IN',
  400,
  () => 'this passkey is the only way in for this user; set a password or add another passkey first',
);
export const passwordWrong = problemKind(
  'PASSWORD_WRONG',
  400,
  () => 'currentPassword: is not the password of this user',
);
export const linkInvalid = problemKind(
  'ONE_TIME_LINK_INVALID',
  400,
  () => 'token: is invalid, used, revoked or expired; request a new link',
);
export const userExists = problemKind(
  'USER_EXISTS',
  409,
  () => 'a user with this e-mail exists already; log in, and join the organization with the same token',
);
export const alreadyMember = problemKind(
  'ALREADY_MEMBER',
  409,
  (d: { email: string }) => `${d.email} is a member of the organization already`,
);
export const alreadyInvited = problemKind(
  'ALREADY_INVITED',
  409,
  (d: { email: string }) => `${d.email} has been invited already; resend or revoke that invitation`,
);
export const roleAmbiguous = problemKind('ROLE_AMBIGUOUS', 400, () => 'send either role or customRoleId');
export const roleScopeNotHeld = problemKind(
  'ROLE_SCOPE_NOT_HELD',
  403,
  (d: { scope: string }) => `the role has ${d.scope}, which the credential of this request does not hold`,
);
export const memberOutOfReach = problemKind(
  'MEMBER_OUT_OF_REACH',
  403,
  (d: { scope: string }) =>
    `the user has ${d.scope}, which the credential of this request does not hold; use one that holds it`,
);
export const lastAdministrator = problemKind(
  'LAST_ADMINISTRATOR',
  400,
  () => 'an organization keeps at least one administrator; make somebody else an administrator first',
);
export const roleNameTaken = problemKind(
  'ROLE_NAME_TAKEN',
  409,
  (d: { name: string }) => `name: the organization has a role ${d.name} already`,
);
export const roleInUse = problemKind(
  'ROLE_IN_USE',
  409,
  () => 'the role belongs to members or invitations; give them another one first',
);
export const tooManyRoles = problemKind(
  'TOO_MANY_ROLES',
  400,
  (d: { max: number }) => `an organization has at most ${d.max} roles of its own`,
);
export const notAMember = problemKind(
  'NOT_A_MEMBER',
  403,
  () => 'organizationId: is no organization in which this user is a member',
);
export const providerNotFound = problemKind(
  'IDENTITY_PROVIDER_NOT_FOUND',
  404,
  () => 'there is no identity provider with which members of this organization log in',
);
export const providerUnfit = problemKind(
  'IDENTITY_PROVIDER_UNFIT',
  400,
  (d: { reason: string }) => `issuer: is no OpenID provider that this service can use: ${d.reason}`,
);
export const clientSecretMissing = problemKind(
  'CLIENT_SECRET_MISSING',
  400,
  () => 'clientSecret: is needed for a new issuer or client; the stored one is not sent to another provider',
);
export const emailDomainNotAllowed = problemKind(
  'EMAIL_DOMAIN_NOT_ALLOWED',
  400,
  (d: { domain: string }) =>
    `emailDomains: ${d.domain} is not allowed for this organization; the operator allows it with ` +
    'npm run organization -- allow-domain',
);
export const providerUntried = problemKind(
  'IDENTITY_PROVIDER_UNTRIED',
  400,
  () => 'isRequired: nobody has logged in through this provider yet; log in with it once first',
);
export const groupsRepeated = problemKind(
  'GROUPS_REPEATED',
  400,
  () => 'groupRoles: must name each group once',
);
export const returnToInvalid = problemKind(
  'RETURN_TO_INVALID',
  400,
  () => 'returnTo: must be the path of a page of the console, such as /console/invoices',
);
export const oidcLoginOver = problemKind(
  'OIDC_LOGIN_OVER',
  400,
  () => 'this login was finished, has expired or began in another browser; begin it again',
);
export const providerUnreachable = problemKind('IDENTITY_PROVIDER_UNREACHABLE', 503, () => ({
  message: 'the identity provider cannot be reached; try again in a moment',
  headers: { 'retry-after': '10' },
}));
export const providerRejected = problemKind('IDENTITY_PROVIDER_REJECTED', 401, (d: { code: string }) => ({
  message: `the identity provider rejected the login: ${d.code}`,
  headers: BEARER,
}));
export const providerResponseInvalid = problemKind(
  'IDENTITY_PROVIDER_RESPONSE_INVALID',
  401,
  (d: { reason: string }) => ({
    message: `the response of the identity provider is invalid: ${d.reason}`,
    headers: BEARER,
  }),
);
export const emailUntrusted = problemKind(
  'EMAIL_UNTRUSTED',
  403,
  () =>
    'the identity provider has not verified an e-mail of a domain that is allowed for this organization; ' +
    'ask an administrator',
);
export const identityInUse = problemKind(
  'IDENTITY_IN_USE',
  403,
  () =>
    'the user with this e-mail logs in with another account of the identity provider; ask an administrator',
);
export const noRoleForIdentity = problemKind(
  'NO_ROLE_FOR_IDENTITY',
  403,
  () => 'your groups at the identity provider give you no role in this organization; ask an administrator',
);
export const approversTooFew = problemKind(
  'APPROVERS_TOO_FEW',
  400,
  (d: { scope: string; names: readonly string[] }) =>
    `the policy of approvals needs at least two users with the scopes approvals:write and ${d.scope}, and ` +
    `there would be ${d.names.length === 0 ? 'none' : `only ${d.names.join(', ')}`}; give somebody else a ` +
    'role that has them first',
);
