import { operation } from '#platform/http/operation.ts';
import { forbidden } from '#platform/problem.ts';
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
  async handle({ actor, deployment }) {
    if (actor.user) throw forbidden({ why: 'a session cannot be exchanged for a token; use an API key' });
    return { token: actor.token ?? (await deployment.issueToken(actor)) };
  },
});
