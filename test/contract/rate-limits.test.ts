import { describe, expect, it } from 'vitest';
import { NO_RATE_LIMITS } from '#test/no-rate-limits.ts';
import { passStopwatch } from '#test/pass-stopwatch.ts';
import { withPortalToken } from '#test/portal.ts';
import { client, type Reply, type Service, useService } from '#test/running-app.ts';

/** Each class of calls at its border: 2 an hour is 4 at once, and the fifth is refused. */
const RATE = '2/h';
const BURST = 4;

const EVENT = {
  schemaName: 'calls',
  accountId: 'acme',
  timestamp: '2030-01-01T00:00:00Z',
  attributes: [],
  dimensions: {},
};

const statuses = (replies: Reply[]) => replies.map(({ status }) => status);

async function times<T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let i = 0; i < count; i++) made.push(await call(i));
  return made;
}

function expectProblem(reply: Reply | undefined): void {
  expect(reply?.status).toBe(429);
  expect(Object.keys(reply?.body)).toEqual(['message']);
  expect(reply?.body.message).toMatch(/^rate limit exceeded; .+ repeat this request in \d+ s$/);
  expect(reply?.headers['error-code']).toBe('RATE_LIMITED');
  const seconds = String(reply?.headers['retry-after']);
  expect(seconds).toMatch(/^[1-9]\d*$/);
  // Half an hour for the next one, less what the calls took.
  expect(Number(seconds)).toBeGreaterThan(1750);
  expect(Number(seconds)).toBeLessThanOrEqual(1800);
  expect(reply?.headers).toMatchObject({ 'ratelimit-limit': '4', 'ratelimit-remaining': '0' });
  expect(String(reply?.headers['ratelimit-reset'])).toMatch(/^\d+$/);
}

describe('each class of calls of an organization', () => {
  const service = useService({
    RATE_LIMIT_INGEST: RATE,
    RATE_LIMIT_INGEST_BATCH: RATE,
    RATE_LIMIT_OTHER: RATE,
  });

  const CLASSES = {
    ingest: ({ sandbox }: Service) => sandbox.post('/ingest', { event: { ...EVENT, id: 'e' } }),
    'events that ask first': ({ production }: Service) =>
      production.post('/entitled', { event: { ...EVENT, id: 'e' } }),
    'ingest batch': ({ sandbox }: Service) =>
      sandbox.post('/ingestBatch', { events: [{ ...EVENT, id: 'e' }] }),
    other: ({ sandbox }: Service) => sandbox.get('/addons'),
  };

  it.each(Object.entries(CLASSES))('429 for the fifth of %s', async (_, call) => {
    const replies = await times(BURST + 1, () => call(service));
    expect(statuses(replies.slice(0, BURST))).not.toContain(429);
    expect(replies[0]?.headers).toMatchObject({ 'ratelimit-limit': '4', 'ratelimit-remaining': '3' });
    expectProblem(replies[BURST]);
  });

  it('429 before anything is said about the route, its method or the scope', async () => {
    const { sandbox } = service;
    for (const call of [sandbox.get('/nowhere'), sandbox.put('/addons', {}), sandbox.get('/accounts')])
      expectProblem(await call);
  });

  it('401 when the credential is wrong, however full the bucket of the organization is', async () => {
    expect((await client(service.app, '/sandbox', 'sk_test_unknown').get('/addons')).status).toBe(401);
  });

  it('200 for the other environment and for another organization', async () => {
    expect((await service.production.get('/addons')).status).toBe(200);
    const { sandbox } = await service.createOrganization('other');
    expect((await sandbox.get('/addons')).status).toBe(200);
  });

  it('200 for what needs no credential', async () => {
    const paths = ['/live', '/ready', '/openapi.json', '/docs', '/.well-known/jwks.json'];
    const responses = await times(20, (i) =>
      service.app.server.inject({ url: paths[i % paths.length] ?? '' }),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  });

  it('an unknown path counts as a call', async () => {
    const { production } = await service.createOrganization('lost');
    const replies = await times(BURST + 1, () => production.get('/nowhere'));
    expect(statuses(replies)).toEqual([404, 404, 404, 404, 429]);
  });

  it('every key of an organization draws from the same bucket', async () => {
    const { production } = await service.createOrganization('keys');
    const key = await production.must.post('/ext/v1/api_keys', { name: 'second', scopes: ['catalog:read'] });
    const second = client(service.app, '', key.secret);
    expect(statuses(await times(4, () => second.get('/addons')))).toEqual([200, 200, 200, 429]);
    expect((await production.get('/addons')).status).toBe(429);
  });
});

describe('calls with portal tokens', () => {
  const service = useService({ RATE_LIMIT_PORTAL: RATE });

  it('429 for the fifth of a token; each token has a bucket, and its organization another', async () => {
    const { sandbox } = service;
    const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.example', address: {} };
    await sandbox.must.post('/customers', customer);
    const delegate = { customerId: 'acme', accountIds: ['acme'], expiry: 3600 };
    const enter = async () =>
      withPortalToken(service, (await sandbox.must.post('/portal/token', delegate)).token);
    const [one, two] = [await enter(), await enter()];
    const replies = await times(BURST + 1, () => one.get('/accounts/acme'));
    expect(statuses(replies)).toEqual([200, 200, 200, 200, 429]);
    expectProblem(replies[BURST]);
    // Before the wall of the portal: this operation lets no portal token in.
    expectProblem(await one.get('/addons'));
    expect((await two.get('/accounts/acme')).status).toBe(200);
    const own = await times(20, () => sandbox.get('/accounts/acme'));
    expect(new Set(statuses(own))).toEqual(new Set([200]));
  });
});

describe('a rejected call', () => {
  const service = useService({ RATE_LIMIT_OTHER: '1/s' });

  it('200 when it is repeated after Retry-After, with its Idempotency-Key', async () => {
    const { production } = service;
    const headers = { 'idempotency-key': 'k-1' };
    const addOn = { name: 'Seat', type: 'LICENSE' };
    let reply = await production.post('/addons', { ...addOn, name: 'Other' });
    for (let i = 0; i < 50 && reply.status !== 429; i++) reply = await production.get('/addons');
    reply = await production.post('/addons', addOn, headers);
    for (let i = 0; i < 50 && reply.status !== 429; i++)
      reply = await production.post('/addons', { ...addOn, name: `n${i}` }, { 'idempotency-key': `n-${i}` });
    expect(reply.status).toBe(429);
    passStopwatch(Number(reply.headers['retry-after']) * 1000);
    expect((await production.post('/addons', addOn, headers)).status).toBe(200);
  });
});

describe('callers without a valid credential', () => {
  const service = useService({ RATE_LIMIT_UNAUTHENTICATED: RATE });
  const anonymous = (remoteAddress: string, headers: Record<string, string> = {}, url = '/addons') =>
    service.app.server.inject({ url, remoteAddress, headers });

  it('429 for the fifth rejected request from an IP address, whatever the error and URL', async () => {
    const at = '203.0.113.1';
    const responses = [
      await anonymous(at),
      await anonymous(at, { authorization: 'Bearer sk_live_unknown' }),
      await anonymous(at, { authorization: 'Basic YTpi' }, '/sandbox/addons'),
      await anonymous(at, {}, '/nowhere'),
      await anonymous(at),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 429]);
    const [last] = responses.slice(-1);
    expectProblem({ status: 429, body: last?.json(), text: '', headers: last?.headers ?? {} });
    expect(last?.json().message).toMatch(/send a valid credential/);
  });

  it('200 for a valid credential from the same address', async () => {
    const at = '203.0.113.2';
    await times(10, () => anonymous(at));
    const authorization = `Bearer ${service.production.key}`;
    const responses = await times(20, () => anonymous(at, { authorization }));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect((await anonymous(at)).statusCode).toBe(429);
  });

  it('401 from another address, and 429 for the network of an IPv6 address', async () => {
    await times(10, () => anonymous('2001:db8:1:2::1'));
    expect((await anonymous('2001:db8:1:2::99')).statusCode).toBe(429);
    expect((await anonymous('2001:db8:1:3::1')).statusCode).toBe(401);
  });

  it('the address that a stranger claims is not believed', async () => {
    const responses = await times(BURST + 1, (i) =>
      anonymous('203.0.113.3', { 'x-forwarded-for': `198.51.100.${i}` }),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 429]);
  });

  it.each(['/live', '/ready', '/metrics'])('200 for %s, however many refusals there were', async (path) => {
    await times(10, () => anonymous('127.0.0.1'));
    expect((await anonymous('127.0.0.1')).statusCode).toBe(429);
    const responses = await times(BURST + 1, () => anonymous('127.0.0.1', {}, path));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(BURST + 1).fill(200));
    expect(responses[0]?.headers).not.toHaveProperty('ratelimit-limit');
  });
});

describe('behind a proxy that is trusted', () => {
  const service = useService({ RATE_LIMIT_UNAUTHENTICATED: RATE, TRUST_PROXY: '10.0.0.0/8, ::1' });
  const through = (proxy: string, forwarded: string) =>
    service.app.server.inject({
      url: '/addons',
      remoteAddress: proxy,
      headers: { 'x-forwarded-for': forwarded },
    });

  it('the address that it names is counted, and no address that a stranger put before it', async () => {
    const responses = await times(BURST + 1, (i) => through('10.1.2.3', `192.0.2.${i}, 203.0.113.9`));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 429]);
    expect((await through('10.9.9.9', '203.0.113.9')).statusCode).toBe(429);
    expect((await through('10.1.2.3', '203.0.113.10')).statusCode).toBe(401);
    expect((await through('11.1.2.3', '203.0.113.9')).statusCode).toBe(401);
  });
});

/** Not set: the support code of tests switches limits off. */
const DEFAULTS = Object.fromEntries(Object.keys(NO_RATE_LIMITS).map((name) => [name, '']));

describe('without settings', () => {
  const service = useService(DEFAULTS);

  it.each([
    // The burst is two seconds of the rate.
    ['/ingest', { event: { ...EVENT, id: 'e' } }, 100_000],
    ['/ingestBatch', { events: [{ ...EVENT, id: 'e' }] }, 10_000],
    ['/addons', { name: 'Seat', type: 'LICENSE' }, 2_000],
  ])('POST %s has a generous limit', async (path, body, limit) => {
    const { headers } = await service.production.post(path, body);
    expect(headers).toMatchObject({ 'ratelimit-limit': `${limit}`, 'ratelimit-remaining': `${limit - 1}` });
  });

  it('a portal token has one, too', async () => {
    const { sandbox } = service;
    const known = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.example', address: {} };
    await sandbox.must.post('/customers', known);
    const delegate = { customerId: 'acme', accountIds: ['acme'], expiry: 3600 };
    const portal = withPortalToken(service, (await sandbox.must.post('/portal/token', delegate)).token);
    expect((await portal.get('/accounts/acme')).headers).toMatchObject({ 'ratelimit-limit': '200' });
  });

  it('a suite that sends thousands of calls with one key is not rejected', async () => {
    const { sandbox } = await service.createOrganization('suite');
    const rounds = await times(20, () =>
      Promise.all(Array.from({ length: 100 }, () => sandbox.get('/nowhere'))),
    );
    expect(new Set(statuses(rounds.flat()))).toEqual(new Set([404]));
  });

  it('600 rejections at once get 401, the next 429', async () => {
    const responses = await times(601, () =>
      service.app.server.inject({ url: '/addons', remoteAddress: '203.0.113.5' }),
    );
    const at = responses.findIndex(({ statusCode }) => statusCode === 429);
    // A few more than 600 fit when the calls take long: five a second come back.
    expect(at === -1 || at === 600).toBe(true);
    const more = await times(100, () =>
      service.app.server.inject({ url: '/addons', remoteAddress: '203.0.113.5' }),
    );
    expect(more.some(({ statusCode }) => statusCode === 429)).toBe(true);
  });
});
