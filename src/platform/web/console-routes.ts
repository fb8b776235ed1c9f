import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { consoleFinder } from './built-console.ts';
import { inlineSession } from './inline-session.ts';

/** Where `web/build.ts` puts the console. */
const BUILT = join(import.meta.dirname, '../../../web/dist/console');
const SANDBOX = /^\/console\/sandbox(?:\/|$)/;
const LOCAL_LINK = /(src|href)="\.\//g;
/** Where the page gets the session of the caller, in front of its own code. */
const PLACE = '</head>';
const YEAR_MS = 365 * 86_400_000;
/** Shorter than what proxies and browsers wait for a response. */
const WAITS_MS = 20_000;

interface ConsoleParts {
  folder?: string;
  /** The operation that describes the session of the caller, below the prefix of an environment. */
  sessionPath: string;
  /** How long a request waits for a console that is being built. */
  waitsMs?: number;
}

/**
 * Serves the built console at `/console`: its files, which are named by their content and cached by
 * browsers, and its page for every other path below, because the console reads the path itself. Links of the
 * page are relative, so that it also works behind a proxy that adds a prefix. While the console is being
 * built, a request for the page waits for it, and then gets one that asks again; without a build, the page
 * says how to get one.
 */
export function registerConsole(app: FastifyInstance, parts: ConsoleParts): void {
  const { folder = BUILT, sessionPath, waitsMs = WAITS_MS } = parts;
  const { find, wait } = consoleFinder(folder);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.get('/console', (_request, reply) => reply.code(308).header('location', 'console/').send());
  void app.register(async (scope) => {
    await scope.register(fastifyStatic, STATIC);
    scope.get('/console/*', async (request, reply) => {
      const [path = ''] = request.url.split('?');
      const name = path.slice('/console/'.length);
      const isAsset = name.startsWith('assets/');
      const state = isAsset ? find() : await wait(waitsMs, closing.signal);
      if (typeof state !== 'string' && state.files.has(name)) return sendFile(reply, { folder, name });
      // A page in place of a file that is gone would be read as code.
      if (isAsset) return reply.code(404).send();
      if (typeof state === 'string') return sendNotice(reply, state);
      const prefix = SANDBOX.test(path) ? '/sandbox' : '';
      const session = await inlineSession(app, request, prefix + sessionPath);
      const up = '../'.repeat(name.split('/').length - 1) || './';
      // By a function: a name may contain `$&`.
      return sendPage(reply, (nonce) =>
        state.page
          .replaceAll('NONCE', nonce)
          .replaceAll(LOCAL_LINK, `$1="${up}`)
          .replace(PLACE, () => session + PLACE),
      );
    });
  });
}

/** Files are only sent by name: all other paths belong to the page. */
const STATIC: FastifyStaticOptions = {
  serve: false,
  preCompressed: true,
  setHeaders: (reply, path) => {
    if (!path.includes('/assets/')) reply.header('cache-control', 'no-cache');
  },
};

function sendFile(reply: FastifyReply, { folder, name }: { folder: string; name: string }): FastifyReply {
  return reply.sendFile(name, folder, { maxAge: YEAR_MS, immutable: true });
}

function sendNotice(reply: FastifyReply, state: 'BUILDING' | 'MISSING'): FastifyReply {
  reply.code(503);
  if (state === 'MISSING') return sendPage(reply, () => NOT_BUILT);
  reply.headers({ refresh: '2', 'retry-after': '2' });
  return sendPage(reply, () => IN_PROGRESS);
}

function sendPage(reply: FastifyReply, write: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    .send(write(nonce));
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

const notice = (title: string, text: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Tallymark</title><meta name="color-scheme" content="light dark"></head>
<body><h1>${title}</h1>
<p>${text}</p></body>
</html>
`;
const NOT_BUILT = notice(
  'The console has not been built',
  'The first start builds it; its output says why it could not. The API works without it.',
);
const IN_PROGRESS = notice(
  'The console is being built',
  'That takes a few seconds after the first start. This page opens it then; the API works already.',
);
