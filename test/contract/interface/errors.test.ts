import { beforeAll, describe, expect, it } from 'vitest';
import { expectRejected } from '#test/borders.ts';
import { responseSchema } from '#test/document-parts.ts';
import { client, type Reply, useService } from '#test/running-app.ts';

/** One body for every failure, and which failure has which status. */
const service = useService();
const limited = useService({ RATE_LIMIT_OTHER: '1/h' });

const seat = { name: 'Seat', type: 'LICENSE' };
beforeAll(async () => {
  await service.production.must.post('/addons', seat);
});

/** How to get each status; the message says what to do. */
const CASES: readonly [status: number, what: string, send: () => Promise<Reply>, message: RegExp][] = [
  [400, 'a member that is missing', () => post('/addons', { name: 'x' }), /^type: is required$/],
  [
    400,
    'a member that is not known',
    () => post('/addons', { ...seat, colour: 'red' }),
    /^unknown field colour$/,
  ],
  [400, 'a member of another type', () => post('/addons', { ...seat, name: 7 }), /^name: must be a string$/],
  [400, 'what is no JSON', () => post('/addons', '{"name":'), /^body: /],
  [400, 'a state that does not allow it', () => archived(), /archived/],
  [
    401,
    'no valid credential',
    () => client(service.app, '', 'sk_live_x').get('/addons'),
    /^unauthenticated$/,
  ],
  [
    403,
    'a credential without the scope',
    () => withoutScope(),
    /^forbidden: this operation requires the scope \S+; use a credential that has it$/,
  ],
  [404, 'an id that nobody has', () => get('/addons/addon.x'), /^add-on addon\.x not found$/],
  [404, 'a path that is none', () => get('/addonz'), /^no operation GET \/addonz; see \/openapi\.json$/],
  [
    405,
    'another method',
    () => service.production.put('/addons', {}),
    /^this path does not support the method; use (?:GET|POST), (?:GET|POST)$/,
  ],
  [406, 'an answer that is not JSON', () => get('/addons', { accept: 'text/html' }), /^Accept: /],
  [409, 'a name that is taken', () => post('/addons', seat), /^name: .*Seat/],
  [
    413,
    'a body over 1 MiB',
    () => post('/addons', { name: 'x'.repeat(1_048_577) }),
    /^body: must be at most 1024 KiB$/,
  ],
  [
    415,
    'a body that is not JSON',
    () => post('/addons', '<a/>', { 'content-type': 'text/xml' }),
    /^Content-Type: /,
  ],
  [
    422,
    'a key used for another body',
    () => reusedKey(),
    /^Idempotency-Key: was used before .*use a new key/,
  ],
  [429, 'too many calls', () => tooMany(), /^rate limit exceeded; send at most 1 request a hour; /],
];

const get = (path: string, headers?: Record<string, string>) => service.production.get(path, headers);
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  service.production.post(path, body, headers);

async function archived(): Promise<Reply> {
  const { id } = await service.production.must.post('/addons', { ...seat, name: `gone ${Math.random()}` });
  await service.production.must.delete(`/addons/${id}`);
  return service.production.patch(`/addons/${id}`, { name: 'again' });
}

async function withoutScope(): Promise<Reply> {
  const key = await service.production.must.post('/ext/v1/api_keys', { name: 'x', scopes: ['jobs:read'] });
  return client(service.app, '', key.secret).get('/addons');
}

async function reusedKey(): Promise<Reply> {
  const headers = { 'idempotency-key': 'used' };
  await post('/addons', { ...seat, name: 'first' }, headers);
  return post('/addons', { ...seat, name: 'second' }, headers);
}

async function tooMany(): Promise<Reply> {
  await limited.production.get('/addons');
  await limited.production.get('/addons');
  return limited.production.get('/addons');
}

describe('every failure', () => {
  it('has the error body: a message and nothing else', async () => {
    for (const [status, what, send, message] of CASES) {
      const reply = await send();
      expect([what, reply.status]).toEqual([what, status]);
      expectRejected(reply, status, message);
    }
  });

  it('has a message of at most 500 characters', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `x${i}${'x'.repeat(120)}`);
    const body = Object.fromEntries(names.map((name) => [name, 1]));
    const { status, body: error } = await post('/addons', { ...seat, ...body });
    // `unknown field ` and a name that is cut at 100 characters make 114: four of them with `; ` are 462.
    expect([status, [...error.message].length]).toEqual([400, 462 + '; and 5 more'.length]);
    expect(error.message).toMatch(/; and 5 more$/);
  });

  it('400 for what the request is or what the state forbids', async () => {
    for (const [, what, send, message] of CASES.filter(([status]) => status === 400)) {
      const reply = await send();
      expect([what, reply.status, reply.body.message]).toEqual([what, 400, expect.stringMatching(message)]);
    }
  });

  it.each([401, 403, 404, 409, 422, 429])('%d when the table of statuses says so', async (status) => {
    const cases = CASES.filter(([each]) => each === status);
    expect(cases.length).toBeGreaterThan(0);
    for (const [, , send, message] of cases) expectRejected(await send(), status, message);
  });
});

describe('the list of add-ons', () => {
  it('declares 400, 401, 403, 404, 429 and a default, all with the error body', async () => {
    const document = (await service.production.get('/openapi.json')).body;
    const { Error: error } = document.components.schemas;
    for (const status of ['400', '401', '403', '404', '429', 'default'])
      expect(responseSchema(document, document.paths['/addons'].get, status)).toBe(error);
    expect([error.required, error.additionalProperties]).toEqual([['message'], false]);
    expect(error.properties.message).toMatchObject({ type: 'string', maxLength: 500 });
  });
});

describe('every other endpoint', () => {
  it('declares error bodies of the same shape', async () => {
    const document = (await service.production.get('/openapi.json')).body;
    const items: [string, Record<string, { responses: object }>][] = Object.entries(document.paths);
    for (const [path, item] of items)
      for (const [method, operation] of Object.entries(item)) {
        const failures = Object.keys(operation.responses).filter((status) => !/^[23]/.test(status));
        expect(failures.length, `${method} ${path}`).toBeGreaterThanOrEqual(6);
        for (const status of failures)
          expect(responseSchema(document, operation, status)).toBe(document.components.schemas.Error);
      }
  });
});
