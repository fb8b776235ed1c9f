import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { WRITE_FAILURES } from '../db/failures.ts';
import { Problem, unauthenticated } from '../problem.ts';
import { isFromThisMachine } from './addressing.ts';
import { type Authenticate, readBearer } from './auth.ts';
import { compressedText } from './compressed-text.ts';
import { registerFrontPage } from './front-page.ts';
import { API_VERSION } from './openapi.ts';

export interface ServiceRoutes {
  database: Database;
  metrics: { print(): Promise<string>; contentType: string };
  authenticate: Authenticate;
  /** False while the service starts or stops. */
  isServing(): boolean;
  /** Built on first request, so that startup does not wait for it. */
  openApi(): Promise<object>;
  /** The version of the product. */
  build: string;
  publicKeys(): object;
  publicUrl: string | null;
  /** The token that reading metrics requires; null: see `checkMetricsAccess`. */
  metricsToken: string | null;
}

const PING_TIMEOUT_MS = 1000;
/**
 * Endpoints of the service itself: health, metrics and the document. Only metrics need a credential.
 */
export function registerServiceRoutes(app: FastifyInstance, options: ServiceRoutes): void {
  const sendDocument = compressedText(async () => JSON.stringify(await options.openApi()));
  registerFrontPage(app, options);
  for (const base of ['', '/sandbox']) {
    app.get(`${base}/live`, () => ({ status: 'live' }));
    app.get(`${base}/ready`, async () => {
      await checkReady(options);
      return { status: 'ready' };
    });
    app.get(`${base}/version`, () => ({ api: API_VERSION, build: options.build }));
    app.get(`${base}/openapi.json`, (request, reply) =>
      sendDocument(request, reply.type('application/json; charset=utf-8')),
    );
  }
  // A key is published for a day before it signs; after a manual rotation, for ten minutes.
  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(options.publicKeys()),
  );
  app.get('/metrics', async (request, reply) => {
    await checkMetricsAccess(options, request);
    return reply.type(options.metrics.contentType).send(await options.metrics.print());
  });
}

async function checkReady(options: ServiceRoutes): Promise<void> {
  const notReady = (message: string) =>
    new Problem('NOT_READY', 503, { message, headers: { 'retry-after': '1' } });
  if (!options.isServing()) throw notReady('the service is starting or stopping');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), PING_TIMEOUT_MS);
  });
  const look = options.database.writes.look();
  const failure = await Promise.race([look, late])
    .catch(() => {
      look.catch(() => undefined); // a late failure has no listener any more
      throw notReady('the database cannot be reached');
    })
    .finally(() => clearTimeout(timer));
  if (failure) throw notReady(WRITE_FAILURES[failure]);
}

/**
 * Metrics are for the operator: callers with `METRICS_TOKEN`. If none is set, callers on this machine and
 * credentials that may read the organization.
 */
async function checkMetricsAccess(options: ServiceRoutes, request: FastifyRequest): Promise<void> {
  if (options.metricsToken !== null) {
    if (isSame(readBearer(request.headers, null), options.metricsToken)) return;
    throw unauthenticated();
  }
  if (isFromThisMachine(request)) return;
  const actor = await options.authenticate(readBearer(request.headers, null), 'production');
  if (!actor.scopes.has('org:read')) throw unauthenticated();
}

/** Compares in constant time. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
