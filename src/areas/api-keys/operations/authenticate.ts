import { operation } from '#platform/http/operation.ts';
import { Token } from '../schema.ts';

export const authenticate = operation({
  id: 'authenticate',
  method: 'POST',
  route: '/authenticate',
  scope: null,
  portal: { mode: 'READ' },
  summary: 'Exchange an API key for a token valid for 24 hours',
  description:
    'A request with a token returns the same token. The key may also be sent in the header X-API-Key.',
  response: { status: 200, body: Token },
  isRead: true,
  handle: async ({ actor, deployment }) => ({ token: actor.token ?? (await deployment.issueToken(actor)) }),
});
