import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { isForbiddenAddress } from './forbidden-addresses.ts';
import { outbound } from './outbound.ts';
import { SIGN_IN } from './permit.ts';

const STRICT = { isHttpAllowed: false, arePrivateTargetsAllowed: false };
const HTTP = { isHttpAllowed: true, arePrivateTargetsAllowed: false };
const ALL = { isHttpAllowed: true, arePrivateTargetsAllowed: true };

let server: Server;
let port = 0;
let requests = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    if (request.url === '/hang') return;
    if (request.url === '/redirect') return response.writeHead(302, { location: '/' }).end();
    if (request.url === '/drip') return response.writeHead(200).write('x');
    if (request.url === '/long') {
      return response.writeHead(200).write('x'.repeat(10_000_000));
    }
    return response.writeHead(200, { 'x-odd': 'é' }).end('said');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((closed) => server.close(closed));
});

describe('an address', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200', // metadata
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16', // metadata
    '169.254.169.254', // metadata
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192', // metadata
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8', // says IPv4 in another way, so it is not asked what it says
    '::127.0.0.1',
    '64:ff9b::7f00:1', // NAT64
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fd00:ec2::254', // metadata
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001::1', // Teredo
    '2001:db8::1',
    '2002:7f00:1::', // 6to4 of 127.0.0.1
    '3fff::1',
    '5f00::1',
    'localhost',
    '',
  ])('%s is forbidden', (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s is public', (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  });
});

describe('a URL', () => {
  test.each([
    ['https://example.com/hook', null],
    ['https://example.com:443/', null],
    ['https://example.com:8443/', null],
    ['https://1.1.1.1/', null],
    ['https://xn--bcher-kva.example/', null],
    ['http://example.com/', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://example.com:22/', 'must use port 443 or 8443'],
    ['https://user@example.com/', 'must not contain a user name or a password'],
    ['https://:secret@example.com/', 'must not contain a user name or a password'],
    ['no url', 'must be a valid URL'],
    ['https://', 'must be a valid URL'],
    ...[
      'https://localhost/',
      'https://LOCALHOST./',
      'https://a.localhost/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://127.1/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[64:ff9b::a9fe:a9fe]/',
      'https://169.254.169.254/latest/meta-data/',
      'https://１２７.0.0.1/', // full-width digits
      'https://127。0。0。1/', // ideographic dots
    ].map((url): [string, string] => [url, 'must not have a private or special address']),
  ])('%s: %s', (url, expected) => {
    expect(outbound({ rules: STRICT }).urlProblem(url)).toBe(expected);
  });

  it('may be of any port and private where the operator allows it', () => {
    expect(outbound({ rules: HTTP }).urlProblem('http://example.com:8080/')).toBe(null);
    expect(outbound({ rules: HTTP }).urlProblem('http://10.0.0.1/')).not.toBe(null);
    expect(outbound({ rules: ALL }).urlProblem('http://10.0.0.1:81/')).toBe(null);
  });
});

describe('a request', () => {
  const post = (path: string, options: Parameters<typeof outbound>[0]) =>
    outbound({ timeoutMs: 300, ...options })
      .through(SIGN_IN)
      .post({
        url: `http://receiver.test:${port}${path}`,
        ...{ headers: { 'x-a': 'b' }, body: '{}' },
      });
  const local = { resolve: async () => [{ address: '127.0.0.1', family: 4 }] };

  it('goes to the address of the name', async () => {
    expect(await post('/', { rules: ALL, ...local })).toMatchObject({
      ...{ status: 200, error: null },
      head: expect.stringMatching(/^HTTP\/1\.1 200\nx-odd: é\n/),
    });
  });

  test.each([
    ['one', ['127.0.0.1']],
    ['the other', ['1.1.1.1', '10.0.0.1']],
  ])('goes nowhere when an address of the name is private: %s', async (_, addresses) => {
    const before = requests;
    const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
    expect(await post('/', { rules: HTTP, resolve })).toMatchObject({
      ...{ status: null, error: 'the host has a private or special address' },
    });
    expect(requests).toBe(before);
  });

  it('asks for the name once: a response that changes after the check is never used', async () => {
    const before = requests;
    let requested = 0;
    const resolve = async () => {
      requested++;
      // 192.88.98.0/23 is public and routed nowhere near; the second answer would be this machine.
      return [{ address: requested === 1 ? '192.88.98.1' : '127.0.0.1', family: 4 }];
    };
    const { status, error } = await post('/', { rules: HTTP, resolve });
    expect([status, typeof error, requested, requests]).toEqual([null, 'string', 1, before]);
    // And at the next attempt the check finds it.
    expect((await post('/', { rules: HTTP, resolve })).error).toBe(
      'the host has a private or special address',
    );
  });

  it('never goes to a private literal address, for which no resolver is called', async () => {
    const { post: send } = outbound({ rules: HTTP }).through(SIGN_IN);
    const result = await send({ url: `http://127.0.0.1:${port}/`, headers: {}, body: '' });
    expect(result.error).toBe('must not have a private or special address');
  });

  test.each([
    ['/hang', null, 'no complete response within 0.3 s'],
    ['/drip', null, 'no complete response within 0.3 s'],
    ['/redirect', 302, null],
    ['/long', 200, null], // 4 KiB of it are read
  ])('to %s: %s %s', async (path, status, error) => {
    expect(await post(path, { rules: ALL, ...local })).toMatchObject({ status, error });
  });

  it('that cannot connect says so without the address', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { post: send } = outbound({ rules: ALL, resolve }).through(SIGN_IN);
    const result = await send({ url: 'http://receiver.test:1/', headers: {}, body: '' });
    expect(result.error).toBe('connection failed: ECONNREFUSED');
    const nowhere = outbound({ rules: ALL, resolve: async () => [] }).through(SIGN_IN);
    expect((await nowhere.post({ url: 'http://a.test/', headers: {}, body: '' })).error).toMatch(
      /no address/,
    );
  });
});
