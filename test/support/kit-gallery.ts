import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** Builds the pages of `web/gallery` and serves them for the test file; its URL, without a slash. */
export function useKitGallery(): () => string {
  let folder = '';
  let url = '';
  let server: Server | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallymark-kit-'));
    const root = join(import.meta.dirname, '../..');
    await promisify(execFile)(process.execPath, [join(root, 'web/gallery/build.ts'), folder]);
    server = createServer(async ({ url: path = '/' }, response) => {
      const name = normalize(new URL(path, 'http://x').pathname);
      const file = join(folder, name === '/' ? 'index.html' : name);
      const bytes = await readFile(file).catch(() => null);
      response.writeHead(bytes ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
      response.end(bytes);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return () => url;
}
