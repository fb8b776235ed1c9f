import { longOperation } from '#platform/http/operation.ts';
import { answerSession, COOKIE_HEADER } from '../answer-session.ts';
import { join } from '../join.ts';
import { alreadyMember, credentialsRejected, linkInvalid } from '../problems.ts';
import { SessionView, TokenRequest } from '../schema.ts';

export const joinOrganization = longOperation({
  id: 'joinOrganization',
  method: 'POST',
  route: '/ext/v1/session/memberships',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Join an organization with the link of an invitation',
  description:
    'For somebody who is a user already; also with a setup link. The session continues in the new ' +
    'organization, with another cookie.',
  request: { body: TokenRequest },
  response: { status: 200, body: SessionView, headers: COOKIE_HEADER },
  problems: [linkInvalid, alreadyMember, credentialsRejected],
  returnsSecret: true,
  handleLong: async (context, { body }) => answerSession(context, await join(context, body.token), 200),
});
