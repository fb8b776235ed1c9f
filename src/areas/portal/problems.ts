import { notFoundKind, Problem, problemKind } from '#platform/problem.ts';

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

/** One answer for an e-mail that nobody has and for a wrong password. */
export const loginRefused = Object.assign(
  (): Problem =>
    new Problem('LOGIN_REFUSED', 401, {
      message: 'the e-mail or the password is wrong, or the login is off',
      headers: { 'www-authenticate': 'Bearer' },
    }),
  { code: 'LOGIN_REFUSED', status: 401 as const },
);
export const passwordTokenInvalid = Object.assign(
  (): Problem =>
    new Problem('PASSWORD_TOKEN_INVALID', 401, {
      message: 'token: is wrong, was used or is older than an hour; ask for another mail',
      headers: { 'www-authenticate': 'Bearer' },
    }),
  { code: 'PASSWORD_TOKEN_INVALID', status: 401 as const },
);
export const tooManyTries = Object.assign(
  ({ seconds }: { seconds: number }): Problem =>
    new Problem('TOO_MANY_TRIES', 429, {
      message: `too many tries; the next one counts in ${seconds} s`,
      headers: { 'retry-after': String(seconds) },
    }),
  { code: 'TOO_MANY_TRIES', status: 429 as const },
);
export const loginsBusy = Object.assign(
  (): Problem =>
    new Problem('LOGINS_BUSY', 503, {
      message: 'too many logins at one time; try again in a moment',
      headers: { 'retry-after': '1' },
    }),
  { code: 'LOGINS_BUSY', status: 503 as const },
);
