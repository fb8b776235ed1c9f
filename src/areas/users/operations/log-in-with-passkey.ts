import { anonymousOperation } from '#platform/http/operation.ts';
import { identityProviderRequired } from '#platform/http/session-cookie.ts';
import { tooManyTries } from '#platform/logins/problems.ts';
import { answerSession, COOKIE_HEADER } from '../answer-session.ts';
import { logInWithPasskey as begin } from '../passkeys/log-in-with-passkey.ts';
import { passkeyChallengeOver, passkeyRejected, passkeysUnavailable } from '../problems.ts';
import { SessionView } from '../schema.ts';
import { PasskeyLogInRequest } from '../schema-passkeys.ts';

export const logInWithPasskey = anonymousOperation({
  id: 'logInWithPasskey',
  method: 'POST',
  route: '/ext/v1/sessions/passkey',
  scope: null,
  beginsSession: true,
  summary: 'Log in with a passkey',
  description:
    'The passkey says whose it is, and counts as both factors: the authenticator verifies its user. Limits ' +
    'of failed logins are those of `POST /ext/v1/sessions`.',
  request: { body: PasskeyLogInRequest },
  response: { status: 201, body: SessionView, headers: COOKIE_HEADER },
  problems: [
    ...[passkeyChallengeOver, passkeyRejected, passkeysUnavailable],
    ...[identityProviderRequired, tooManyTries],
  ],
  returnsSecret: true,
  handleAnonymous: async (context, { body }) => answerSession(context, await begin(context, body), 201),
});
