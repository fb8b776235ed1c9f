import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { inlineSession } from './inline-session.ts';

/** Where `web/build.ts` puts the console. */
const BUILT = join(import.meta.dirname, '../../../web/dist/console');
const SANDBOX = /^\/console\/sandbox(?:\/|$)/;
const LOCAL_LINK = /(src|href)="\.\//g;
/** Where the page gets the session of the caller, in front of its own code. */
const PLACE = '</head>';
const YEAR_MS = 365 * 86_400_000;

interface ConsoleParts {
  folder?: string;
  /** The operation that describes the session of the caller, below the prefix of an environment. */
  sessionPath: string;
}

/**
 * Serves the built console at `/console`: its files, which are named by their content and cached by
 * browsers, and its page for every other path below, because the console reads the path itself. Links of the
 * page are relative, so that it also works behind a proxy that adds a prefix. Without a built console, the
 * page says how to build it.
 */
export function registerConsole(app: FastifyInstance, { folder = BUILT, sessionPath }: ConsoleParts): void {
  const page = join(folder, 'index.html');
  const isBuilt = existsSync(page);
  const text = isBuilt ? readFileSync(page, 'utf8') : NOT_BUILT;
  if (isBuilt) serveFiles(app, folder);
  app.get('/console', (_request, reply) => reply.code(308).header('location', 'console/').send());
  // A page in place of a file that is gone would be read as code.
  app.get('/console/assets/*', (_request, reply) => reply.code(404).send());
  app.get('/console/*', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const [path = ''] = request.url.split('?');
    const depth = path.slice('/console/'.length).split('/').length - 1;
    const prefix = SANDBOX.test(path) ? '/sandbox' : '';
    const session = isBuilt ? await inlineSession(app, request, prefix + sessionPath) : '';
    return reply
      .code(isBuilt ? 200 : 503)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy(nonce),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      .send(
        text
          .replaceAll('NONCE', nonce)
          .replaceAll(LOCAL_LINK, `$1="${'../'.repeat(depth) || './'}`)
          // By a function: a name may contain `$&`.
          .replace(PLACE, () => session + PLACE),
      );
  });
}

function serveFiles(app: FastifyInstance, folder: string): void {
  void app.register(fastifyStatic, {
    root: folder,
    prefix: '/console/',
    // One route for each file: all other paths belong to the page.
    wildcard: false,
    index: false,
    globIgnore: ['index.html', 'files.json', '**/*.br'],
    preCompressed: true,
    decorateReply: false,
    maxAge: YEAR_MS,
    immutable: true,
    setHeaders: (reply, path) => {
      if (!path.includes('/assets/')) reply.header('cache-control', 'no-cache');
    },
  });
}

/** No code and no style in the page itself; the nonce is for styles that lock scrolling behind a dialog. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Tallymark</title></head>
<body><h1>The console has not been built</h1>
<p>The first start builds it; its output says why it could not. The API works without it.</p></body>
</html>
`;
