import { operation } from '#platform/http/operation.ts';
import { Clock } from '../schema.ts';

export const getClock = operation({
  id: 'getClock',
  method: 'GET',
  route: '/ext/v1/clock',
  scope: 'org:read',
  summary: "Read the sandbox organization's clock",
  response: { status: 200, body: Clock },
  isSandboxOnly: true,
  handle: async ({ now }) => ({ now }),
});
