import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { ACCESS_LOG } from '../settings/access-log.ts';
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

it.each<[setting: string, logged: string[]]>([
  ['all', ['a', 'bad', 'b', 'c', 'bad', 'd', 'e']],
  ['failures', ['bad', 'bad']],
  ['1/2', ['bad', 'b ×2', 'bad', 'd ×2']],
  ['off', []],
])('with ACCESS_LOG=%s, these requests have a line: %s', async (setting, logged) => {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const observeRequest = vi.fn();
  const metrics = { observeRequest } as unknown as Metrics;
  const accessLog = ACCESS_LOG.parse(setting);
  const logResponse = responseLog({ logger, metrics, ...(accessLog && { accessLog }) });
  const app = Fastify({ genReqId: () => 'r1' });
  app.decorateRequest('state');
  app.addHook('onResponse', async (request, reply) => logResponse({ request, reply }));
  for (const name of ['a', 'b', 'c', 'd', 'e', 'live']) app.get(`/${name}`, async () => 'answer');
  app.get('/bad', async (_request, reply) => reply.code(400).send('no'));
  // Probes, which have no lines at this level, are not among those that a line stands for.
  for (const name of ['a', 'live', 'bad', 'b', 'c', 'bad', 'live', 'd', 'live', 'e'])
    await app.inject({ url: `/${name}` });
  const shown = lines.map((line) => {
    const { operation, standsFor } = JSON.parse(line);
    return `${operation.slice(1)}${standsFor ? ` ×${standsFor}` : ''}`;
  });
  expect(shown).toEqual(logged);
  // The metrics count all of them.
  expect(observeRequest).toHaveBeenCalledTimes(10);
  await app.close();
});
