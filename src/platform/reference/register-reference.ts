import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeOnce } from '../make-once.ts';
import { runInTurns } from '../turns.ts';
import { type Asset, readAssets } from './assets.ts';
import type { Contents } from './contents.ts';
import type { ApiDocument } from './document.ts';
import { linkFrom } from './links.ts';
import { modelInSteps, readArticles } from './model.ts';
import { findPage, missingPage, type Site, writePage } from './pages.ts';
import { UNKNOWN_BASE } from './samples.ts';
import { searchEntries } from './search-index.ts';
import { textCache } from './text-cache.ts';

export interface ReferenceOptions {
  /** The document that the service serves. */
  openApi(): Promise<object>;
  readonly contents: Contents;
  /** The folder of the Markdown files. */
  readonly folder: string;
  readonly publicUrl: string | null;
}

/** All pages together have about 4 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
const HTML = 'text/html; charset=utf-8';

/** The pages load scripts and styles of this service only, and send nothing elsewhere. */
const POLICY = [
  ...["default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'"],
  ...["img-src 'self' data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

interface Opened extends Site {
  readonly assets: ReadonlyMap<string, Asset>;
}

/**
 * The reference at `/docs`: static pages from the OpenAPI document and the Markdown files, made on first
 * request. Needs no credential; all links are relative.
 */
export function registerReference(app: FastifyInstance, options: ReferenceOptions): void {
  const cache = textCache(MAX_BYTES);
  const open = makeOnce(() => openSite(options));
  const sendPage = async (target: string, request: FastifyRequest, reply: FastifyReply) => {
    const site = await open();
    reply.headers({
      ...{ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' },
      'cache-control': 'no-cache',
    });
    const page = findPage(target, site.model);
    const make = () => runInTurns(writePage(page ?? missingPage, target, site));
    if (!page)
      return reply
        .code(404)
        .type(HTML)
        .send(await make());
    return cache.send(request, reply, { key: target, type: HTML, make });
  };
  app.get('/docs', (request, reply) => sendPage('', request, reply));
  app.get('/docs/', (_request, reply) => reply.redirect('../docs'));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    sendPage(request.params['*'], request, reply),
  );
  app.get('/docs/search.json', async (request, reply) => {
    const site = await open();
    const make = async () => JSON.stringify(await runInTurns(searchEntries(site.model)));
    reply.header('cache-control', 'no-cache');
    return cache.send(request, reply, { key: 'search.json', type: 'application/json; charset=utf-8', make });
  });
  app.get<{ Params: { name: string }; Querystring: { v?: string } }>(
    '/docs/assets/:name',
    async (request, reply) => {
      const site = await open();
      const { name } = request.params;
      const asset = site.assets.get(name);
      if (!asset) return sendPage(`assets/${name}`, request, reply);
      const isCurrent = request.query.v === asset.version;
      reply.header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
      return cache.send(request, reply, {
        key: `assets/${name}`,
        type: asset.type,
        make: async () => asset.text,
      });
    },
  );
  app.get<{ Params: { id: string } }>('/docs/operations/:id', async (request, reply) => {
    const { id } = request.params;
    const found = (await open()).model.operations.get(id);
    if (!found) return sendPage(`operations/${id}`, request, reply);
    return reply.redirect(linkFrom(`operations/${id}`, found.target));
  });
  redirectSandbox(app);
}

/** The sandbox has the same reference. */
function redirectSandbox(app: FastifyInstance): void {
  app.get('/sandbox/docs', (_request, reply) => reply.redirect('../docs'));
  app.get<{ Params: { '*': string } }>('/sandbox/docs/*', (request, reply) => {
    const path = request.params['*'];
    return reply.redirect(`${'../'.repeat(path.split('/').length + 1)}docs/${encodeURI(path)}`);
  });
}

async function openSite({ openApi, contents, folder, publicUrl }: ReferenceOptions): Promise<Opened> {
  const [document, articles, assets] = await Promise.all([
    openApi() as Promise<ApiDocument>,
    readArticles(contents, folder),
    readAssets(),
  ]);
  const model = await runInTurns(modelInSteps({ document, contents, articles }));
  return {
    ...{ model, assets, baseUrl: publicUrl ?? UNKNOWN_BASE },
    assetUrl: (name) => `assets/${name}?v=${assets.get(name)?.version}`,
  };
}
