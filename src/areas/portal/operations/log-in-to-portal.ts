import { anonymousOperation } from '#platform/http/operation.ts';
import { loginsBusy, tooManyTries } from '#platform/logins/problems.ts';
import { logIn } from '../login/log-in.ts';
import { emailAmbiguous, loginRefused } from '../problems.ts';
import { PortalLoginRequest, Token } from '../schema.ts';

export const logInToPortal = anonymousOperation({
  id: 'logInToPortal',
  method: 'POST',
  route: '/ext/v1/portal/login',
  scope: null,
  summary: 'Log in to the portal by e-mail and password',
  description:
    'Needs no credential. The token is that of `POST /organizations/{organization_id}/token`, and ends ' +
    'when the password changes. In 15 minutes the API accepts 10 failed logins of a user from one ' +
    'address, 30 from all addresses from which the user has not logged in within 30 days, and 300 of all ' +
    'users from one address. After setting a password with a mailed code, the user can log in from the ' +
    'same address at once.',
  request: { body: PortalLoginRequest },
  response: { status: 200, body: Token },
  problems: [loginRefused, emailAmbiguous, tooManyTries, loginsBusy],
  returnsSecret: true,
  handleAnonymous: async (context, { body }) => ({ token: await logIn(context, body) }),
});
