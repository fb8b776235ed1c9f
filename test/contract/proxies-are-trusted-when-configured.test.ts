import { describe, expect, it } from 'vitest';
import { logIn, openLogin } from '#test/portal-login.ts';
import { type Service, useService } from '#test/running-app.ts';

/** Forwarded headers count only from a trusted proxy: in links, rate limits and the audit log. */
const TRUSTED = '10.1.2.3';
const STRANGER = '203.0.113.7';
const HOST = 'bill.example';

const open = useService();
const proxied = useService({ TRUST_PROXY: '10.0.0.0/8, ::1', RATE_LIMIT_UNAUTHENTICATED: '2/h' });

let made = 0;
interface Sent {
  service: Service;
  from: string;
  headers: Record<string, string>;
}

/** What the service makes of where a request comes from and how it was called. */
async function seen({ service, from, headers }: Sent): Promise<{ base: string; address: string }> {
  const { key } = service.production;
  const send = (url: string, payload?: object) =>
    service.app.server.inject({
      ...{ method: 'POST', url, remoteAddress: from },
      headers: { authorization: `Bearer ${key}`, host: HOST, ...headers },
      ...(payload && { payload }),
    });
  const { uploadUrl } = (await send('/ext/v1/uploads')).json();
  const { id } = (await send('/addons', { name: `a-${++made}`, type: 'LICENSE' })).json();
  const { data } = await service.production.must.get(`/ext/v1/audit_log?entity_id=${id}`);
  return { base: uploadUrl.slice(0, uploadUrl.indexOf('/f/')), address: data[0].actor.address };
}

const DIRECT = `http://${HOST}`;

describe('headers of a proxy', () => {
  it.each<[name: string, headers: Record<string, string>, base: string, address: string]>([
    // What a trusted proxy sends,                        what comes of it
    ['none', {}, DIRECT, TRUSTED],
    ['-For', { 'x-forwarded-for': '192.0.2.1' }, DIRECT, '192.0.2.1'],
    ['-For of IPv6', { 'x-forwarded-for': '2001:db8::1' }, DIRECT, '2001:db8::1'],
    ['-For with a port', { 'x-forwarded-for': '192.0.2.1:4711' }, DIRECT, '192.0.2.1'],
    ['-For of IPv6 with a port', { 'x-forwarded-for': '[2001:db8::1]:4711' }, DIRECT, '2001:db8::1'],
    ['-For of two', { 'x-forwarded-for': '198.51.100.1, 192.0.2.1' }, DIRECT, '192.0.2.1'],
    ['-For of two proxies', { 'x-forwarded-for': '192.0.2.1, 10.9.9.9' }, DIRECT, '192.0.2.1'],
    ['-For that is no address', { 'x-forwarded-for': 'unknown' }, DIRECT, TRUSTED],
    ['-For whose last is none', { 'x-forwarded-for': '192.0.2.1, x' }, DIRECT, TRUSTED],
    ['-For that is empty', { 'x-forwarded-for': '' }, DIRECT, TRUSTED],
    ['-Proto', { 'x-forwarded-proto': 'https' }, `https://${HOST}`, TRUSTED],
    ['-Proto of two', { 'x-forwarded-proto': 'http, https' }, `https://${HOST}`, TRUSTED],
    ['-Proto of none', { 'x-forwarded-proto': 'javascript' }, DIRECT, TRUSTED],
    ['-Host', { 'x-forwarded-host': 'b.example' }, 'http://b.example', TRUSTED],
    ['-Host that is none', { 'x-forwarded-host': 'b.example/a?' }, '', TRUSTED],
    // Not read from anybody.
    ['Forwarded', { forwarded: 'for=192.0.2.1;proto=https;host=b.example' }, DIRECT, TRUSTED],
    ['X-Real-IP', { 'x-real-ip': '192.0.2.1' }, DIRECT, TRUSTED],
  ])('%s: a trusted one is believed, a stranger is not', async (_, headers, base, address) => {
    expect(await seen({ service: proxied, from: TRUSTED, headers })).toEqual({ base, address });
    const untouched = { base: DIRECT, address: STRANGER };
    expect(await seen({ service: proxied, from: STRANGER, headers })).toEqual(untouched);
    expect(await seen({ service: open, from: STRANGER, headers })).toEqual(untouched);
    expect(await seen({ service: open, from: '127.0.0.1', headers })).toEqual({
      ...{ base: DIRECT, address: '127.0.0.1' },
    });
  });
});

describe('what is counted by address', () => {
  const rejected = async (from: string, forwarded: string) =>
    (
      await proxied.app.server.inject({
        ...{ url: '/addons', remoteAddress: from, headers: { 'x-forwarded-for': forwarded } },
      })
    ).statusCode;

  it('rejected requests through a trusted proxy, whatever the caller put before its address', async () => {
    const all: number[] = [];
    for (let i = 0; i < 5; i++) all.push(await rejected(TRUSTED, `192.0.2.${i}, 203.0.113.20`));
    expect(all).toEqual([401, 401, 401, 401, 429]);
    expect(await rejected(TRUSTED, '203.0.113.21')).toBe(401);
  });

  it('rejected requests through a trusted proxy that names ports, or no address', async () => {
    const all: number[] = [];
    for (let i = 0; i < 5; i++) all.push(await rejected(TRUSTED, `203.0.113.22:${5000 + i}`));
    for (let i = 0; i < 5; i++) all.push(await rejected('10.7.7.7', `nonsense-${i}`));
    expect(all).toEqual([...[401, 401, 401, 401, 429], ...[401, 401, 401, 401, 429]]);
  });

  it('logins, whatever the caller put before its address', async () => {
    const service = open;
    const { email } = await openLogin(service.sandbox, 'spoofed');
    const all: number[] = [];
    for (let i = 0; i < 11; i++) {
      const headers = { 'x-forwarded-for': `192.0.2.${i}`, forwarded: `for=192.0.2.${i}` };
      const sent = { email, password: 'another one 71', headers };
      all.push((await logIn(service, sent)).status);
    }
    expect(all).toEqual([...Array(10).fill(401), 429]);
  });
});
