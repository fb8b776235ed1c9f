import { longOperation } from '#platform/http/operation.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { endSessions } from '../end-sessions.ts';
import { providerSessionEnd } from '../oidc/provider-session-end.ts';
import { ownSession } from '../own-session.ts';
import { LoggedOut } from '../schema-oidc.ts';

export const logOut = longOperation({
  id: 'logOut',
  method: 'DELETE',
  route: '/ext/v1/session',
  scope: null,
  needsUser: true,
  summary: 'Log out',
  description:
    'Ends the current session and removes its cookie. After a login with an identity provider, the ' +
    'response has the URL where the provider ends its own session, if it does.',
  response: { status: 200, body: LoggedOut, headers: COOKIE_HEADER },
  async handleLong(context) {
    await endSessions(context, { only: ownSession(context.actor).id });
    const body = { success: true, ...(await providerSessionEnd(context)) };
    return answerWithCookie(context, { status: 200, body, secret: '', lifeMs: 0 });
  },
});
