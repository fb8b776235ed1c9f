import { longOperation } from '#platform/http/operation.ts';
import { identityProviderRequired } from '#platform/http/session-cookie.ts';
import { answerSession, COOKIE_HEADER } from '../answer-session.ts';
import { credentialsRejected, notAMember } from '../problems.ts';
import { SessionView, SwitchOrganizationRequest } from '../schema.ts';
import { switchTo } from '../switch-to.ts';

export const switchOrganization = longOperation({
  id: 'switchOrganization',
  method: 'POST',
  route: '/ext/v1/session/organization',
  scope: null,
  needsUser: true,
  needsOwnLogin: true,
  summary: 'Continue the session in another organization',
  description: 'The session gets another cookie and the role of the user there; it ends when it would have.',
  request: { body: SwitchOrganizationRequest },
  response: { status: 200, body: SessionView, headers: COOKIE_HEADER },
  problems: [notAMember, identityProviderRequired, credentialsRejected],
  returnsSecret: true,
  handleLong: async (context, { body }) =>
    answerSession(context, await switchTo(context, body.organizationId), 200),
});
