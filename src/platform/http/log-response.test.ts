import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { responseLog } from './log-response.ts';
import type { Metrics } from './metrics.ts';
import { stateOf } from './request-state.ts';

it('writes one line with the id of the request before all else, and times it', async () => {
  const lines: string[] = [];
  const logger = pino(
    { base: null, timestamp: false, redact: ['*.secret'] },
    { write: (line: string) => lines.push(line) },
  );
  const observeRequest = vi.fn();
  const logResponse = responseLog({ logger, metrics: { observeRequest } as unknown as Metrics });
  const app = Fastify({ genReqId: () => 'r1' });
  app.decorateRequest('state');
  app.addHook('onResponse', (request, reply, done) => {
    logResponse({ request, reply });
    done();
  });
  app.get('/anywhere', async () => 'answer');
  app.get('/sandbox/ready', async () => 'answer');
  app.get('/operation', async (request, reply) => {
    const org = { orgId: 1, id: 'default', environment: 'sandbox' as const };
    stateOf(request).compiled = { operation: { id: 'listThings' } } as never;
    stateOf(request).actor = { org, credentialId: 'key_1', portal: null } as never;
    return reply.code(202).send('answer');
  });
  await app.inject({ url: '/anywhere' });
  await app.inject({ url: '/operation' });
  await app.inject({ url: '/sandbox/ready' });
  const ms = expect.any(Number);
  expect(lines).toHaveLength(2); // probes have none at info
  const [plain, full] = lines.map((line) => JSON.parse(line));
  expect(Object.keys(plain).slice(0, 2)).toEqual(['level', 'requestId']);
  expect(plain).toEqual({
    ...{ level: 30, requestId: 'r1', operation: '/anywhere', status: 200, ms, msg: 'request' },
  });
  expect(full).toEqual({
    ...{ level: 30, requestId: 'r1', operation: 'listThings', status: 202, ms, msg: 'request' },
    ...{ org: 'default', environment: 'sandbox', credential: 'key_1' },
  });
  expect(observeRequest.mock.calls).toEqual([
    ['/anywhere', 200, ms],
    ['listThings', 202, ms],
    ['/sandbox/ready', 200, ms],
  ]);
  await app.close();
  // The logger that it was given keeps looking for secrets.
  logger.info({ of: { secret: 'x' } });
  expect(lines.at(-1)).toContain('[Redacted]');
});
