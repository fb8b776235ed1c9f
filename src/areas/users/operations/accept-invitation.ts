import { anonymousOperation } from '#platform/http/operation.ts';
import { passwordTooCommon } from '#platform/logins/problems.ts';
import { answerSession, COOKIE_HEADER } from '../answer-session.ts';
import { createUser } from '../create-user.ts';
import { findLink } from '../follow-link.ts';
import { linkInvalid, userExists } from '../problems.ts';
import { AcceptInvitationRequest, SessionView } from '../schema.ts';

export const acceptInvitation = anonymousOperation({
  id: 'acceptInvitation',
  method: 'POST',
  route: '/ext/v1/invitations/accept',
  scope: null,
  beginsSession: true,
  summary: 'Accept an invitation as a new user',
  description:
    'Needs no credential but the token of the link. The response logs the user in. Somebody who is a user ' +
    'already logs in first and joins the organization.',
  request: { body: AcceptInvitationRequest },
  response: { status: 201, body: SessionView, headers: COOKIE_HEADER },
  problems: [linkInvalid, userExists, passwordTooCommon],
  returnsSecret: true,
  async handleAnonymous(context, { body }) {
    const { token, ...sent } = body;
    const link = await findLink(context.database, token);
    if (!link.invitation) throw linkInvalid();
    const person = { ...sent, email: link.invitation.email };
    const begun = await createUser(context, link, person);
    return answerSession(context, begun, 201);
  },
});
