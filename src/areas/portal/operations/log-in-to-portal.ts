import { anonymousOperation } from '#platform/http/operation.ts';
import { logIn } from '../login/log-in.ts';
import { emailAmbiguous, loginRefused, loginsBusy, tooManyTries } from '../problems.ts';
import { PortalLoginRequest, Token } from '../schema.ts';

export const logInToPortal = anonymousOperation({
  id: 'logInToPortal',
  method: 'POST',
  route: '/ext/v1/portal/login',
  scope: null,
  summary: 'Log in to the portal by e-mail and password',
  description:
    'Takes no credential. The token is that of `POST /organizations/{organization_id}/token`, and ends ' +
    'with a new password. In 15 minutes 10 logins of a user may fail from one address, 30 from all ' +
    'addresses where the user has not logged in within 30 days, and 300 of all users from one address. A ' +
    'password that is set with a mailed code lets its user in at once, from the address where it was set.',
  request: { body: PortalLoginRequest },
  response: { status: 200, body: Token },
  problems: [loginRefused, emailAmbiguous, tooManyTries, loginsBusy],
  answersSecret: true,
  handleAnonymous: async (context, { body }) => ({ token: await logIn(context, body) }),
});
