import { longOperation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { endSessions } from '../end-sessions.ts';
import { ownSession } from '../own-session.ts';

export const logOut = longOperation({
  id: 'logOut',
  method: 'DELETE',
  route: '/ext/v1/session',
  scope: null,
  needsUser: true,
  summary: 'Log out',
  description: 'Ends the current session and removes its cookie.',
  response: { status: 200, body: Success, headers: COOKIE_HEADER },
  async handleLong(context) {
    await endSessions(context, { only: ownSession(context.actor).id });
    return answerWithCookie(context, { status: 200, body: { success: true }, secret: '', lifeMs: 0 });
  },
});
