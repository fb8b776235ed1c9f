import { longOperation } from '#platform/http/operation.ts';
import { endSessions } from '../end-sessions.ts';
import { ownSession } from '../own-session.ts';
import { EndedSessions } from '../schema.ts';

export const endOtherSessions = longOperation({
  id: 'endOtherSessions',
  method: 'DELETE',
  route: '/ext/v1/sessions',
  scope: null,
  needsUser: true,
  summary: "End all of the user's sessions but the current one",
  response: { status: 200, body: EndedSessions },
  async handleLong(context) {
    const but = ownSession(context.actor).id;
    return { ended: await endSessions(context, { but }) };
  },
});
