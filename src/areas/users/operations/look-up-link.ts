import { anonymousOperation } from '#platform/http/operation.ts';
import { describeLink } from '../describe-link.ts';
import { findLink } from '../follow-link.ts';
import { linkInvalid } from '../problems.ts';
import { LinkView, TokenRequest } from '../schema.ts';

export const lookUpLink = anonymousOperation({
  id: 'lookUpLink',
  method: 'POST',
  route: '/ext/v1/links/lookup',
  scope: null,
  isRead: true,
  summary: 'Look up the organization to which a link leads',
  description: 'Needs no credential but the token of an invitation or of a setup link, which stays good.',
  request: { body: TokenRequest },
  response: { status: 200, body: LinkView },
  problems: [linkInvalid],
  handleAnonymous: async (context, { body }) =>
    describeLink(context, await findLink(context.database, body.token)),
});
