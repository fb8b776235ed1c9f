import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutboundRules, outbound } from './outbound.ts';
import { OutboundFailed, outboundFetch } from './outbound-fetch.ts';
import { SIGN_IN } from './permit.ts';

const LOCAL = { isHttpAllowed: true, arePrivateTargetsAllowed: true };
const STRICT = { isHttpAllowed: false, arePrivateTargetsAllowed: false };
const gateOf = (rules: OutboundRules) => outbound({ rules }).through(SIGN_IN);
const fetchLocally = outboundFetch(gateOf(LOCAL), 10_000);

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/moved') return response.writeHead(302, { location: '/' }).end();
      if (request.url === '/long') return response.end('x'.repeat(10_000));
      const said = [request.method, request.headers['content-length'], request.headers.accept];
      response.writeHead(201, { 'content-type': 'application/json' });
      return response.end(JSON.stringify([...said, Buffer.concat(chunks).toString()]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('outboundFetch', () => {
  it('reads and posts, with headers and a body', async () => {
    const read = await fetchLocally(url, { headers: { accept: 'a/b' } });
    expect([read.status, read.headers.get('content-type')]).toEqual([201, 'application/json']);
    expect(await read.json()).toEqual(['GET', null, 'a/b', '']);
    const posted = await fetchLocally(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(await posted.json()).toEqual(['POST', '3', null, 'a=1']);
  });

  it('returns redirects', async () => {
    expect((await fetchLocally(`${url}/moved`, {})).status).toBe(302);
  });

  it.each<[string, () => Promise<Response>]>([
    ['a longer response', () => fetchLocally(`${url}/long`, {})],
    ['another method', () => fetchLocally(url, { method: 'PUT' })],
    ['plain HTTP', () => outboundFetch(gateOf(STRICT), 10_000)(url, {})],
    ['a private address', () => outboundFetch(gateOf(STRICT), 10_000)('https://127.0.0.1/', {})],
    ['a port where nobody listens', () => fetchLocally('http://127.0.0.1:1/', {})],
  ])('rejects %s', async (_, call) => {
    await expect(call()).rejects.toThrow(OutboundFailed);
  });
});
