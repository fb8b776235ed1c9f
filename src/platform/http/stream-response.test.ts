import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { openStream } from '#test/open-stream.ts';
import { lacksScopes, problemKind, unauthenticated } from '../problem.ts';
import { createMetrics } from './metrics.ts';
import type { Actor } from './operation.ts';
import { Closed, DateTime } from './schemas.ts';
import { buildServer, type Logger } from './server.ts';
import { type StreamContext, streamOperation } from './stream-operation.ts';
import type { StreamPace } from './stream-response.ts';

const PACE: StreamPace = { tickMs: 40, maxTicks: 1000, partingMs: 100 };
const AT = Temporal.Instant.from('2030-01-01T00:00:00Z');
const busy = problemKind('BUSY', 429, () => 'busy');

type Ticks = AsyncGenerator<{ event: 'tick'; id?: string; data: { at: Temporal.Instant; text: string } }>;
type Source = (context: StreamContext, filters: object) => Promise<Ticks> | Ticks;

interface Served {
  app: FastifyInstance;
  /** Fails what is asked about the credential from now on. */
  reject(error: Error): void;
  lines: Record<string, unknown>[];
}

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

function serve(source: Source, pace: Partial<StreamPace> = {}): Served {
  let failure: Error | null = null;
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => !line.includes('Server listening') && lines.push(JSON.parse(line));
  const logger = pino({ level: 'info' }, { write });
  const operation = streamOperation({
    ...{ id: 'listen', route: '/listen', scope: 'events:read', summary: 'Listen', problems: [busy] },
    request: { query: Type.Object({ count: Type.Optional(Type.Integer({ maximum: 9 })) }) },
    stream: {
      messages: { tick: Closed({ at: DateTime(), text: Type.String() }) },
      filters: { kind: { column: 'kind', kind: 'enum', values: ['A', 'B'] } },
    },
    handleStream: async (context, { filters }) => source(context, filters),
  });
  const actor: Actor = {
    org: { orgId: 1, id: 'o', environment: 'production' },
    ...{
      credentialId: 'k',
      scopes: new Set(['events:read']),
      keyRotation: 1,
      token: null,
      expiresAt: null,
      portal: null,
    },
  };
  const app = buildServer({
    operations: [operation],
    executor: { deployment: { wirePrefix: 'platform' }, routes: new Map() } as never,
    authenticate: async () => {
      if (failure) throw failure;
      return actor;
    },
    ...{
      metrics: createMetrics(),
      logger: logger as unknown as Logger,
      wirePrefix: 'platform',
      trustedProxies: [],
    },
    rateLimits: { ingest: null, ingestBatch: null, other: null, portal: null, unauthenticated: null },
    streamPace: { ...PACE, ...pace },
    extend: () => undefined,
  });
  apps.push(app);
  const reject = (error: Error) => {
    failure = error;
  };
  return { app, reject, lines };
}

const listen = (app: FastifyInstance, path = '/listen', headers: Record<string, string> = {}) =>
  openStream(app, { path, headers: { authorization: 'Bearer k', ...headers } });

/** Sends nothing until it is over. */
async function* silence({ signal }: StreamContext): Ticks {
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

async function* three(): Ticks {
  for (const text of ['one', 'two\nlines', 'three'])
    yield { event: 'tick', id: `id-${text.length}`, data: { at: AT, text, extra: 1 } as never };
}

const bye = (reason: string) => ({ event: 'bye', data: { reason, message: expect.stringMatching(/\w/) } });

it('sends messages as they are declared, and says why it ends', async () => {
  const stream = await listen(
    serve(
      async function* (context) {
        yield* three();
        yield* silence(context);
      },
      { maxTicks: 3 },
    ).app,
  );
  await stream.ended;
  const at = '2030-01-01T00:00:00.000Z';
  expect(stream.status).toBe(200);
  expect(stream.messages).toEqual([
    { event: 'tick', id: 'id-3', data: { at, text: 'one' } },
    { event: 'tick', id: 'id-9', data: { at, text: 'two\nlines' } },
    { event: 'tick', id: 'id-5', data: { at, text: 'three' } },
    bye('MAX_DURATION'),
  ]);
  expect(stream.text()).toMatch(/^retry: 1000\n\n/);
  // The third tick is the end.
  expect(stream.text().match(/^: keep-alive$/gm)).toHaveLength(2);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
});

describe('what is rejected before the first byte is a response like any other', () => {
  it.each([
    // path                        headers                            status  message
    ['/listen?count=x', {}, 400, /^count: /],
    ['/listen?kind=C', {}, 400, /^kind: must be one of A, B$/],
    ['/listen?_sort=x', {}, 400, /^unknown query parameter _sort \(/],
    ['/listen', { 'last-event-id': 'x'.repeat(201) }, 400, /^Last-Event-ID: /],
    ['/listen', { 'last-event-id': 'a b' }, 400, /^Last-Event-ID: /],
    ['/listen', { accept: 'application/json' }, 406, /text\/event-stream/],
    ['/listen', { authorization: '' }, 401, /^unauthenticated$/],
    ['/listen?kind=B', {}, 429, /^busy$/],
  ])('%s %o', async (path, headers, status, message) => {
    let wasAborted = false;
    const { app } = serve(({ signal }) => {
      signal.addEventListener('abort', () => {
        wasAborted = true;
      });
      throw busy();
    });
    const rejected = await listen(app, path, headers as Record<string, string>);
    await rejected.ended;
    expect(rejected.status).toBe(status);
    expect(Object.keys(JSON.parse(rejected.text()))).toEqual(['message']);
    expect(JSON.parse(rejected.text()).message).toMatch(message);
    expect(wasAborted).toBe(status === 429);
  });
});

it('hands on filters as lists have them, and the id that was heard last', async () => {
  const seen: unknown[] = [];
  const { app } = serve(async function* (context, filters) {
    seen.push([filters, context.lastEventId]);
    yield* three();
  });
  const headers = { 'last-event-id': 'id-9', accept: 'text/event-stream' };
  await (await listen(app, '/listen?kind=A,B&kind=A', headers)).heard(3);
  expect(seen).toEqual([[{ kind: ['in:["A","B"]', 'in:["A"]'] }, 'id-9']]);
});

it('ends when the server does, which then does not wait', async () => {
  const { app } = serve(silence);
  const streams = [await listen(app), await listen(app)];
  const before = performance.now();
  await app.close();
  expect(performance.now() - before).toBeLessThan(2000);
  for (const { messages, ended } of streams) {
    await ended;
    expect(messages).toEqual([bye('SHUTDOWN')]);
  }
});

it('does not begin while the server ends', async () => {
  const { app } = serve(async (context) => {
    await sleep(100);
    return silence(context);
  });
  await openStream(app, { path: '/nowhere' });
  const late = listen(app);
  await sleep(50);
  await app.close();
  const { messages, ended } = await late;
  await ended;
  expect(messages).toEqual([bye('SHUTDOWN')]);
});

it.each([
  ['deactivated', unauthenticated()],
  ['without the scope', lacksScopes(['events:read'])],
])('ends when the credential is %s', async (_, error) => {
  const { app, reject } = serve(silence);
  const stream = await listen(app);
  await sleep(100);
  expect(stream.messages).toEqual([]);
  reject(error);
  await stream.ended;
  expect(stream.messages).toEqual([bye('CREDENTIAL')]);
});

it('goes on while the credential cannot be looked up', async () => {
  const { app, reject } = serve(silence);
  const stream = await listen(app);
  reject(new Error('the database is away'));
  await sleep(150);
  expect(stream.messages).toEqual([]);
  await stream.hangUp();
});

it('ends what belongs to it when the caller hangs up, and writes one line', async () => {
  let isOver = false;
  const { app, lines } = serve(async function* (context) {
    yield* three();
    yield* silence(context);
    isOver = true;
  });
  const stream = await listen(app);
  await stream.heard(3);
  expect(lines).toEqual([]);
  await stream.hangUp();
  await sleep(100);
  expect(isOver).toBe(true);
  expect(lines).toEqual([expect.objectContaining({ operation: 'listen', status: 200, ended: 'GONE' })]);
});

it('says that a fault ended it, without details, and logs them', async () => {
  const { app, lines } = serve(async function* () {
    yield* three();
    throw new Error('the secret reason');
  });
  const stream = await listen(app);
  await stream.ended;
  expect(stream.messages.at(-1)).toEqual(bye('ERROR'));
  expect(stream.text()).not.toContain('secret');
  expect(JSON.stringify(lines[0])).toContain('the secret reason');
  expect(lines[1]).toMatchObject({ status: 200, ended: 'ERROR' });
});

it('takes no more from the source than the caller reads, and cuts off who reads nothing', async () => {
  let taken = 0;
  const { app, lines } = serve(async function* () {
    for (;;) {
      taken += 1;
      yield { event: 'tick', data: { at: AT, text: 'x'.repeat(65_536) } };
    }
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET /listen HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n\r\n');
  // Two ticks without progress, and the time for a last word.
  await sleep(800);
  // What the buffers of the system hold, some MiB, and one more.
  expect(taken).toBeLessThan(400);
  expect(lines).toEqual([expect.objectContaining({ status: 200, ended: 'SLOW_READER' })]);
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(heard.length).toBeLessThan(400 * 66_000);
});

it('sends everything to a caller that reads, however much it is', async () => {
  const { app } = serve(
    async function* (context) {
      for (let i = 0; i < 100 && !context.signal.aborted; i++)
        yield { event: 'tick', data: { at: AT, text: `${i} `.repeat(10_000) } };
      yield* silence(context);
    },
    { tickMs: 1000 },
  );
  const stream = await listen(app);
  const messages = await stream.heard(100);
  expect(messages.map(({ data }) => Number.parseInt(data.text, 10))).toEqual([...Array(100).keys()]);
  await stream.hangUp();
});
