import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { listenOnce } from '#test/open-stream.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const addOn = { name: 'Seat', type: 'LICENSE' };

/** What every refusal looks like, whoever refuses. */
function expectProblem(
  reply: { status: number; text: string; headers: Record<string, unknown> },
  status: number,
): string {
  expect(reply.status).toBe(status);
  const body = JSON.parse(reply.text);
  expect(Object.keys(body)).toEqual(['message']);
  expect([...body.message].length).toBeLessThanOrEqual(500);
  expect(reply.headers['error-code']).toMatch(/^[A-Z][A-Z0-9_]+$/);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  return body.message;
}

interface Sent {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
  isAnonymous?: boolean;
}

async function send({ method = 'GET', url, headers = {}, payload, isAnonymous }: Sent) {
  const credential = isAnonymous ? {} : { authorization: `Bearer ${service.production.key}` };
  const response = await service.app.server.inject({
    method: method as 'GET',
    url,
    headers: { ...credential, ...headers },
    ...(payload !== undefined && { payload }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    headers: response.headers as Record<string, unknown>,
  };
}

describe('the credential of a request', () => {
  it.each([
    ['none', {}],
    ['an empty header', { authorization: '' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['no credential', { authorization: 'Bearer ' }],
    ['two words', { authorization: 'Bearer a b' }],
    ['an unknown key', { authorization: 'Bearer sk_live_unknown' }],
    ['what looks like a token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }],
    ['a key in X-API-Key where it is not accepted', { 'x-api-key': 'sk_live_unknown' }],
    ['5000 characters', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ])('401 without details for %s', async (_, headers) => {
    const reply = await send({
      url: '/addons',
      headers: headers as Record<string, string>,
      isAnonymous: true,
    });
    expect(expectProblem(reply, 401)).toBe('unauthenticated');
    expect(reply.headers['www-authenticate']).toBe('Bearer');
  });

  it('200 whatever the case of the scheme', async () => {
    const headers = { authorization: `bEaReR  ${service.production.key}` };
    expect((await send({ url: '/addons', headers, isAnonymous: true })).status).toBe(200);
  });

  it('401 before anything else is looked at: route, method, body and type', async () => {
    for (const sent of [
      { url: '/nowhere' },
      { url: '/sandbox/nowhere' },
      { method: 'OPTIONS', url: '/addons' },
      { method: 'PUT', url: '/addons' },
      { method: 'POST', url: '/addons', payload: 'x'.repeat(2_000_000) },
      { method: 'POST', url: '/addons', payload: '<a/>', headers: { 'content-type': 'text/xml' } },
      { url: '/addons', headers: { accept: 'text/html' } },
    ])
      expect(expectProblem(await send({ ...sent, isAnonymous: true }), 401)).toBe('unauthenticated');
  });
});

describe('a request that no operation can take', () => {
  it('404 for an unknown path, in one sentence', async () => {
    expect(expectProblem(await send({ url: '/nowhere?a=b' }), 404)).toBe(
      'no operation GET /nowhere; see /openapi.json',
    );
    expectProblem(await send({ url: `/${'x'.repeat(1500)}` }), 404);
    expect((await send({ method: 'HEAD', url: '/addons' })).status).toBe(404);
    expectProblem(await send({ url: '//addons' }), 404);
    expectProblem(await send({ url: '/addons/a/b/c' }), 404);
  });

  it('405 with Allow for a method that the path does not answer', async () => {
    const reply = await send({ method: 'PUT', url: '/addons/x' });
    expect(expectProblem(reply, 405)).toBe('this path does not support the method; use GET, PATCH, DELETE');
    expect(reply.headers.allow).toBe('GET, PATCH, DELETE');
    expectProblem(await send({ method: 'DELETE', url: '/metrics' }), 405);
    // The clock exists in the sandbox only: here there is no such path, whatever the method.
    expectProblem(await send({ method: 'POST', url: '/ext/v1/clock' }), 404);
  });

  it('406 when JSON is not accepted, and any wish that includes it is', async () => {
    expectProblem(await send({ url: '/addons', headers: { accept: 'text/html' } }), 406);
    for (const accept of [
      '*/*',
      'application/json',
      'application/*',
      'text/html, */*;q=0.1',
      '',
      'Application/JSON',
    ])
      expect((await send({ url: '/addons', headers: { accept } })).status).toBe(200);
  });

  it('413 for a body over the limit', async () => {
    const payload = JSON.stringify({ ...addOn, name: 'x'.repeat(1_100_000) });
    const reply = await send({
      method: 'POST',
      url: '/addons',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(expectProblem(reply, 413)).toBe('body: must be at most 1024 KiB');
  });

  it.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'json',
    '',
  ])('415 for the content type %j', async (type) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    const payload = Buffer.from(JSON.stringify(addOn));
    expectProblem(await send({ method: 'POST', url: '/addons', payload, headers }), 415);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'json', 'application/json', ''])(
    '200 without a body whatever its content type says, here %j',
    async (type) => {
      const { id } = await service.production.must.post('/addons', { ...addOn, name: `Without ${type}` });
      const headers = { 'content-type': type, 'content-length': '0' };
      expect((await send({ method: 'DELETE', url: `/addons/${id}`, headers })).status).toBe(200);
      const { 'content-length': _, ...withoutLength } = headers;
      const again = { method: 'DELETE', url: `/addons/${id}`, headers: withoutLength };
      expect((await send(again)).status).toBe(200);
      const post = await send({ method: 'POST', url: '/addons', headers });
      expect(expectProblem(post, 400)).toBe('body: is required; send a JSON object');
    },
  );

  it('415 for a body in pieces, and not for one of no piece', async () => {
    const sendPieces = (pieces: string[]) =>
      send({
        method: 'POST',
        url: '/addons',
        headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
        payload: Readable.from(pieces) as never,
      });
    expectProblem(await sendPieces(['{"name":', '"a"}']), 415);
    expect(expectProblem(await sendPieces([]), 400)).toBe('body: is required; send a JSON object');
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
  ])('200 for the content type %s', async (type) => {
    const payload = JSON.stringify({ ...addOn, name: `sent as ${Buffer.from(type).toString('hex')}` });
    const reply = await send({ method: 'POST', url: '/addons', payload, headers: { 'content-type': type } });
    expect(reply.status).toBe(200);
  });
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };
  it.each([
    ['', /^body: is required; send a JSON object$/],
    ['[]', /^body: must be an object$/],
    ['null', /^body: must be an object$/],
    ['"text"', /^body: must be an object$/],
    ['{"name":"a","type":"LICENSE","name\\u0000":1}', /control characters/],
    [`${'['.repeat(100_000)}`, /nested deeper|not valid JSON/],
    [`{"name":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`, /^body: is nested deeper than 64 levels$/],
  ])('400 for %.60j', async (payload, message) => {
    expect(
      expectProblem(await send({ method: 'POST', url: '/addons', payload, headers: json }), 400),
    ).toMatch(message);
  });

  it('400 when there is one where none is taken, unless it is an empty object', async () => {
    const { id } = await service.production.must.post('/addons', { ...addOn, name: 'No body' });
    const archive = (payload: string) =>
      send({ method: 'DELETE', url: `/addons/${id}`, payload, headers: json });
    expect(expectProblem(await archive('{"a":1}'), 400)).toBe(
      'body: must be empty, because this operation takes no body',
    );
    expect((await archive('{}')).status).toBe(200);
    expect((await send({ method: 'DELETE', url: `/addons/${id}`, headers: json })).status).toBe(200);
  });
});

describe('a path or query', () => {
  it.each([
    ['/addons/', 'addon_id: must not be empty'],
    ['/addons/%zz', 'path: must be a valid path; percent-encode reserved characters'],
    ['/addons/%00', 'addon_id: must not contain control characters or invalid Unicode; send printable text'],
    ['/addons/%0a', 'addon_id: must not contain control characters or invalid Unicode; send printable text'],
    [`/addons/${'x'.repeat(51)}`, 'addon_id: must have at most 50 characters'],
    [`/addons/${'x'.repeat(3000)}`, 'path: a parameter is too long; shorten it'],
    [
      '/addons?_search=%00',
      '_search: must not contain control characters or invalid Unicode; send printable text',
    ],
    ['/addons?statsu=ACTIVE', 'unknown query parameter statsu (did you mean status?)'],
    ['/addons?page_size=1', 'unknown query parameter page_size (did you mean pageSize?)'],
    [
      '/alert_templates?_filter=x',
      'unknown query parameter _filter (this operation takes nextToken, pageSize, _sort)',
    ],
    ['/addons/x?status=ACTIVE', 'unknown query parameter status (this operation takes none)'],
    ['/accounts?accountId=x', 'unknown query parameter accountId (did you mean account_id?)'],
    [
      '/addons?utm=x&constructor=z',
      /^unknown query parameter utm \(.+\); unknown query parameter constructor \(/,
    ],
    [`/addons?${'x'.repeat(5000)}=1`, /^unknown query parameter x{50}… \(/],
    ['/addons?=x', /^unknown query parameter "" \(/],
    ['/addons?pageSize=0', 'pageSize: must be a whole number from 1 to 100'],
    ['/addons?status=X', 'status: must be one of ACTIVE, ARCHIVED'],
  ])('400 for %.60s', async (url, message) => {
    expect(expectProblem(await send({ url }), 400)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  it('200 for a query that says nothing', async () => {
    for (const url of ['/addons?', '/addons?&&', '/addons?status='])
      expect((await send({ url })).status).toBe(200);
  });

  // `/addons/..` is `/` already when it is sent.
  it.each(['...', '%2e%2e%2e', "'%20or%201=1%20--", '%F0%9F%98%80', '%25', '%2F', 'null', 'constructor'])(
    '404 for the id %s',
    async (id) => {
      expectProblem(await send({ url: `/addons/${id}` }), 404);
    },
  );
});

describe('a response', () => {
  it('carries the request id that was sent, or one of its own when that is odd', async () => {
    const idOf = async (sent: string) =>
      (await send({ url: '/addons', headers: { 'x-request-id': sent } })).headers['x-request-id'];
    expect(await idOf('abc-1.2_3')).toBe('abc-1.2_3');
    expect(await idOf('a b')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf('x'.repeat(101))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is not kept by caches nor guessed by browsers', async () => {
    for (const url of ['/addons', '/nowhere', '/live']) {
      const { headers } = await send({ url });
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
  });
});

describe('the addresses of the service itself', () => {
  it('200 without a credential for health, document and public keys', async () => {
    for (const base of ['', '/sandbox']) {
      expect((await send({ url: `${base}/live`, isAnonymous: true })).text).toBe('{"status":"live"}');
      expect((await send({ url: `${base}/ready`, isAnonymous: true })).text).toBe('{"status":"ready"}');
      const document = await send({ url: `${base}/openapi.json`, isAnonymous: true });
      expect(JSON.parse(document.text)).toMatchObject({ openapi: '3.1.0' });
      const version = await send({ url: `${base}/version`, isAnonymous: true });
      expect(version.text).toBe('{"api":"1.0","build":"test"}');
    }
    const keys = await send({ url: '/.well-known/jwks.json', isAnonymous: true });
    // The one that signs, and the one that will.
    const isPublic = expect.not.objectContaining({ d: expect.anything() });
    expect(JSON.parse(keys.text).keys).toEqual([isPublic, isPublic]);
    expect(keys.headers['cache-control']).toBe('public, max-age=300');
  });

  it('200 at / with a page for browsers and pointers for programs', async () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const url of ['/', '/sandbox/']) {
      const page = await send({ url, isAnonymous: true, headers: { accept: browser, host: 'bill.example' } });
      expect([page.status, page.headers['content-type'], page.headers.vary]).toEqual([
        ...[200, 'text/html; charset=utf-8', 'Accept'],
      ]);
      const style = /<style>([^<]*)<\/style>/.exec(page.text)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      expect(page.headers['content-security-policy']).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; ` +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      for (const link of ['/docs', '/openapi.json']) expect(page.text).toContain(`href="${link}"`);
      expect(page.text).toContain('curl -X POST http://bill.example/sandbox/customers');
      expect(page.text).not.toMatch(/<script|src=|@import|url\(/);
    }
    for (const accept of ['*/*', 'application/json', '', 'text/html;q=0.5, application/json']) {
      const pointers = await send({ url: '/', isAnonymous: true, headers: { accept } });
      expect(JSON.parse(pointers.text)).toMatchObject({ reference: '/docs', openApi: '/openapi.json' });
      expect([pointers.status, pointers.headers['content-type']]).toEqual([
        ...[200, 'application/json; charset=utf-8'],
      ]);
    }
    expect((await send({ url: '/', isAnonymous: true, headers: { accept: 'text/html;q=0' } })).text).toMatch(
      /^{/,
    );
  });

  it('figures for callers on this machine, and 401 for what a proxy forwards', async () => {
    const metrics = await send({ url: '/metrics', isAnonymous: true });
    expect(metrics.text).toContain('tallymark_http_request_seconds');
    expect(metrics.text).toContain('tallymark_database_connections{state="total"}');
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expectProblem(await send({ url: '/metrics', isAnonymous: true, headers: forwarded }), 401);
    expect((await send({ url: '/metrics', headers: forwarded })).status).toBe(200);
  });
});

describe('bytes that are no HTTP request', () => {
  const talk = async (bytes: string): Promise<string> => {
    const { port } = service.app.server.server.address() as { port: number };
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      let response = '';
      socket.on('data', (data) => {
        response += data;
      });
      socket.on('close', () => resolve(response));
      socket.on('error', reject);
    });
  };
  const split = (response: string) => {
    const [head = '', text = ''] = response.split('\r\n\r\n');
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ').map((part, i) => (i ? part : part.toLowerCase()))),
    );
    return { status: Number(head.split(' ')[1]), text, headers };
  };

  it('are rejected with the one error body too', async () => {
    await listenOnce(service.app.server);
    const garbage = split(await talk('NONSENSE\r\n\r\n'));
    expect(expectProblem(garbage, 400)).toBe('request: is not a valid HTTP request');
    const longHeader = split(
      await talk(`GET /live HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(100_000)}\r\n\r\n`),
    );
    expect(expectProblem(longHeader, 431)).toBe('request: the headers are too long');
    const bothLengths = 'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';
    expectProblem(split(await talk(`POST /addons HTTP/1.1\r\nhost: x\r\n${bothLengths}`)), 400);
    expect(split(await talk('GET /live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).status).toBe(200);
  });
});
