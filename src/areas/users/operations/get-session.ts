import { longOperation } from '#platform/http/operation.ts';
import { describeSession } from '../describe-session.ts';
import { ownRows, ownSession } from '../own-session.ts';
import { credentialsRejected } from '../problems.ts';
import { SessionView } from '../schema.ts';

export const getSession = longOperation({
  id: 'getSession',
  method: 'GET',
  route: '/ext/v1/session',
  scope: null,
  needsUser: true,
  summary: 'Get the current session',
  description:
    'Everything that a page needs at its start: the user, its organizations, and what its role permits in ' +
    'the current one.',
  response: { status: 200, body: SessionView },
  problems: [credentialsRejected],
  handleLong: (context) => describeSession(context, ownSession(context.actor), ownRows(context.actor)),
});
