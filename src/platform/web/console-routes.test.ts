import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerConsole } from './console-routes.ts';

const PAGE =
  '<head><meta property="csp-nonce" nonce="NONCE"><script src="./theme.js"></script>' +
  '<link href="./assets/a.css"></head>';

let home: string;
let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tallymark-console-'));
  folder = join(home, 'console');
  app = Fastify();
});

afterEach(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

async function build(): Promise<void> {
  await writeFiles();
  registerConsole(app, { folder, sessionPath: '/session' });
}

async function writeFiles(): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'theme.js'), 'theme');
  await writeFile(join(folder, 'assets/a.js'), 'plain');
  await writeFile(join(folder, 'assets/a.js.br'), 'small');
}

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('a built console', () => {
  beforeEach(build);

  it.each([
    ['/console/', './'],
    ['/console/invoices?status=DUE', './'],
    ['/console/sandbox/invoices/inv.1', '../../'],
  ])('%s is the page, whose links are relative to it', async (url, up) => {
    const { statusCode, body, headers } = await get(url);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain(`src="${up}theme.js"`);
    expect(body).toContain(`href="${up}assets/a.css"`);
  });

  it('a path without a slash leads to the one with it, behind any prefix', async () => {
    const { statusCode, headers } = await get('/console');
    expect([statusCode, headers.location]).toEqual([308, 'console/']);
  });

  it('runs no code but its own files, and may not be framed', async () => {
    const { body, headers } = await get('/console/');
    const policy = String(headers['content-security-policy']);
    const nonce = /nonce="([\w+/=]+)"/.exec(body)?.[1];
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    const other = await get('/console/');
    expect(other.body).not.toContain(String(nonce));
  });

  it('files are kept by browsers, and sent compressed to those that can read it', async () => {
    const plain = await get('/console/assets/a.js', { 'accept-encoding': 'identity' });
    expect([plain.body, plain.headers['cache-control']]).toEqual([
      'plain',
      'public, max-age=31536000, immutable',
    ]);
    const small = await get('/console/assets/a.js', { 'accept-encoding': 'br' });
    expect([small.body, small.headers['content-encoding']]).toEqual(['small', 'br']);
    expect((await get('/console/theme.js')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/console/../package.json',
    '/console/assets/..%2f..%2fpackage.json',
    '/console/assets/%2e%2e/index.html',
  ])('%s leaves the folder of the console in no way', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode === 404 || body.includes('csp-nonce')).toBe(true);
  });

  it('a file of an older build is not the page', async () => {
    expect((await get('/console/assets/old.js')).statusCode).toBe(404);
  });
});

describe('the session of the caller', () => {
  let seen: Record<string, unknown> = {};
  let answer: { status: number; body: string };
  beforeEach(async () => {
    for (const url of ['/session', '/sandbox/session'])
      app.get(url, (request, reply) => {
        seen = { ...request.headers, url };
        return reply.code(answer.status).type('application/json').send(answer.body);
      });
    await build();
  });
  const inPage = async (url: string, headers = {}) =>
    /<script type="application\/json" id="session">(.*?)<\/script>/.exec((await get(url, headers)).body)?.[1];

  it.each([
    ['/console/invoices', '/session'],
    ['/console/sandbox/invoices', '/sandbox/session'],
    ['/console/sandboxes', '/session'],
  ])('is in the page %s, from %s', async (url, from) => {
    // A name that would end the element, and one that `replace` would fill in.
    const name = `</script><script>alert(1)</script> $& $1 src="./x" NONCE`;
    answer = { status: 200, body: JSON.stringify({ user: { name } }) };
    expect(JSON.parse((await inPage(url)) ?? '')).toEqual({ user: { name } });
    expect(seen.url).toBe(from);
  });

  it('is read with the cookie, wherever the link to the page was', async () => {
    answer = { status: 200, body: '{}' };
    const headers = { cookie: 'a=b', 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };
    await get('/console/', { ...headers, 'if-none-match': '"x"' });
    expect(seen).toMatchObject({ cookie: 'a=b', 'tallymark-session': '1' });
    for (const name of ['sec-fetch-site', 'origin', 'if-none-match']) expect(seen).not.toHaveProperty(name);
  });

  it.each([
    [401, 'null'],
    // The page asks for itself.
    [503, undefined],
    [403, undefined],
  ])('with the answer %i it is %s', async (status, text) => {
    answer = { status, body: '{"message":"no"}' };
    expect(await inPage('/console/')).toBe(text);
  });
});

describe('a console that is not built', () => {
  const note = (text: string) => writeFile(join(home, 'console.unbuilt'), text);
  const begin = (waitsMs = 5_000) => registerConsole(app, { folder, sessionPath: '/session', waitsMs });

  it.each(['nobody builds', 'could not be built'])('that %s: the page says what is missing', async (how) => {
    await writeFiles();
    if (how === 'nobody builds') await rm(folder, { recursive: true });
    else await note('FAILED');
    begin();
    const { statusCode, body, headers } = await get('/console/invoices');
    expect([statusCode, body]).toEqual([503, expect.stringContaining('The console has not been built')]);
    expect(headers).not.toHaveProperty('refresh');
  });

  it('that is built meanwhile: the request waits for the page, and its files follow', async () => {
    await note('BUILDING');
    // Of an older version.
    await writeFiles();
    await writeFile(join(folder, 'index.html'), 'an older page</head>');
    begin();
    const asked = get('/console/invoices');
    expect((await get('/console/assets/a.js')).statusCode).toBe(404);
    await writeFiles();
    await rm(join(home, 'console.unbuilt'));
    const { statusCode, body } = await asked;
    expect([statusCode, body]).toEqual([200, expect.stringContaining('csp-nonce')]);
    expect((await get('/console/assets/a.js')).body).toBe('plain');
  });

  it('that takes longer: the page asks again', async () => {
    await note('BUILDING');
    begin(1);
    const { statusCode, body, headers } = await get('/console/invoices');
    expect([statusCode, headers.refresh]).toEqual([503, '2']);
    expect(body).toContain('The console is being built');
  });

  it('when the service stops: nobody waits any longer', async () => {
    await note('BUILDING');
    begin(60_000);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const asked = fetch(`${app.listeningOrigin}/console/invoices`);
    await new Promise((resolve) => app.server.once('request', resolve));
    await app.close();
    expect((await asked).status).toBe(503);
  });
});
