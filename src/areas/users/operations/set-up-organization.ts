import { anonymousOperation } from '#platform/http/operation.ts';
import { passwordTooCommon } from '#platform/logins/problems.ts';
import { answerSession, COOKIE_HEADER } from '../answer-session.ts';
import { createUser } from '../create-user.ts';
import { findLink } from '../follow-link.ts';
import { linkInvalid, userExists } from '../problems.ts';
import { SessionView, SetUpRequest } from '../schema.ts';

export const setUpOrganization = anonymousOperation({
  id: 'setUpOrganization',
  method: 'POST',
  route: '/ext/v1/setup',
  scope: null,
  beginsSession: true,
  summary: 'Create an administrator with the link of the operator',
  description:
    'While there is no user, each start of the service prints a link that is good once, for 30 minutes; ' +
    '`npm run user` makes one for any organization. The response logs the administrator in.',
  request: { body: SetUpRequest },
  response: { status: 201, body: SessionView, headers: COOKIE_HEADER },
  problems: [linkInvalid, userExists, passwordTooCommon],
  returnsSecret: true,
  async handleAnonymous(context, { body }) {
    const { token, ...person } = body;
    const link = await findLink(context.database, token);
    if (link.invitation) throw linkInvalid();
    const begun = await createUser(context, link, person);
    return answerSession(context, begun, 201);
  },
});
