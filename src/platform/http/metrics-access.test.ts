import { describe, expect, it } from 'vitest';
import { client, type Service, useService } from '#test/running-app.ts';

const TOKEN = 'for-prometheus-0001';
const open = useService({ TRUST_PROXY: '127.0.0.1' });
const guarded = useService({ METRICS_TOKEN: TOKEN, RATE_LIMIT_UNAUTHENTICATED: '1000000/s' });

const read = (service: Service, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  service.app.server.inject({ url: '/metrics', headers, remoteAddress });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('GET /metrics without METRICS_TOKEN', () => {
  it('200 for a program on this machine, and for a key that may read the organization', async () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
      expect([address, (await read(open, {}, address)).statusCode]).toEqual([address, 200]);
    const { key } = open.production;
    expect((await read(open, bearer(key), '203.0.113.1')).statusCode).toBe(200);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['x-forwarded-host', 'b.example'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
  ])('401 for what a proxy on this machine passes on, with %s: %s', async (name, value) => {
    expect((await read(open, { [name]: value })).statusCode).toBe(401);
  });

  it('401 for a stranger, also with a key that may not read the organization', async () => {
    expect((await read(open, {}, '203.0.113.1')).statusCode).toBe(401);
    const { secret } = await open.production.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['catalog:read'] },
    });
    expect((await read(open, bearer(secret), '203.0.113.1')).statusCode).toBe(401);
    expect((await client(open.app, '', secret).get('/addons')).status).toBe(200);
  });
});

describe('GET /metrics with METRICS_TOKEN', () => {
  it('200 for whoever shows it, from anywhere', async () => {
    for (const address of ['127.0.0.1', '203.0.113.1']) {
      const { statusCode, body } = await read(guarded, bearer(TOKEN), address);
      expect(statusCode).toBe(200);
      expect(body).toContain('tallymark_http_request_seconds');
    }
  });

  it.each<[string, () => Record<string, string>]>([
    ['nothing', () => ({})],
    ['a token that begins like it', () => bearer(TOKEN.slice(0, -1))],
    ['a token that it begins', () => bearer(`${TOKEN}1`)],
    ['another case', () => bearer(TOKEN.toUpperCase())],
    ['it as a password', () => ({ authorization: `Basic ${btoa(`:${TOKEN}`)}` })],
    ['a key of production', () => bearer(guarded.production.key)],
  ])('401 for %s, on this machine too', async (_, headers) => {
    const { statusCode, headers: responseHeaders } = await read(guarded, headers());
    expect([statusCode, responseHeaders['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('the token opens nothing else', async () => {
    expect((await client(guarded.app, '', TOKEN).get('/addons')).status).toBe(401);
  });
});
