import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import { pathOf } from '#test/every-operation.ts';
import { addPerson, asOwner, clientsOf, cookieIn, type Person } from '#test/people.ts';
import { forgetting } from '#test/portal.ts';
import { client, useService } from '#test/running-app.ts';

/**
 * A browser adds the cookie of a session to whatever any page asks it to send. Only requests that this
 * service's own pages can make are answered, for reading, too.
 */
const service = useService();
const operations = areas.flatMap((area) => area.operations);
const signed = operations.filter(({ handleAnonymous }) => !handleAnonymous);
const ids = new Proxy({}, { get: () => 'anything' });

type Headers = Record<string, string>;

/** As a browser would send it for a page. */
async function send(person: Person, headers: Headers, { method = 'GET', url = '/customers' } = {}) {
  const { statusCode, headers: answered } = await service.app.server.inject({
    method: method as 'GET',
    url,
    headers: { cookie: `tallymark_session=${person.cookie}`, ...headers },
  });
  return `${statusCode} ${answered['error-code'] ?? ''}`.trim();
}

const OWN = { 'tallymark-session': '1' };

describe('the cookie without the header of the pages', () => {
  it('403 for every operation, whatever its method', async () => {
    const person = await addPerson(service);
    for (const operation of signed) {
      const url = pathOf(operation, ids).replace(/^/, operation.isSandboxOnly ? '/sandbox' : '');
      const said = await send(person, {}, { method: operation.method, url });
      expect([operation.id, said]).toEqual([operation.id, '403 SESSION_HEADER_MISSING']);
    }
  });

  it('403 for a path that nobody has, so that it cannot be probed', async () => {
    const person = await addPerson(service);
    expect(await send(person, {}, { url: '/nowhere' })).toBe('403 SESSION_HEADER_MISSING');
    expect(await send(person, OWN, { url: '/nowhere' })).toBe('404 ROUTE_NOT_FOUND');
  });
});

describe('the cookie with headers that tell where the request comes from', () => {
  it.each<[string, Headers, string]>([
    ['nothing', {}, '200'],
    ['the same origin', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }, '200'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, '403 CROSS_SITE_REQUEST'],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, '403 CROSS_SITE_REQUEST'],
    ['the address bar', { 'sec-fetch-site': 'none' }, '403 CROSS_SITE_REQUEST'],
    ['another origin', { origin: 'https://evil.example' }, '403 CROSS_SITE_REQUEST'],
    ['another port', { origin: 'http://localhost:8080' }, '403 CROSS_SITE_REQUEST'],
    ['a sandboxed page', { origin: 'null' }, '403 CROSS_SITE_REQUEST'],
    ['a file', { origin: 'file://' }, '403 CROSS_SITE_REQUEST'],
    ['nonsense', { origin: 'localhost' }, '403 CROSS_SITE_REQUEST'],
  ])('%s', async (_, headers, expected) => {
    const person = await addPerson(service);
    expect(await send(person, { host: 'localhost', ...OWN, ...headers })).toBe(expected);
  });

  it('a bearer credential beside the cookie counts, and a cookie is no bearer credential', async () => {
    const person = await addPerson(service);
    const bearer = { authorization: `Bearer ${service.production.key}` };
    expect(await send(person, bearer)).toBe('200');
    expect(await send(person, { ...OWN, authorization: 'Bearer sk_live_wrong' })).toBe('401 UNAUTHENTICATED');
    expect(await send(person, { ...OWN, authorization: '' })).toBe('401 UNAUTHENTICATED');
    for (const credential of [person.cookie, `session ${person.cookie}`])
      expect((await client(service.app, '', credential).get('/customers')).status).toBe(401);
  });

  it('an allowed origin may not use it either: CORS never admits credentials', async () => {
    const origin = 'https://portal.example';
    await service.production.must.post('/settings', {
      ...{ id: 'CORS_ALLOWED_ORIGINS', name: 'Origins', namespace: 'PLATFORM', dataType: 'JSON' },
      ...{ value: JSON.stringify([origin]), entityType: 'ORGANIZATION', entityId: 'default' },
    });
    await forgetting();
    const person = await addPerson(service);
    expect(await send(person, { ...OWN, origin })).toBe('403 CROSS_SITE_REQUEST');
    const preflight = await service.app.server.inject({
      ...{ method: 'OPTIONS', url: '/customers' },
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-credentials']]).toEqual([
      204,
      undefined,
    ]);
    expect(preflight.headers['access-control-allow-headers']).not.toMatch(/tallymark-session/i);
  });
});

describe('the cookie itself', () => {
  it('over https it has the prefix that no other host can set, and the plain one is ignored', async () => {
    const app = service.app;
    const secure = await addPerson(service);
    const [name, plain] = ['__Host-tallymark_session', 'tallymark_session'];
    const statusOf = async (cookie: string) =>
      (
        await app.server.inject({
          ...{ method: 'GET', url: '/customers' },
          headers: { ...OWN, cookie },
        })
      ).statusCode;
    expect(await statusOf(`${plain}=${secure.cookie}`)).toBe(200);
    expect(await statusOf(`${name}=${secure.cookie}`)).toBe(401);
    expect(await statusOf(`a=b; ${plain}=${secure.cookie}; c=d`)).toBe(200);
    expect(await statusOf(`${plain}=${secure.cookie.slice(1)}`)).toBe(401);
    expect(await statusOf(`x${plain}=${secure.cookie}`)).toBe(401);
  });

  it('a login takes over no cookie that was there before', async () => {
    const victim = await addPerson(service);
    const planted = 'P'.repeat(43);
    const response = await service.app.server.inject({
      ...{ method: 'POST', url: '/ext/v1/sessions' },
      headers: { 'content-type': 'application/json', ...OWN, cookie: `tallymark_session=${planted}` },
      payload: JSON.stringify({ email: victim.email, password: 'seven green herons 71' }),
    });
    expect(response.statusCode).toBe(201);
    expect(cookieIn(response.headers)).not.toBe(planted);
    expect((await clientsOf(service, planted).production.get('/customers')).status).toBe(401);
  });
});

describe('a session ends', () => {
  const statusOf = async ({ production }: Person) => (await production.get('/customers')).status;
  const change = (person: Person, set: string) =>
    asOwner(service, (owner) => owner.query(`update sessions set ${set} where id = $1`, [person.sessionId]));

  it.each([
    ['12 hours after its last use', "last_used_at = now() - interval '12 hours'"],
    ['7 days after the login, however often it is used', 'expires_at = now()'],
  ])('%s', async (_, set) => {
    const person = await addPerson(service);
    expect(await statusOf(person)).toBe(200);
    await change(person, set);
    await forgetting();
    expect(await statusOf(person)).toBe(401);
  });

  it('not while it is used: each use is noted once a minute, by one of concurrent requests', async () => {
    const person = await addPerson(service);
    await change(person, "last_used_at = now() - interval '11 hours', address = 'elsewhere'");
    await Promise.all(Array.from({ length: 6 }, () => statusOf(person)));
    await change(person, "last_used_at = last_used_at - interval '11 hours'");
    await forgetting();
    expect(await statusOf(person)).toBe(200);
    const { rows } = await asOwner(service, (owner) =>
      owner.query(
        "select last_used_at > now() - interval '1 minute' as is_noted, address from sessions where id = $1",
        [person.sessionId],
      ),
    );
    expect(rows).toEqual([{ is_noted: true, address: '127.0.0.1' }]);
  });

  it('for writing while its organization is suspended, and with its organization', async () => {
    const organization = 'ending';
    await service.createOrganization(organization);
    const person = await addPerson(service, { organization });
    const setStatus = (status: string) =>
      asOwner(service, (owner) =>
        owner.query(`update organizations set status = $2 where id = $1 and environment = 'production'`, [
          organization,
          status,
        ]),
      ).then(forgetting);
    const write = async () =>
      (await person.production.post('/addons', { name: 'x', type: 'LICENSE' })).status;
    await setStatus('SUSPENDED');
    expect([await statusOf(person), await write()]).toEqual([200, 403]);
    await setStatus('ACTIVE');
    expect([await statusOf(person), await write()]).toEqual([200, 200]);
    await setStatus('CLOSED');
    expect([await statusOf(person), await write()]).toEqual([401, 401]);
  });

  it('its cookie is replaced every 4 hours, by one of concurrent requests; the old one ends', async () => {
    const person = await addPerson(service);
    await change(person, "rotated_at = now() - interval '5 hours'");
    const replies = await Promise.all(Array.from({ length: 6 }, () => person.production.get('/customers')));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const cookies = replies.flatMap(({ headers }) => cookieIn(headers) ?? []);
    expect([cookies.length, new Set([...cookies, person.cookie]).size]).toEqual([1, 2]);
    const next = clientsOf(service, cookies[0] ?? '').production;
    expect((await next.get('/customers')).status).toBe(200);
    // A request that was under way with the old one.
    await forgetting();
    expect(await statusOf(person)).toBe(200);
    await change(person, 'previous_until = now()');
    await forgetting();
    expect([await statusOf(person), (await next.get('/customers')).status]).toEqual([401, 200]);
  });
});

it('a stream is opened by the own pages only, too', async () => {
  const person = await addPerson(service);
  const open = (headers: Headers) => person.production.listen('/ext/v1/events/tail', headers);
  for (const headers of [{ 'tallymark-session': '' }, { origin: 'https://evil.example' }]) {
    const refused = await open(headers);
    expect(refused.status).toBe(403);
    await refused.ended;
  }
  const stream = await open({});
  expect(stream.status).toBe(200);
  await stream.hangUp();
});
