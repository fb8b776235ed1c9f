import { anonymousOperation } from '#platform/http/operation.ts';
import { identityProviderRequired } from '#platform/http/session-cookie.ts';
import { loginsBusy, tooManyTries } from '#platform/logins/problems.ts';
import { answerSession, COOKIE_HEADER } from '../answer-session.ts';
import { logIn as begin } from '../log-in.ts';
import { credentialsRejected, secondFactorMissing } from '../problems.ts';
import { LogInRequest, SessionView } from '../schema.ts';

export const logIn = anonymousOperation({
  id: 'logIn',
  method: 'POST',
  route: '/ext/v1/sessions',
  scope: null,
  beginsSession: true,
  summary: 'Log in with e-mail and password',
  description:
    'Needs no credential, but the header `Tallymark-Session: 1`. The response sets a cookie, with which a ' +
    'browser can call every operation that the role of the user permits; each of those requests needs the ' +
    'same header. Limits of failed logins in 15 minutes: 10 of a user from one address, 30 from addresses ' +
    'that are not known for this user, and 300 of all users from one address. If the user has a second ' +
    'factor, a login with the right password and no code gets SECOND_FACTOR_MISSING; repeat it with one.',
  request: { body: LogInRequest },
  response: { status: 201, body: SessionView, headers: COOKIE_HEADER },
  problems: [
    ...[credentialsRejected, secondFactorMissing, identityProviderRequired],
    ...[tooManyTries, loginsBusy],
  ],
  returnsSecret: true,
  handleAnonymous: async (context, { body }) => answerSession(context, await begin(context, body), 201),
});
