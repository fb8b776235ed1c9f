import { longOperation } from '#platform/http/operation.ts';
import { endSessions } from '../end-sessions.ts';
import { sessionNotFound } from '../problems.ts';
import { EndedSessions, SessionParams } from '../schema.ts';

export const endSession = longOperation({
  id: 'endSession',
  method: 'DELETE',
  route: '/ext/v1/sessions/{session_id}',
  scope: null,
  needsUser: true,
  summary: "End one of the user's own sessions",
  description: 'The API rejects its cookie within a second.',
  request: { params: SessionParams },
  response: { status: 200, body: EndedSessions },
  problems: [sessionNotFound],
  async handleLong(context, { params }) {
    const id = params.session_id;
    const ended = await endSessions(context, { only: id });
    if (ended === 0) throw sessionNotFound({ id });
    return { ended };
  },
});
