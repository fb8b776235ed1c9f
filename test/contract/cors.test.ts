import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Service, useService } from '#test/running-app.ts';

/** Web pages of other origins: an organization says which ones may call for it, and none may at first. */
const service = useService();
const [APP, SHOP, EVIL] = ['https://app.example', 'https://shop.example:8443', 'https://evil.example'];

type Client = Service['production'];
let other: Client;

async function allow(caller: Client, organization: string, origins: unknown) {
  return caller.post('/settings', {
    ...{ id: 'CORS_ALLOWED_ORIGINS', name: 'Pages', namespace: 'PLATFORM', dataType: 'JSON' },
    ...{ entityType: 'ORGANIZATION', entityId: organization, value: JSON.stringify(origins) },
  });
}

async function send(method: string, url: string, headers: Record<string, string>) {
  const response = await service.app.server.inject({ method: method as 'GET', url, headers });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

const preflight = (url: string, origin: string) =>
  send('OPTIONS', url, {
    ...{ origin, 'access-control-request-method': 'POST' },
    'access-control-request-headers': 'authorization,content-type',
  });

const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });

beforeAll(async () => {
  const made = await service.createOrganization('other');
  other = made.production;
  expect((await preflight('/addons', APP)).status).toBe(403);
  expect((await allow(service.production, 'default', [APP])).status).toBe(201);
  expect((await allow(other, 'other', [SHOP])).status).toBe(201);
  // What organizations allow is remembered for a second.
  await vi.waitUntil(async () => (await preflight('/addons', SHOP)).status === 204, { timeout: 10_000 });
});

describe('a preflight', () => {
  it('204 without a credential, when any organization of the environment allows the origin', async () => {
    for (const origin of [APP, SHOP]) {
      const { status, headers, text } = await preflight('/addons', origin);
      expect([status, text]).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers': expect.stringMatching(
          /^Authorization, Content-Type, Idempotency-Key/,
        ),
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('403 for an origin that nobody allows, and in the other environment', async () => {
    for (const origin of [EVIL, 'null', `${APP}.evil.example`, 'http://app.example', `${APP}:444`]) {
      const { status, headers } = await preflight('/addons', origin);
      expect([status, headers['error-code'], headers['access-control-allow-origin']]).toEqual([
        ...[403, 'ORIGIN_NOT_ALLOWED', undefined],
      ]);
    }
    expect((await preflight('/sandbox/addons', APP)).status).toBe(403);
  });

  it('401 for OPTIONS that are none', async () => {
    expect((await send('OPTIONS', '/addons', { origin: APP })).status).toBe(401);
    expect((await send('OPTIONS', '/addons', { 'access-control-request-method': 'GET' })).status).toBe(401);
    const { status } = await send('OPTIONS', '/addons', { ...bearer(service.production), origin: APP });
    expect(status).toBe(404);
  });
});

describe('a response', () => {
  const read = (url: string, origin: string, caller = service.production) =>
    send('GET', url, { ...bearer(caller), origin });

  it('may be read by pages that the own organization of the caller allows', async () => {
    const { status, headers } = await read('/addons', APP);
    expect([status, headers.vary]).toEqual([200, 'Origin']);
    expect(headers['access-control-allow-origin']).toBe(APP);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    const exposed = String(headers['access-control-expose-headers']).split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['Error-Code', 'ETag', 'Retry-After', 'RateLimit-Remaining', 'Event-Status']),
    );
    const missing = await read('/addons/none', APP);
    expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, APP]);
    const wrong = await read('/addons?x=1', APP);
    expect([wrong.status, wrong.headers['access-control-allow-origin']]).toEqual([400, APP]);
  });

  it('may not be read by pages that only another organization allows, failures neither', async () => {
    for (const url of ['/addons', '/addons/none', '/addons?x=1']) {
      const { headers } = await read(url, SHOP);
      expect([url, headers.vary]).toEqual([url, 'Origin']);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect((await read(url, SHOP, other)).headers['access-control-allow-origin']).toBe(SHOP);
      expect((await read(url, APP, other)).headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('has no such headers without an origin', async () => {
    const { headers } = await send('GET', '/addons', bearer(service.production));
    for (const name of ['vary', 'access-control-allow-origin', 'access-control-expose-headers'])
      expect(headers).not.toHaveProperty(name);
  });

  it('to nobody says why to pages that may call at all: 401, and what needs no credential', async () => {
    for (const [origin, seen] of [
      [APP, APP],
      [EVIL, undefined],
    ] as const) {
      const rejected = await send('GET', '/addons', { origin });
      expect([rejected.status, rejected.headers['access-control-allow-origin']]).toEqual([401, seen]);
      const login = await send('POST', '/ext/v1/portal/login', { origin });
      expect([login.status, login.headers['access-control-allow-origin']]).toEqual([400, seen]);
    }
  });
});

it.each([
  ['*', '[0] must be an origin'],
  ['null', '[0] must be an origin'],
  ['https://app.example/', '[0] must be an origin'],
  ['https://app.example/path', '[0] must be an origin'],
  ['https://APP.example', '[0] must be an origin'],
  ['https://app.example:443', '[0] must be an origin'],
  ['https://user@app.example', '[0] must be an origin'],
  ['ftp://app.example', '[0] must be an origin'],
  [7, '[0] must be an origin'],
])('400 for the origin %j in the setting', async (origin, rule) => {
  const { status, body } = await allow(service.sandbox, 'default', [origin]);
  expect([status, body.message]).toEqual([400, expect.stringContaining(`value: ${rule}`)]);
});

it('400 for origins that come twice or are no list', async () => {
  expect((await allow(service.sandbox, 'default', [APP, APP])).body.message).toContain('[1] is repeated');
  expect((await allow(service.sandbox, 'default', APP)).body.message).toContain('value: must be a list');
});

it('a page that is no longer allowed is shut out within a second', async () => {
  const id = 'setting.PLATFORM.CORS_ALLOWED_ORIGINS.ORGANIZATION.other';
  await other.must.delete(`/ext/v1/settings/${id}`);
  await vi.waitUntil(async () => (await preflight('/addons', SHOP)).status === 403, { timeout: 10_000 });
  expect((await preflight('/addons', APP)).status).toBe(204);
});
