import { BEARER, notFoundKind, problemKind } from '#platform/problem.ts';

export const contactNotFound = notFoundKind('contact');
export const organizationNotFound = notFoundKind('organization');
export const portalTokenNotFound = notFoundKind('portal token');
export const emailTaken = problemKind(
  'EMAIL_TAKEN',
  409,
  (d: { email: string }) => `email: the customer already has a contact with ${d.email}`,
);
export const accessAmbiguous = problemKind(
  'ACCESS_AMBIGUOUS',
  400,
  () => 'access: send either accountIds or allAccounts true',
);
export const emailAmbiguous = problemKind(
  'EMAIL_AMBIGUOUS',
  409,
  () => 'email belongs to several customers; send customerId',
);
export const loginScopeMissing = problemKind(
  'LOGIN_SCOPE_MISSING',
  403,
  (d: { member: string }) =>
    `${d.member}: requires a credential with the scope portal:write, because it controls portal logins`,
);
export const loginOff = problemKind(
  'LOGIN_OFF',
  403,
  (d: { username: string }) => `contact ${d.username} has no portal login; set loginAccess to true first`,
);
export const nothingGranted = problemKind(
  'NOTHING_GRANTED',
  403,
  (d: { username: string }) =>
    `contact ${d.username} has access to no account; grant access to accounts first`,
);
export const customerClosed = problemKind(
  'CUSTOMER_CLOSED',
  403,
  (d: { id: string }) => `customer ${d.id} is archived; portal tokens are issued for active customers only`,
);
export const accountsAmbiguous = problemKind(
  'ACCOUNTS_AMBIGUOUS',
  400,
  () => 'accountIds: send either accountIds or allAccountsAccess true',
);

/** One response for an unknown e-mail and for a wrong password. */
export const loginRefused = problemKind('LOGIN_REFUSED', 401, () => ({
  message: 'the e-mail or the password is wrong, or the login is disabled',
  headers: BEARER,
}));
export const passwordTokenInvalid = problemKind('PASSWORD_TOKEN_INVALID', 401, () => ({
  message: 'token: is invalid, used or expired; request a new mail',
  headers: BEARER,
}));
