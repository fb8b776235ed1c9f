import { BEARER, notFoundKind, problemKind } from '#platform/problem.ts';

export const contactNotFound = notFoundKind('contact');
export const organizationNotFound = notFoundKind('organization');
export const portalTokenNotFound = notFoundKind('portal token');
export const emailTaken = problemKind(
  'EMAIL_TAKEN',
  409,
  (d: { email: string }) => `email: the customer has a contact with ${d.email} already`,
);
export const passwordTooCommon = problemKind(
  'PASSWORD_TOO_COMMON',
  400,
  () => 'password: is one of those that are tried first; choose another',
);
export const accessAmbiguous = problemKind(
  'ACCESS_AMBIGUOUS',
  400,
  () => 'access: send allAccounts true or accountIds, not both',
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
    `${d.member}: only a credential with the scope portal:write decides who logs in to the portal, and how`,
);
export const loginOff = problemKind(
  'LOGIN_OFF',
  403,
  (d: { username: string }) => `contact ${d.username} has no portal login; set loginAccess to true first`,
);
export const nothingGranted = problemKind(
  'NOTHING_GRANTED',
  403,
  (d: { username: string }) => `contact ${d.username} is granted no account; give access to accounts first`,
);
export const customerClosed = problemKind(
  'CUSTOMER_CLOSED',
  403,
  (d: { id: string }) => `customer ${d.id} is archived; no portal token is issued for it`,
);
export const accountsAmbiguous = problemKind(
  'ACCOUNTS_AMBIGUOUS',
  400,
  () => 'accountIds: send either accountIds or allAccountsAccess true',
);

/** One response for an unknown e-mail and for a wrong password. */
export const loginRefused = problemKind('LOGIN_REFUSED', 401, () => ({
  message: 'the e-mail or the password is wrong, or the login is off',
  headers: BEARER,
}));
export const passwordTokenInvalid = problemKind('PASSWORD_TOKEN_INVALID', 401, () => ({
  message: 'token: is wrong, was used or has expired; ask for another mail',
  headers: BEARER,
}));
export const tooManyTries = problemKind('TOO_MANY_TRIES', 429, ({ seconds }: { seconds: number }) => ({
  message: `too many tries; the next one counts in ${seconds} s`,
  headers: { 'retry-after': String(seconds) },
}));
export const loginsBusy = problemKind('LOGINS_BUSY', 503, () => ({
  message: 'too many logins at one time; try again in a moment',
  headers: { 'retry-after': '1' },
}));
