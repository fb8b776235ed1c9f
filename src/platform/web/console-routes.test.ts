import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerConsole } from './console-routes.ts';

const PAGE =
  '<meta property="csp-nonce" nonce="NONCE"><script src="./theme.js"></script><link href="./assets/a.css">';

let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallymark-console-'));
  app = Fastify();
});

afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function build(): Promise<void> {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'theme.js'), 'theme');
  await writeFile(join(folder, 'assets/a.js'), 'plain');
  await writeFile(join(folder, 'assets/a.js.br'), 'small');
  registerConsole(app, folder);
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

it('without a build, the page says what is missing', async () => {
  registerConsole(app, folder);
  const { statusCode, body } = await get('/console/invoices');
  expect([statusCode, body]).toEqual([503, expect.stringContaining('The console has not been built')]);
});
